package dev.hexadmin.http.server.problem;

import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.response.Response.Header;
import java.util.List;
import java.util.Optional;

/**
 * What the client learns of an exception (RFC 9457).
 *
 * @param text a sentence for the caller
 * @param etag the current version of the record, when the client's is another
 * @param model the one whose table is missing
 * @param headers that the response must have
 */
public record ProblemDetails(
        int status,
        String code,
        Message text,
        List<Violation> violations,
        Optional<String> etag,
        Optional<String> model,
        List<Header> headers) {

    ProblemDetails(int status, String code, Message text, List<Violation> violations, List<Header> headers) {
        this(status, code, text, violations, Optional.empty(), Optional.empty(), headers);
    }
}
