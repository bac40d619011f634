package dev.hexadmin.http.server.problem;

import dev.hexadmin.application.RequestRejectedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All problem codes with their titles, and the explanations of the pages at {@code /problems/}. */
public final class ProblemCatalogue {
    private static final List<Entry> TABLE = List.of(
            // 400
            entry(
                    400,
                    "malformed_json",
                    "Malformed JSON",
                    "The body is not valid JSON, contains a member twice, or is nested too deeply."),
            entry(400, "nesting_too_deep", "Nesting too deep", "The body is nested deeper than 64 levels."),
            entry(
                    400,
                    "malformed",
                    "Malformed request",
                    "The request could not be parsed. The detail names the place."),
            entry(400, "bad_request", "Bad request", "The request violates the HTTP protocol and was not processed."),
            entry(
                    400,
                    "invalid_path",
                    "Invalid path",
                    "The path has invalid percent-encoding or a segment that is not allowed."),
            entry(
                    400,
                    "invalid_query",
                    "Invalid query",
                    "A query parameter is unknown, repeated, incorrectly encoded or of the wrong type. The errors name"
                            + " it."),
            entry(
                    400,
                    "incomplete_body",
                    "Incomplete body",
                    "The connection was closed before the whole body was received."),
            entry(
                    400,
                    "dangerous_framing",
                    "Ambiguous message",
                    "The headers that give the length of the body are ambiguous (RFC 9112, 6.3)."),
            entry(
                    400,
                    "invalid_cursor",
                    "Invalid cursor",
                    "The cursor was changed, or belongs to another list, filter or ordering."),
            entry(
                    400,
                    "invalid_idempotency_key",
                    "Invalid idempotency key",
                    "Idempotency-Key must be 1 to 255 visible ASCII characters."),
            entry(
                    400,
                    "invalid_handshake",
                    "Invalid WebSocket handshake",
                    "The headers of the opening handshake are not valid (RFC 6455, 4.1)."),
            entry(400, "unknown_model", "Unknown model", "The model does not exist or cannot be searched."),
            // 401
            entry(401, "unauthenticated", "Authentication required", "Send an access token: Authorization: Bearer …"),
            entry(
                    401,
                    "invalid_token",
                    "Invalid access token",
                    "The access token is not valid, has expired or was revoked. Sign in or refresh it."),
            entry(401, "token_expired", "Access token expired", "The access token has expired. Refresh it."),
            entry(
                    401,
                    "invalid_credentials",
                    "Invalid credentials",
                    "The e-mail address, the password or the code is wrong."),
            entry(
                    401,
                    "invalid_refresh_token",
                    "Invalid refresh token",
                    "The refresh token is unknown or was revoked. Sign in again."),
            entry(
                    401,
                    "refresh_token_expired",
                    "Refresh token expired",
                    "The refresh token has expired. Sign in again."),
            entry(
                    401,
                    "provider_sign_in_failed",
                    "Sign-in by the identity provider failed",
                    "The identity provider does not confirm the code or the token, or it was used before. Start the"
                            + " sign-in again."),
            entry(
                    401,
                    "no_account",
                    "No account",
                    "The identity provider confirms the user, but no account here can be used with this sign-in: there"
                            + " is none with the verified e-mail address, or it is inactive."),
            // 403
            entry(403, "forbidden", "Forbidden", "The user does not have the required permission."),
            entry(
                    403,
                    "csrf",
                    "CSRF token missing or invalid",
                    "A request in a session of the panel must contain the CSRF token of the session: in the header"
                            + " X-CSRF-Token or in the form field csrf_token."),
            entry(
                    403,
                    "escalation",
                    "Privilege escalation",
                    "Users can only grant permissions that they have themselves."),
            entry(
                    403,
                    "field_forbidden",
                    "Field forbidden",
                    "You may not view or write a field or related model of the request. The errors name it."),
            entry(
                    403,
                    "row_policy",
                    "Row policy",
                    "The row policies of your roles exclude this record, or the record as it would be after the"
                            + " change."),
            entry(
                    403,
                    "link_expired",
                    "Link expired",
                    "The address of the file is older than five minutes, or was changed. Read the record again to get a"
                            + " new one."),
            entry(403, "read_only_model", "Read-only model", "Only the server writes records of this model."),
            entry(
                    403,
                    "invalid_setup_token",
                    "Invalid setup token",
                    "The one-time setup link was used already, or is of an earlier start of the server."),
            entry(
                    403,
                    "not_yours",
                    "Notifications of another user",
                    "Only superusers may read or subscribe to the notifications of other users."),
            entry(
                    403,
                    "invalid_report",
                    "Invalid status report",
                    "The signature or the content of the status report is not valid for this provider."),
            entry(
                    403,
                    "not_by_key",
                    "Not with an API key",
                    "API keys, password, second factor and sessions can only be managed after a sign-in, not with an"
                            + " API key."),
            entry(403, "not_importable", "Import not supported", "Records of this model cannot be imported."),
            entry(
                    403,
                    "own_password",
                    "Your own password",
                    "Change your own password in your profile or at /api/auth/password; the current password is"
                            + " required."),
            entry(
                    403,
                    "own_second_factor",
                    "Your own second factor",
                    "Turn off your own second factor in your profile; a code is required."),
            // 404, 405, 406, 408
            entry(404, "not_found", "Not found", "The resource does not exist, or you may not view it."),
            entry(
                    405,
                    "method_not_allowed",
                    "Method not allowed",
                    "The path does not support this method. The Allow header lists the supported methods."),
            entry(
                    406,
                    "not_acceptable",
                    "Not acceptable",
                    "The response is application/json, which the Accept header excludes."),
            entry(408, "request_timeout", "Request timeout", "The request was not received in time."),
            // 409
            entry(409, "conflict", "Conflict", "The request conflicts with the current state of the resource."),
            entry(409, "unique", "Not unique", "Another record has the same value of a unique field."),
            entry(409, "reference_not_found", "Reference not found", "The referenced record does not exist."),
            entry(409, "in_use", "In use", "Other records reference this record."),
            entry(
                    409,
                    "not_stored",
                    "Not stored",
                    "A trigger or rule of the database discarded the change without an error."),
            entry(409, "role_in_use", "Role in use", "The role is assigned to users."),
            entry(
                    409,
                    "last_superuser",
                    "Last superuser",
                    "The last active superuser cannot be deleted, deactivated or demoted."),
            entry(
                    409,
                    "request_in_progress",
                    "Request in progress",
                    "The first request with this idempotency key is still being processed."),
            entry(
                    409,
                    "too_many_related",
                    "Too many related records",
                    "The deletion would affect more related records than the limit. Delete or change them first."),
            entry(
                    409,
                    "partly_changed",
                    "Partly changed",
                    "On SQLite, many records are changed in several transactions. One of them failed after others had"
                            + " been committed. The detail gives the number of changed records."),
            entry(
                    409,
                    "count_changed",
                    "Number of records changed",
                    "The number of records is not the confirmed number. The member count has the current number."),
            entry(409, "setup_done", "Setup done", "The first user exists already."),
            entry(
                    409,
                    "second_factor_on",
                    "Second factor is on",
                    "Turn off the second factor before you set up another one."),
            entry(409, "second_factor_off", "No second factor", "The user has no second factor."),
            entry(
                    409,
                    "import_not_ready",
                    "Import not ready",
                    "Only a file whose check found no errors can be imported."),
            entry(409, "import_busy", "Import is busy", "This file is being processed. Refresh the page."),
            entry(409, "not_revertible", "Not revertible", "This change cannot be reverted, or was reverted already."),
            entry(
                    409,
                    "too_many_views",
                    "Too many saved views",
                    "Delete one of your saved views before you create another one."),
            entry(
                    409,
                    "too_many_keys",
                    "Too many API keys",
                    "Revoke one of your API keys before you create another one."),
            // 412..431
            entry(
                    412,
                    "precondition_failed",
                    "Precondition failed",
                    "The record was changed: If-Match is not its current version. The member etag has the current"
                            + " version."),
            entry(
                    413,
                    "payload_too_large",
                    "Body too large",
                    "The body or the file is larger than the limit of the server or of the field."),
            entry(414, "uri_too_long", "URL too long", "The request line is longer than the limit of the server."),
            entry(
                    415,
                    "unsupported_media_type",
                    "Unsupported media type",
                    "Send application/json; for PATCH also application/merge-patch+json; for status reports of"
                            + " providers application/x-www-form-urlencoded; for files multipart/form-data. Content codings are"
                            + " not supported. A file is of a type that its field does not take; the type is found in"
                            + " the content, not in the name."),
            entry(
                    416,
                    "range_not_satisfiable",
                    "Range not satisfiable",
                    "The range begins after the end of the file (RFC 9110, 15.5.17). Content-Range has its size."),
            entry(417, "expectation_failed", "Expectation failed", "The only supported expectation is 100-continue."),
            entry(
                    400,
                    "invalid_upload_header",
                    "Invalid header of an upload",
                    "Upload-Length and Upload-Offset are numbers of bytes, and Upload-Metadata is keys with values in Base64, as the"
                            + " tus protocol 1.0.0 says."),
            entry(
                    409,
                    "offset_mismatch",
                    "Offset mismatch",
                    "The bytes that were sent do not continue where the stored bytes end. HEAD answers the offset."),
            entry(
                    460,
                    "checksum_mismatch",
                    "Checksum mismatch",
                    "The bytes that were sent do not have the Upload-Checksum of the request. None of them was stored."),
            entry(
                    409,
                    "file_removed",
                    "File removed",
                    "The deleted record must have a file, and its file has been removed. The errors name the fields."),
            entry(
                    412,
                    "tus_version",
                    "Version of tus not supported",
                    "The request has no header Tus-Resumable, or another version of the tus protocol than Tus-Version says."),
            entry(
                    422,
                    "invalid",
                    "Validation failed",
                    "Values of the body are not valid. The errors name the fields and the reasons."),
            entry(
                    422,
                    "unreadable_image",
                    "Unreadable image",
                    "The image is damaged, has too many pixels, or is in a format that cannot be decoded."),
            entry(
                    422,
                    "idempotency_mismatch",
                    "Idempotency key reused",
                    "The idempotency key was used with a different request."),
            entry(
                    428,
                    "precondition_required",
                    "Precondition required",
                    "Changes of this model require If-Match, so that no change overwrites another one unseen."),
            entry(426, "upgrade_required", "WebSocket only", "Open this path as a WebSocket, version 13."),
            entry(429, "rate_limited", "Too many requests", "Wait for the number of seconds in Retry-After."),
            entry(
                    429,
                    "too_many_connections",
                    "Too many connections",
                    "The limit of open streams and WebSockets is reached, of the user or of the server. Close some or"
                            + " retry."),
            entry(
                    431,
                    "headers_too_large",
                    "Headers too large",
                    "The headers are larger than the limit of the server."),
            // 5xx
            entry(
                    500,
                    "internal_error",
                    "Internal error",
                    "An unexpected error occurred. The log has the details under the request id."),
            entry(501, "not_implemented", "Not implemented", "The server does not support this."),
            entry(
                    503,
                    "service_unavailable",
                    "Service unavailable",
                    "A service other than the database is unavailable. Retry later."),
            entry(
                    503,
                    "database_unavailable",
                    "Database unavailable",
                    "The database is not reachable or not operational. Retry later."),
            entry(
                    503,
                    "database_full",
                    "Database full",
                    "The database has no disk space left. Reading works; nothing can be saved."),
            entry(
                    503,
                    "database_read_only",
                    "Database read-only",
                    "The database is read-only at the moment. Reading works; nothing can be saved."),
            entry(
                    503,
                    "database_locked",
                    "Database locked",
                    "Another transaction holds a lock that this request needs. Retry."),
            entry(
                    503,
                    "model_unavailable",
                    "Model unavailable",
                    "The table of this model, or a column of it, is missing in the database. Other models work."),
            entry(503, "busy", "Busy", "Too many passwords are being checked at the moment. Retry."),
            entry(
                    503,
                    "identity_source_unavailable",
                    "Identity source unavailable",
                    "The source of this account does not respond at the moment. Retry later."),
            entry(
                    503,
                    "identity_provider_unavailable",
                    "Identity provider unavailable",
                    "The identity provider does not respond at the moment. Retry later."),
            entry(
                    503,
                    "draining",
                    "Server is stopping",
                    "The server is shutting down. Retry: another server, or the restarted one, will respond."),
            entry(505, "http_version_not_supported", "HTTP version not supported", "The server supports HTTP/1.1."));

