package dev.hexadmin.http.server.problem;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.server.response.EntityTags;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.response.Response.Header;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns every exception into its problem answer (RFC 9457), in one place. Thread-safe.
 *
 * <p>What is not foreseen becomes a 500 that says nothing of its cause; the cause is logged with its stack trace.
 */
public final class Problems {
    private static final System.Logger LOGGER = System.getLogger(Problems.class.getName());
    private static final JsonFactory JSON = new JsonFactory();
    private static final Header CONTENT_TYPE = new Header("Content-Type", "application/problem+json; charset=utf-8");
    private static final Header BEARER = new Header("WWW-Authenticate", "Bearer");
    /** An answer is not to be many times as large as the request that broke the rules. */
    private static final int MOST_ERRORS = 1_000;

    private static final Map<ServiceUnavailableException.Reason, AtomicLong> LOGGED = Stream.of(
                    ServiceUnavailableException.Reason.values())
            .collect(Collectors.toUnmodifiableMap(Function.identity(), reason -> new AtomicLong()));
    private static final Duration UNAVAILABLE_FOR = Duration.ofSeconds(2);

    private Problems() {}

    /**
     * The answer to a request that ended in {@code thrown}.
     *
     * @param path the request's path, for {@code instance}
     */
    public static Response answer(Throwable thrown, String path) {
        Told told = told(thrown);
        return answer(
                told.status(), told.code(), told.detail(), path, told.violations(), told.members(), told.headers());
    }

    /**
     * What is told of an exception.
     *
     * @param members further members of the answer
     * @param headers header lines the answer must have
     */
    public record Told(
            int status,
            String code,
            String detail,
            List<Violation> violations,
            Map<String, String> members,
            List<Header> headers) {}

    /** What the client is told; what is a fault of this server is logged. */
    public static Told told(Throwable thrown) {
        return switch (thrown) {
            case RequestRejectedException refused -> refused(refused);
            case Problem problem -> problem(problem);
            case ServiceUnavailableException unavailable -> {
                log(unavailable);
                yield new Told(
                        503,
                        unavailable.reason().code(),
                        unavailable
                                .model()
                                .map(model -> "The table of the model '" + model
                                        + "', or a column of it, is missing in the database. Other models work.")
                                .orElseGet(() -> ProblemCatalogue.explanation(
                                        unavailable.reason().code())),
                        List.of(),
                        unavailable.model().map(model -> Map.of("model", model)).orElse(Map.of()),
                        List.of(retryAfter(UNAVAILABLE_FOR)));
            }
            default -> {
                LOGGER.log(Level.ERROR, "A request failed", thrown);
                yield new Told(
                        500, "internal_error", "Something went wrong on the server.", List.of(), Map.of(), List.of());
            }
        };
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

    /** An answer where only the status is known, such as the web server's own. */
    public static Response answer(int status, String path) {
        String code = ProblemCatalogue.codeOf(status);
        return answer(status, code, ProblemCatalogue.explanation(code), path);
    }

    /** An answer without more to say. */
    public static Response answer(int status, String code, String detail, String path) {
        return answer(status, code, detail, path, List.of(), Map.of(), List.of());
    }

    private static Told refused(RequestRejectedException refused) {
        List<Header> headers = new ArrayList<>(2);
        refused.retryAfter().ifPresent(wait -> headers.add(retryAfter(wait)));
        refused.limit()
                .ifPresent(limit -> headers.addAll(
                        RateLimitFields.reached(limit, refused.retryAfter().orElse(Duration.ZERO))));
        if (refused.category() == RequestRejectedException.Category.UNAUTHENTICATED) {
            headers.add(BEARER);
        }
        Map<String, String> members = new LinkedHashMap<>(refused.members());
        @Nullable String version = members.remove(RequestRejectedException.VERSION);
        if (version != null) {
            String etag = EntityTags.of(new Version(version));
            members.put("etag", etag);
            headers.add(new Header("ETag", etag));
        }
        return new Told(
                ProblemCatalogue.status(refused.category()),
                refused.code(),
                refused.detail(),
                refused.violations(),
                members,
                headers);
    }

    private static Told problem(Problem problem) {
        List<Header> headers = new ArrayList<>(problem.headers().size() + 1);
        problem.headers().forEach((name, value) -> headers.add(new Header(name, value)));
        if (problem.status() == 401 && !problem.headers().containsKey(BEARER.name())) {
            headers.add(BEARER);
        }
        return new Told(
                problem.status(),
                problem.code(),
                String.valueOf(problem.getMessage()),
                problem.violations(),
                Map.of(),
                headers);
    }

    private static Response answer(
            int status,
            String code,
            String detail,
            String path,
            List<Violation> violations,
            Map<String, String> members,
            List<Header> headers) {
        List<Header> all = new ArrayList<>(headers.size() + 1);
        all.add(CONTENT_TYPE);
        all.addAll(headers);
        return new Response(status, all, write(status, code, detail, path, violations, members));
    }

    private static byte[] write(
            int status,
            String code,
            String detail,
            String path,
            List<Violation> violations,
            Map<String, String> members) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("type", "/problems/" + code);
            json.writeStringField("title", ProblemCatalogue.title(code, status));
            json.writeNumberField("status", status);
            json.writeStringField("detail", detail);
            json.writeStringField("instance", path);
            json.writeStringField("code", code);
            for (Map.Entry<String, String> member : members.entrySet()) {
                json.writeStringField(member.getKey(), member.getValue());
            }
            if (!violations.isEmpty()) {
                json.writeArrayFieldStart("errors");
                for (Violation violation : violations.subList(0, Math.min(MOST_ERRORS, violations.size()))) {
                    json.writeStartObject();
                    json.writeStringField("pointer", violation.pointer());
                    json.writeStringField("code", violation.code());
                    json.writeStringField("message", violation.message());
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // writing to memory
        }
        return bytes.toByteArray();
    }

    private static Header retryAfter(Duration wait) {
        return new Header("Retry-After", Long.toString(Math.max(1, LimitingRequests.wholeSeconds(wait))));
    }
}
