package dev.hexadmin.http.server.problem;

import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Map;

/**
 * A refusal that only exists on this side of the application: 405, 406, 408, 413, 415, 431 and the like.
 */
public final class Problem extends RuntimeException {
    /** The header lines of an answer after which the connection is closed. */
    public static final Map<String, String> CLOSE = Map.of("Connection", "close");

    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient String code;
    private final transient Message text;
    private final transient List<Violation> violations;
    private final transient Map<String, String> headers;

    public Problem(int status, String code, String detail, List<Violation> violations, Map<String, String> headers) {
        this(status, code, Message.of(detail), violations, headers);
    }

    public Problem(int status, String code, Message text, List<Violation> violations, Map<String, String> headers) {
        super(text.english(), null, false, false);
        this.status = status;
        this.code = code;
        this.text = text;
        this.violations = List.copyOf(violations);
        this.headers = Map.copyOf(headers);
    }

    public Problem(int status, String code, String detail) {
        this(status, code, Message.of(detail));
    }

    public Problem(int status, String code, Message text) {
        this(status, code, text, List.of(), Map.of());
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    /** A sentence for the caller. */
    public Message text() {
        return text;
    }

    public List<Violation> violations() {
        return violations;
    }

    /** Header lines the answer must have, such as {@code Allow}. */
    public Map<String, String> headers() {
        return headers;
    }
}