    private static final Map<String, Entry> BY_CODE =
            TABLE.stream().collect(Collectors.toUnmodifiableMap(Entry::code, Function.identity()));

    private ProblemCatalogue() {}

    /**
     * One kind of problem.
     *
     * @param code stable; the last segment of {@code type}
     * @param status the HTTP status
     * @param title a short text for people, always the same
     * @param explanation the cause, and what the client can do
     */
    public record Entry(String code, int status, String title, String explanation) {}

    /** The whole table, by status. */
    public static List<Entry> entries() {
        return TABLE;
    }

    public static Optional<Entry> find(String code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /** The cause of a problem, and what the client can do. */
    static String explanation(String code) {
        return find(code).map(Entry::explanation).orElse("The request was rejected.");
    }

    /** The title of a code; a code that is not in the table gets the title of its status. */
    public static String title(String code, int status) {
        return find(code)
                .or(() ->
                        TABLE.stream().filter(entry -> entry.status() == status).findFirst())
                .map(Entry::title)
                .orElse("Problem");
    }

    /** The code of answers that only have a status, such as the web server's own. */
    static String codeOf(int status) {
        return switch (status) {
            case 400 -> "bad_request";
            case 401 -> "unauthenticated";
            case 403 -> "forbidden";
            case 422 -> "invalid";
            case 409 -> "conflict";
            case 503 -> "service_unavailable";
            default ->
                TABLE.stream()
                        .filter(entry -> entry.status() == status)
                        .findFirst()
                        .map(Entry::code)
                        .orElse(status < 500 ? "bad_request" : "internal_error");
        };
    }

    /** The status of a refusal. */
    static int status(RequestRejectedException.Category category) {
        return switch (category) {
            case MALFORMED -> 400;
            case UNAUTHENTICATED -> 401;
            case FORBIDDEN -> 403;
            case NOT_FOUND -> 404;
            case CONFLICT -> 409;
            case PRECONDITION_FAILED -> 412;
            case INVALID -> 422;
            case PRECONDITION_REQUIRED -> 428;
            case TOO_LARGE -> 413;
            case UNSUPPORTED_TYPE -> 415;
            case TOO_MANY -> 429;
            case UNAVAILABLE -> 503;
        };
    }

    private static Entry entry(int status, String code, String title, String explanation) {
        return new Entry(code, status, title, explanation);
    }
}
