package dev.hexadmin.http.server.routing;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.identity.KeepingSessions.Session;
import dev.hexadmin.application.ratelimit.Counted;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.problem.RateLimitFields;
import dev.hexadmin.http.server.request.Cookies;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.request.Upload;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.security.Authentication;
import dev.hexadmin.http.server.uri.EffectiveUri;
import dev.hexadmin.http.server.uri.QueryString;
import dev.hexadmin.http.server.uri.RequestTarget;
import dev.hexadmin.http.texts.Localization;
import dev.hexadmin.http.texts.Localizations;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.RequestException;
import io.helidon.webserver.http.ServerRequest;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A request as Helidon sees it. */
final class HelidonRequestContext implements RequestContext {
    private static final System.Logger LOGGER = System.getLogger(HelidonRequestContext.class.getName());
    private static final byte[] NOTHING = {};

    private final ServerRequest request;
    private final String path;
    private final RouteTable.@Nullable Match match;
    private RouteTable.@Nullable Endpoint endpoint;
    private final Authentication authentication;
    private final ContextServices shared;
    private final Actor.Origin origin;
    private final int proxies;

    private @Nullable EffectiveUri called;
    private @Nullable Actor actor;
    private @Nullable Session visitor;
    private boolean visitorKnown;
    private boolean checked;
    private @Nullable Form form;
    private @Nullable Upload upload;
    private @Nullable Map<String, String> query;
    private byte @Nullable [] body;
    private List<Counted> counted = List.of();

    HelidonRequestContext(
            ServerRequest request,
            String path,
            RouteTable.@Nullable Match match,
            RouteTable.@Nullable Endpoint endpoint,
            Authentication authentication,
            ContextServices shared,
            Actor.Origin origin,
            int proxies) {
        this.request = request;
        this.path = path;
        this.match = match;
        this.endpoint = endpoint;
        this.authentication = authentication;
        this.shared = shared;
        this.origin = origin;
        this.proxies = proxies;
    }

    @Override
    public Method method() {
        return request.prologue().method();
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public String variable(String name) {
        if (endpoint != null && match != null) {
            List<String> names = endpoint.variables();
            for (int i = 0; i < names.size(); i++) {
                if (names.get(i).equals(name)) {
                    return match.value(i);
                }
            }
        }
        throw new IllegalArgumentException("the route of " + path + " has no variable '" + name + "'");
    }

    /** Whether the path has this route of its template. */
    boolean has(RouteTable.Endpoint other) {
        RouteTable.@Nullable Endpoint own = endpoint;
        endpoint = other; // which names the variables
        try {
            return other.route().isOffered(this);
        } finally {
            endpoint = own;
        }
    }

    @Override
    public Map<String, String> query() {
        Map<String, String> parsed = query;
        if (parsed == null) {
            parsed = QueryString.parse(request.prologue().query().rawValue());
            query = parsed;
        }
        return parsed;
    }

    @Override
    public Optional<String> header(String name) {
        return request.headers().first(HeaderNames.create(name));
    }

    @Override
    public Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        request.headers().forEach(header -> headers.put(header.headerName().lowerCase(), header.get()));
        return headers;
    }

    @Override
    public Optional<String> cookie(String name) {
        return Cookies.value(request.headers(), name);
    }

    /**
     * How the caller reads texts and times: as the user of the session has chosen, or was chosen in this browser, or else as
     * the browser prefers. Of a program, its header decides before its user.
     */
    Localization localization() {
        LocaleChoice own = actor instanceof Actor.SignedIn known
                ? known.locale()
                : reader().map(session -> session.actor().locale()).orElse(LocaleChoice.NONE);
        Optional<String> header = header("Accept-Language");
        Optional<Language> chosen = request.headers().contains(HeaderNames.AUTHORIZATION)
                ? own.language().filter(language -> header.isEmpty())
                : own.language()
                        .or(() -> Cookies.read(this, Localizations.COOKIE).flatMap(shared.localizations()::language));
        Localization localization = shared.localizations().of(chosen, own.zone(), header);
        return endpoint != null && endpoint.route().isPage() ? localization.naming(shared.labels()) : localization;
    }

