package dev.hexadmin.http.server.problem;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestId;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.response.EntityTags;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.response.Response.Header;
import dev.hexadmin.http.texts.Localized;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns every exception into its problem response (RFC 9457). Thread-safe.
 *
 * <p>An unexpected exception becomes a 500 that does not name its cause; the cause is logged with its stack trace.
 */
public final class Problems {
    private static final System.Logger LOGGER = System.getLogger(Problems.class.getName());
    private static final ProblemMapper MAPPER = new GeneratedProblemMapper();
    private static final Header CONTENT_TYPE = new Header("Content-Type", "application/problem+json; charset=utf-8");
    private static final Header BEARER = new Header("WWW-Authenticate", "Bearer");
    /** So that a response is not many times as large as the request that broke the rules. */
    private static final int MOST_ERRORS = 1_000;

    private static final Map<ServiceUnavailableException.Reason, AtomicLong> LOGGED = Stream.of(
                    ServiceUnavailableException.Reason.values())
            .collect(Collectors.toUnmodifiableMap(Function.identity(), reason -> new AtomicLong()));
    private static final Duration UNAVAILABLE_FOR = Duration.ofSeconds(2);

    private Problems() {}

    /**
     * The response to a request that ended in {@code thrown}.
     *
     * @param path the request's path, for {@code instance}
     */
    public static Response answer(Throwable thrown, String path) {
        return answer(details(thrown), path);
    }

    /** What the client learns; a fault of this server is logged. */
    public static ProblemDetails details(Throwable thrown) {
        return switch (thrown) {
            case RequestRejectedException rejected -> rejected(rejected);
            case Problem problem -> problem(problem);
            case ServiceUnavailableException unavailable -> {
                log(unavailable);
                yield unavailable(unavailable);
            }
            default -> {
                LOGGER.log(
                        Level.ERROR,
                        RequestId.CURRENT.isBound()
                                ? "The request " + RequestId.CURRENT.get() + " failed"
                                : "A request failed",
                        thrown);
                yield new ProblemDetails(
                        500, "internal_error", Message.of("Something went wrong on the server."), List.of(), List.of());
            }
        };
    }

    private static ProblemDetails unavailable(ServiceUnavailableException unavailable) {
        String code = unavailable.reason().code();
        return new ProblemDetails(
                503,
                code,
                unavailable
                        .model()
                        .map(model -> Message.of(
                                        "The database cannot use the table of the model \"{model}\": it or a column may be missing, or a value"
                                                + " in it cannot be computed. The log has the reason. Other models work.")
                                .with("model", model))
                        .orElseGet(() -> ProblemCatalogue.explanation(code)),
                List.of(),
                Optional.empty(),
                unavailable.model(),
                List.of(retryAfter(UNAVAILABLE_FOR)));
    }

    /** An outage fails many requests: each second has one line for each reason, the others are for debugging. */
    private static void log(ServiceUnavailableException unavailable) {
        AtomicLong logged = Objects.requireNonNull(LOGGED.get(unavailable.reason()));
        long now = System.nanoTime();
        long last = logged.get();
        boolean due = last == 0 || now - last > Duration.ofSeconds(1).toNanos();
        LOGGER.log(
                due && logged.compareAndSet(last, now | 1) ? Level.WARNING : Level.DEBUG,
                "Requests are answered with 503 " + unavailable.reason().code() + ": " + unavailable.getMessage(),
                unavailable);
    }

    /** The response where only the status is known, such as the web server's own. */
    public static Response answer(int status, String path) {
        String code = ProblemCatalogue.codeOf(status);
        return answer(status, code, ProblemCatalogue.explanation(code), path);
    }

    /** A response without violations and headers. */
    public static Response answer(int status, String code, Message text, String path) {
        return answer(new ProblemDetails(status, code, text, List.of(), List.of()), path);
    }

    private static ProblemDetails rejected(RequestRejectedException rejected) {
        List<Header> headers = new ArrayList<>(2);
        rejected.retryAfter().ifPresent(wait -> headers.add(retryAfter(wait)));
        rejected.limit()
                .ifPresent(limit -> headers.addAll(
                        RateLimitFields.reached(limit, rejected.retryAfter().orElse(Duration.ZERO))));
        if (rejected.category() == RequestRejectedException.Category.UNAUTHENTICATED) {
            headers.add(BEARER);
        }
        Optional<String> etag = Optional.ofNullable(rejected.members().get(RequestRejectedException.VERSION))
                .map(version -> EntityTags.of(new Version(version)));
        etag.ifPresent(tag -> headers.add(new Header("ETag", tag)));
        return new ProblemDetails(
                ProblemCatalogue.status(rejected.category()),
                rejected.code(),
                rejected.text(),
                rejected.violations(),
                etag,
                Optional.empty(),
                headers);
    }

    private static ProblemDetails problem(Problem problem) {
        List<Header> headers = new ArrayList<>(problem.headers().size() + 1);
        problem.headers().forEach((name, value) -> headers.add(new Header(name, value)));
        if (problem.status() == 401 && !problem.headers().containsKey(BEARER.name())) {
            headers.add(BEARER);
        }
        return new ProblemDetails(problem.status(), problem.code(), problem.text(), problem.violations(), headers);
    }

    private static Response answer(ProblemDetails details, String path) {
        List<Header> headers = new ArrayList<>(details.headers().size() + 3);
        headers.add(CONTENT_TYPE);
        headers.addAll(details.headers());
        Language language = Localized.current().language();
        if (!language.equals(Language.ENGLISH)) {
            headers.add(new Header("Content-Language", language.tag()));
            headers.add(new Header("Vary", "Accept-Language"));
        }
        return new Response(details.status(), headers, JsonResponse.bytes(body(details, path)));
    }

    private static ProblemResponse body(ProblemDetails details, String path) {
        List<Violation> violations = details.violations();
        return new ProblemResponse(
                "/problems/" + details.code(),
                text(ProblemCatalogue.title(details.code(), details.status())),
                details.status(),
                text(details.text()),
                path,
                details.code(),
                details.etag().orElse(null),
                details.model().orElse(null),
                violations.isEmpty()
                        ? null
                        : violations.stream()
                                .limit(MOST_ERRORS)
                                .map(MAPPER::error)
                                .toList());
    }

    private static Header retryAfter(Duration wait) {
        return new Header("Retry-After", Long.toString(Math.max(1, LimitingRequests.wholeSeconds(wait))));
    }
}
