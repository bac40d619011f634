package dev.hexadmin.http.routing;

import dev.hexadmin.application.Refused;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.problem.Problem;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.RequestException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A request as Helidon sees it. */
final class HelidonExchange implements Exchange {
    private static final System.Logger LOGGER = System.getLogger(HelidonExchange.class.getName());
    private static final byte[] NOTHING = {};

    private final ServerRequest request;
    private final String path;
    private final RouteTable.Match match;
    private final RouteTable.Endpoint endpoint;
    private final Authentication authentication;
    private final Actor.Origin origin;
    private final boolean viaTrustedProxy;
    private final int maxBodyBytes;
    private @Nullable Actor actor;
    private @Nullable Map<String, String> query;
    private byte @Nullable [] body;

    HelidonExchange(
            ServerRequest request,
            String path,
            RouteTable.Match match,
            RouteTable.Endpoint endpoint,
            Authentication authentication,
            Actor.Origin origin,
            boolean viaTrustedProxy,
            int maxBodyBytes) {
        this.request = request;
        this.path = path;
        this.match = match;
        this.endpoint = endpoint;
        this.authentication = authentication;
        this.origin = origin;
        this.viaTrustedProxy = viaTrustedProxy;
        this.maxBodyBytes = maxBodyBytes;
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
        List<String> names = endpoint.variables();
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equals(name)) {
                return match.value(i);
            }
        }
        throw new IllegalArgumentException(
                "the route " + endpoint.route().template() + " has no variable '" + name + "'");
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
    public String url() {
        String scheme = forwarded("X-Forwarded-Proto")
                .map(proto -> proto.toLowerCase(Locale.ROOT))
                .filter(proto -> proto.equals("https") || proto.equals("http"))
                .orElse(request.isSecure() ? "https" : "http");
        String host = forwarded("X-Forwarded-Host").or(() -> header("Host")).orElse("");
        String rawQuery = request.prologue().query().rawValue();
        return scheme + "://" + host + path + (rawQuery.isEmpty() ? "" : "?" + rawQuery);
    }

    /** What the outermost proxy says, when the nearest one is trusted. */
    private Optional<String> forwarded(String name) {
        return viaTrustedProxy
                ? header(name).map(values -> values.split(",", 2)[0].strip()).filter(value -> !value.isEmpty())
                : Optional.empty();
    }

    @Override
    public Actor.Origin origin() {
        return origin;
    }

    @Override
    public Actor actor() {
        Actor known = actor;
        if (known == null) {
            known = authentication.authenticate(request.headers().first(HeaderNames.AUTHORIZATION), origin);
            actor = known;
        }
        return known;
    }

    @Override
    public Actor.SignedIn signedIn() {
        return switch (actor()) {
            case Actor.SignedIn signedIn -> signedIn;
            case Actor.Anonymous anonymous ->
                throw Refused.unauthenticated("unauthenticated", "This needs an access token.");
            case Actor.Operator operator ->
                throw Refused.unauthenticated("unauthenticated", "This needs an access token.");
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
        if (announced.isPresent() && announced.getAsLong() > maxBodyBytes) {
            throw tooLarge();
        }
        if (!request.content().hasEntity()) {
            return NOTHING;
        }
        try (InputStream in = request.content().inputStream()) {
            byte[] bytes = in.readNBytes(maxBodyBytes == Integer.MAX_VALUE ? maxBodyBytes : maxBodyBytes + 1);
            if (bytes.length > maxBodyBytes) {
                throw tooLarge();
            }
            return bytes;
        } catch (RequestException e) {
            LOGGER.log(Level.DEBUG, "A body was refused", e);
            throw switch (e.status().code()) {
                case 413 -> tooLarge();
                case 408 ->
                    new Problem(408, "request_timeout", "The body did not come in time.", List.of(), Dispatcher.CLOSE);
                default ->
                    new Problem(
                            400,
                            "dangerous_framing",
                            "The chunks of the body cannot be read.",
                            List.of(),
                            Dispatcher.CLOSE);
            };
        } catch (Problem e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // the client is gone or sends what is no body; nothing is wrong with this server
            LOGGER.log(Level.DEBUG, "A body did not come whole", e);
            throw new Problem(400, "incomplete_body", "The body did not come whole.", List.of(), Dispatcher.CLOSE);
        }
    }

    private Problem tooLarge() {
        return new Problem(
                413,
                "payload_too_large",
                "The body is larger than " + maxBodyBytes + " bytes.",
                List.of(),
                Dispatcher.CLOSE);
    }
}