    /** The session, if it can be read: the page about a failure is shown in some language, too. */
    private Optional<Session> reader() {
        try {
            return visitor();
        } catch (ServiceUnavailableException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean secure() {
        return called().secure();
    }

    @Override
    public boolean fromOwnPage() {
        return header("Origin").map(called()::isOrigin).orElse(true)
                && header("Sec-Fetch-Site").map("same-origin"::equals).orElse(true);
    }

    private EffectiveUri called() {
        EffectiveUri known = called;
        if (known == null) {
            known = EffectiveUri.of(
                    RequestTarget.of(request.prologue()), request.headers(), proxies, request.isSecure());
            called = known;
        }
        return known;
    }

    @Override
    public String url() {
        EffectiveUri called = called();
        String rawQuery = request.prologue().query().rawValue();
        return called.scheme() + "://" + called.host() + path + (rawQuery.isEmpty() ? "" : "?" + rawQuery);
    }

    @Override
    public Actor.Origin origin() {
        return origin;
    }

    @Override
    public Actor actor() {
        Actor known = actor;
        if (known == null) {
            Optional<Session> session = session();
            known = session.isPresent()
                    ? session.get().actor()
                    : authentication.authenticate(request.headers().first(HeaderNames.AUTHORIZATION), origin);
            actor = known;
        }
        return known;
    }

    @Override
    public void counted(List<Counted> limits) {
        if (counted.isEmpty()) {
            counted = limits;
        } else if (!limits.isEmpty()) {
            counted = new ArrayList<>(counted);
            counted.addAll(limits);
        }
    }

    /** The answer, with the header fields of the limits that counted the request. */
    Response told(Response response) {
        return counted.isEmpty() ? response : RateLimitFields.on(response, counted);
    }

    /** Makes the request anonymous without authenticating it: that would cost more than the rejection saves. */
    void staysUnknown() {
        actor = new Actor.Anonymous(origin);
        visitor = null;
        visitorKnown = true;
    }

    @Override
    public Optional<Session> visitor() {
        if (!visitorKnown) {
            visitor = request.headers().contains(HeaderNames.AUTHORIZATION)
                    ? null
                    : shared.browsers().session(this, origin).orElse(null);
            visitorKnown = true;
        }
        return Optional.ofNullable(visitor);
    }

    @Override
    public Optional<Session> session() {
        Optional<Session> session = visitor();
        if (session.isPresent() && !checked) {
            checkOrigin(session.get());
            checked = true;
        }
        return session;
    }

    /** OWASP's synchronizer token: another site can make a browser send the cookie, and cannot know the token. */
    private void checkOrigin(Session session) {
        Method method = method();
        if (method.equals(Method.GET) || method.equals(Method.HEAD) || method.equals(Method.OPTIONS)) {
            return;
        }
        Optional<String> token = header("X-CSRF-Token");
        if (token.isEmpty() && Form.isSentBy(this)) {
            token = form().text(Form.TOKEN);
        } else if (token.isEmpty() && takesUpload() && Upload.isSentBy(this)) {
            token = upload().text(Form.TOKEN);
        }
        if (token.filter(session.form()::accepts).isEmpty()) {
            throw new Problem(
                    403,
                    "csrf",
                    "The form was not served to this session, or the session has changed meanwhile."
                            + " Load the page again and send the form once more.");
        }
    }

    @Override
    public Form form() {
        Form known = form;
        if (known == null) {
            known = Form.read(this, shared.maxBodyBytes());
            form = known;
        }
        return known;
    }

    @Override
    public boolean takesUpload() {
        return endpoint != null
                && switch (endpoint.route().media()) {
                    case UPLOAD, MULTIPART -> true;
                    case JSON, HTML, EVENTS, ANY -> false;
                };
    }

    @Override
    public Upload upload() {
        Upload known = upload;
        if (known == null) {
            if (!takesUpload()) {
                throw new IllegalStateException("the route of " + path + " takes no upload");
            }
            known = Upload.read(this, () -> new Incoming(request.content().inputStream()));
            upload = known;
        }
        return known;
    }

    @Override
    public InputStream content() {
        return request.content().hasEntity()
                ? new Incoming(request.content().inputStream())
                : InputStream.nullInputStream();
    }

    /** A body on its way, whose failures are refusals. */
    private final class Incoming extends FilterInputStream {
        Incoming(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] into, int from, int length) {
            try {
                return super.read(into, from, length);
            } catch (IOException | RuntimeException e) {
                throw failed(e);
            }
        }
    }

    @Override
    public Actor.SignedIn signedIn() {
        return switch (actor()) {
            case Actor.SignedIn signedIn -> signedIn;
            case Actor.Anonymous anonymous ->
                throw RequestRejectedException.unauthenticated("unauthenticated", "This needs an access token.");
            case Actor.Operator operator ->
                throw RequestRejectedException.unauthenticated("unauthenticated", "This needs an access token.");
        };
    }

    @Override
    public byte[] body() {
        byte[] known = body;
        if (known == null) {
            known = read();
            body = known;
        }
        return known;
    }

    private byte[] read() {
        OptionalLong announced = request.headers().contentLength();
        if (announced.isPresent() && announced.getAsLong() > shared.maxBodyBytes()) {
            throw tooLarge();
        }
        if (!request.content().hasEntity()) {
            return NOTHING;
        }
        try (InputStream in = request.content().inputStream()) {
            int maxBodyBytes = shared.maxBodyBytes();
            byte[] bytes = in.readNBytes(maxBodyBytes == Integer.MAX_VALUE ? maxBodyBytes : maxBodyBytes + 1);
            if (bytes.length > maxBodyBytes) {
                throw tooLarge();
            }
            return bytes;
        } catch (Problem e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw failed(e);
        }
    }

    private Problem failed(Exception failure) {
        if (failure instanceof RequestException e) {
            LOGGER.log(Level.DEBUG, "A body was refused", e);
            return switch (e.status().code()) {
                case 413 -> tooLarge();
                case 408 ->
                    new Problem(408, "request_timeout", "The body did not come in time.", List.of(), Problem.CLOSE);
                default ->
                    new Problem(
                            400,
                            "dangerous_framing",
                            "The chunks of the body cannot be read.",
                            List.of(),
                            Problem.CLOSE);
            };
        }
        // the client has disconnected or sends an invalid body: not an error of this server
        LOGGER.log(Level.DEBUG, "A body did not come whole", failure);
        return new Problem(400, "incomplete_body", "The body did not come whole.", List.of(), Problem.CLOSE);
    }

    private Problem tooLarge() {
        return new Problem(
                413,
                "payload_too_large",
                Message.of(
                                "{limit, plural, one {The body is larger than # byte.} other {The body is larger than # bytes.}}")
                        .with("limit", shared.maxBodyBytes()),
                List.of(),
                Problem.CLOSE);
    }
}
