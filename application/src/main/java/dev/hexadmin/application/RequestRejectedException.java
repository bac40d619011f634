package dev.hexadmin.application;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
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
    private final transient Message text;
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
            Message text,
            List<Violation> violations,
            Optional<Duration> retryAfter,
            Map<String, String> members,
            Optional<Limit> limit) {
        super(message(text.english(), violations));
        this.category = category;
        this.text = text;
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
        this(category, code, Message.of(detail));
    }

    public RequestRejectedException(Category category, String code, Message text) {
        this(category, code, text, List.of(), Optional.empty(), Map.of(), Optional.empty());
    }

    /** A query names something unknown or has a value of the wrong type. */
    public static RequestRejectedException malformed(String code, String detail, List<Violation> violations) {
        return malformed(code, Message.of(detail), violations);
    }

    /** A query names something unknown or has a value of the wrong type. */
    public static RequestRejectedException malformed(String code, Message text, List<Violation> violations) {
        return new RequestRejectedException(
                Category.MALFORMED, code, text, violations, Optional.empty(), Map.of(), Optional.empty());
    }

    public static RequestRejectedException unauthenticated(String code, String detail) {
        return unauthenticated(code, Message.of(detail));
    }

    public static RequestRejectedException unauthenticated(String code, Message text) {
        return new RequestRejectedException(Category.UNAUTHENTICATED, code, text);
    }

    public static RequestRejectedException forbidden(String code, String detail) {
        return forbidden(code, Message.of(detail));
    }

    public static RequestRejectedException forbidden(String code, Message text) {
        return new RequestRejectedException(Category.FORBIDDEN, code, text);
    }

    public static RequestRejectedException forbidden(String code, String detail, List<Violation> violations) {
        return forbidden(code, Message.of(detail), violations);
    }

    public static RequestRejectedException forbidden(String code, Message text, List<Violation> violations) {
        return new RequestRejectedException(
                Category.FORBIDDEN, code, text, violations, Optional.empty(), Map.of(), Optional.empty());
    }

    /** The caller does not have a right on the model of this name. */
    public static RequestRejectedException missingRight(Action action, String model) {
        return forbidden(
                "forbidden",
                Message.of("This needs the right ''{right}'' on ''{model}''.")
                        .with("right", action.word())
                        .with("model", model));
    }

    /** One of several records named in the body or query does not exist. */
    public static RequestRejectedException notFound(String detail, List<Violation> violations) {
        return notFound(Message.of(detail), violations);
    }

    /** One of several records named in the body or query does not exist. */
    public static RequestRejectedException notFound(Message text, List<Violation> violations) {
        return new RequestRejectedException(
                Category.NOT_FOUND, "not_found", text, violations, Optional.empty(), Map.of(), Optional.empty());
    }

    public static RequestRejectedException notFound(String detail) {
        return notFound(Message.of(detail));
    }

    public static RequestRejectedException notFound(Message text) {
        return new RequestRejectedException(Category.NOT_FOUND, "not_found", text);
    }

    public static RequestRejectedException conflict(String code, String detail, List<Violation> violations) {
        return conflict(code, Message.of(detail), violations);
    }

    public static RequestRejectedException conflict(String code, Message text, List<Violation> violations) {
        return new RequestRejectedException(
                Category.CONFLICT, code, text, violations, Optional.empty(), Map.of(), Optional.empty());
    }

    /** The number of records differs from the one that the caller confirmed; {@code count} is the current number. */
    public static RequestRejectedException countChanged(String detail, long count) {
        return countChanged(Message.of(detail), count);
    }

    /** The number of records differs from the one that the caller confirmed; {@code count} is the current number. */
    public static RequestRejectedException countChanged(Message text, long count) {
        return new RequestRejectedException(
                Category.CONFLICT,
                "count_changed",
                text,
                List.of(),
                Optional.empty(),
                Map.of("count", Long.toString(count)),
                Optional.empty());
    }

    /** The body is well-formed but violates rules. */
    public static RequestRejectedException invalid(List<Violation> violations) {
        return invalid("invalid", Message.of("The body is not valid."), violations);
    }

    public static RequestRejectedException invalid(String code, String detail, List<Violation> violations) {
        return invalid(code, Message.of(detail), violations);
    }

    public static RequestRejectedException invalid(String code, Message text, List<Violation> violations) {
        return new RequestRejectedException(
                Category.INVALID, code, text, violations, Optional.empty(), Map.of(), Optional.empty());
    }

    /** The record does not have the expected version; {@code current} is its current version. */
    public static RequestRejectedException preconditionFailed(String detail, Version current) {
        return preconditionFailed(Message.of(detail), current);
    }

    /** The record does not have the expected version; {@code current} is its current version. */
    public static RequestRejectedException preconditionFailed(Message text, Version current) {
        return new RequestRejectedException(
                Category.PRECONDITION_FAILED,
                "precondition_failed",
                text,
                List.of(),
                Optional.empty(),
                Map.of(VERSION, current.value()),
                Optional.empty());
    }

    /** Temporarily rejected: {@code wait} is the time until the next attempt can succeed. */
    public static RequestRejectedException later(Category category, String code, String detail, Duration wait) {
        return later(category, code, Message.of(detail), wait);
    }

    /** Temporarily rejected: {@code wait} is the time until the next attempt can succeed. */
    public static RequestRejectedException later(Category category, String code, Message text, Duration wait) {
        return new RequestRejectedException(
                category, code, text, List.of(), Optional.of(wait), Map.of(), Optional.empty());
    }

    /** The same exception with pointers below {@code prefix}, such as {@code /create/1}; at least one. */
    public RequestRejectedException below(String prefix) {
        return thrownHere(new RequestRejectedException(
                category,
                code,
                text,
                violations.isEmpty()
                        ? List.of(new Violation(prefix, code, text))
                        : violations.stream().map(v -> v.below(prefix)).toList(),
                retryAfter,
                members,
                limit));
    }

    /** The same exception, caused by a rate limit. */
    public RequestRejectedException under(Limit limit) {
        return thrownHere(new RequestRejectedException(
                category, code, text, violations, retryAfter, members, Optional.of(limit)));
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

    /** A sentence for the caller in English, without the violations. */
    public String detail() {
        return text.english();
    }

    /** The same sentence, for its translation. */
    public Message text() {
        return text;
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
