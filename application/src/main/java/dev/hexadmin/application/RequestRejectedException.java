package dev.hexadmin.application;

import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.domain.records.Version;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A request is rejected for a reason that the caller can act on. The transaction is rolled back.
 *
 * <p>The detail is a sentence for the caller: never SQL, a path of this machine, a stack trace or a secret. The
 * message of the exception is for programs and logs: it has the violations, too.
 */
public final class RequestRejectedException extends RuntimeException {
    /** The name of the current {@link Version} in {@link #members}. */
    public static final String VERSION = "version";

    private static final long serialVersionUID = 1L;

    private static final int MOST_NAMED = 10;

    private final transient Category category;
    private final transient String detail;
    private final transient String code;
    private final transient List<Violation> violations;
    private final transient Optional<Duration> retryAfter;
    private final transient Map<String, String> members;
    private final transient Optional<Limit> limit;

    /** The kind of rejection; it decides the HTTP status. */
    public enum Category {
        MALFORMED,
        UNAUTHENTICATED,
        FORBIDDEN,
        NOT_FOUND,
        CONFLICT,
        PRECONDITION_FAILED,
        INVALID,
        PRECONDITION_REQUIRED,
        TOO_LARGE,
        UNSUPPORTED_TYPE,
        TOO_MANY,
        UNAVAILABLE
    }

    private RequestRejectedException(
            Category category,
            String code,
            String detail,
            List<Violation> violations,
            Optional<Duration> retryAfter,
            Map<String, String> members,
            Optional<Limit> limit) {
        super(message(detail, violations));
        this.category = category;
        this.detail = detail;
        this.code = code;
        this.violations = List.copyOf(violations);
        this.retryAfter = retryAfter;
        this.members = Map.copyOf(members);
        this.limit = limit;
    }

    private static String message(String detail, List<Violation> violations) {
        if (violations.isEmpty()) {
            return detail;
        }
        return violations.stream()
                .limit(MOST_NAMED)
                .map(one -> (one.pointer().isEmpty() ? "" : one.pointer() + ": ") + one.message())
                .collect(Collectors.joining(
                        " ",
                        detail + " ",
                        violations.size() > MOST_NAMED ? " … and " + (violations.size() - MOST_NAMED) + " more" : ""));
    }

    public RequestRejectedException(Category category, String code, String detail) {
        this(category, code, detail, List.of(), Optional.empty(), Map.of(), Optional.empty());
    }

    /** A query names something unknown or has a value of the wrong type. */
    public static RequestRejectedException malformed(String code, String detail, List<Violation> violations) {
        return new RequestRejectedException(
                Category.MALFORMED, code, detail, violations, Optional.empty(), Map.of(), Optional.empty());
    }

    public static RequestRejectedException unauthenticated(String code, String detail) {
        return new RequestRejectedException(Category.UNAUTHENTICATED, code, detail);
    }

    public static RequestRejectedException forbidden(String code, String detail) {
        return new RequestRejectedException(Category.FORBIDDEN, code, detail);
    }

    public static RequestRejectedException forbidden(String code, String detail, List<Violation> violations) {
        return new RequestRejectedException(
                Category.FORBIDDEN, code, detail, violations, Optional.empty(), Map.of(), Optional.empty());
    }

    /** One of several records named in the body or query does not exist. */
    public static RequestRejectedException notFound(String detail, List<Violation> violations) {
        return new RequestRejectedException(
                Category.NOT_FOUND, "not_found", detail, violations, Optional.empty(), Map.of(), Optional.empty());
    }

    public static RequestRejectedException notFound(String detail) {
        return new RequestRejectedException(Category.NOT_FOUND, "not_found", detail);
    }

    public static RequestRejectedException conflict(String code, String detail, List<Violation> violations) {
        return new RequestRejectedException(
                Category.CONFLICT, code, detail, violations, Optional.empty(), Map.of(), Optional.empty());
    }

    /** The number of records differs from the one that the caller confirmed; {@code count} is the current number. */
    public static RequestRejectedException countChanged(String detail, long count) {
        return new RequestRejectedException(
                Category.CONFLICT,
                "count_changed",
                detail,
                List.of(),
                Optional.empty(),
                Map.of("count", Long.toString(count)),
                Optional.empty());
    }

    /** The body is well-formed but violates rules. */
    public static RequestRejectedException invalid(List<Violation> violations) {
        return invalid("invalid", "The body is not valid.", violations);
    }

    public static RequestRejectedException invalid(String code, String detail, List<Violation> violations) {
        return new RequestRejectedException(
                Category.INVALID, code, detail, violations, Optional.empty(), Map.of(), Optional.empty());
    }

    /** The record does not have the expected version; {@code current} is its current version. */
    public static RequestRejectedException preconditionFailed(String detail, Version current) {
        return new RequestRejectedException(
                Category.PRECONDITION_FAILED,
                "precondition_failed",
                detail,
                List.of(),
                Optional.empty(),
                Map.of(VERSION, current.value()),
                Optional.empty());
    }

    /** Temporarily rejected: {@code wait} is the time until the next attempt can succeed. */
    public static RequestRejectedException later(Category category, String code, String detail, Duration wait) {
        return new RequestRejectedException(
                category, code, detail, List.of(), Optional.of(wait), Map.of(), Optional.empty());
    }

    /** The same exception with pointers below {@code prefix}, such as {@code /create/1}; at least one. */
    public RequestRejectedException below(String prefix) {
        return thrownHere(new RequestRejectedException(
                category,
                code,
                detail,
                violations.isEmpty()
                        ? List.of(new Violation(prefix, code, detail))
                        : violations.stream().map(v -> v.below(prefix)).toList(),
                retryAfter,
                members,
                limit));
    }

    /** The same exception, caused by a rate limit. */
    public RequestRejectedException under(Limit limit) {
        return thrownHere(new RequestRejectedException(
                category, code, detail, violations, retryAfter, members, Optional.of(limit)));
    }

    private RequestRejectedException thrownHere(RequestRejectedException copy) {
        copy.setStackTrace(getStackTrace());
        return copy;
    }

    public Category category() {
        return category;
    }

    /** Stable, such as {@code reference_not_found}. */
    public String code() {
        return code;
    }

    /** A sentence for the caller, without the violations. */
    public String detail() {
        return detail;
    }

    public List<Violation> violations() {
        return violations;
    }

    public Optional<Duration> retryAfter() {
        return retryAfter;
    }

    /** Further values for the client by name, such as {@code count}, and the current version as {@link #VERSION}. */
    public Map<String, String> members() {
        return members;
    }

    /** The rate limit that was reached, for the {@code RateLimit} fields. */
    public Optional<Limit> limit() {
        return limit;
    }
}
