package dev.hexadmin.http.server.problem;

import dev.hexadmin.application.RequestRejectedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Every kind of problem answer there is: the one table behind titles and behind the pages at {@code /problems/}. */
public final class ProblemCatalogue {
    private static final List<Entry> TABLE = List.of(
            // 400
            entry(
                    400,
                    "malformed_json",
                    "Malformed JSON",
                    "The body is no JSON, names a member twice, or nests too deep."),
            entry(400, "nesting_too_deep", "Nested too deep", "The body nests deeper than 64 levels."),
            entry(400, "malformed", "Malformed request", "The request cannot be understood. The detail says where."),
            entry(400, "bad_request", "Bad request", "The request breaks the rules of HTTP and was not read further."),
            entry(
                    400,
                    "invalid_path",
                    "Invalid path",
                    "The path is badly percent-encoded or holds a segment that is not allowed."),
            entry(
                    400,
                    "invalid_query",
                    "Invalid query",
                    "A query parameter is unknown, repeated, badly encoded or of the wrong type. The errors name it."),
            entry(
                    400,
                    "incomplete_body",
                    "Incomplete body",
                    "The connection ended before the announced body had come."),
            entry(
                    400,
                    "dangerous_framing",
                    "Ambiguous message",
                    "The length of the body is announced in a way that two readers could understand differently."),
            entry(
                    400,
                    "invalid_cursor",
                    "Invalid cursor",
                    "The cursor is damaged or belongs to another list, filter or ordering."),
            entry(
                    400,
                    "invalid_idempotency_key",
                    "Invalid idempotency key",
                    "Idempotency-Key takes 1 to 255 visible ASCII characters."),
            entry(
                    400,
                    "invalid_handshake",
                    "Invalid WebSocket handshake",
                    "The request asks for a WebSocket but its headers do not open one (RFC 6455, 4.1)."),
            entry(400, "unknown_model", "Unknown model", "A model was named that does not exist or is not searchable."),
            // 401
            entry(401, "unauthenticated", "Sign-in needed", "Send an access token: Authorization: Bearer …"),
            entry(
                    401,
                    "invalid_token",
                    "Invalid access token",
                    "The access token is damaged, foreign, expired or no longer accepted. Sign in or refresh."),
            entry(
                    401,
                    "token_expired",
                    "Access token expired",
                    "The access token was good and is too old now. Refresh it."),
            entry(
                    401,
                    "invalid_credentials",
                    "Invalid credentials",
                    "The address, the password or the code is not right."),
            entry(
                    401,
                    "invalid_refresh_token",
                    "Invalid refresh token",
                    "The refresh token is unknown or no longer good. Sign in again."),
            entry(
                    401,
                    "refresh_token_expired",
                    "Refresh token expired",
                    "The refresh token is too old. Sign in again."),
            // 403
            entry(403, "forbidden", "Not allowed", "The signed-in user lacks the right that this needs."),
            entry(
                    403,
                    "csrf",
                    "Form not from here",
                    "A request in a session of the panel has to carry the session's token: as X-CSRF-Token, or in the"
                            + " field csrf_token of a form."),
            entry(403, "escalation", "Not yours to grant", "Nobody can grant a right they do not hold themselves."),
            entry(
                    403,
                    "field_forbidden",
                    "Field not allowed",
                    "A field or a related model was named that you may not view or write. The errors name it."),
            entry(
                    403,
                    "row_policy",
                    "Record not covered",
                    "Your roles do not cover this record, or what it would become."),
            entry(403, "read_only_model", "Read only", "Records of this model are written by the server alone."),
            entry(
                    403,
                    "invalid_setup_token",
                    "Set-up link not valid",
                    "The one-time set-up link was used, or belongs to an earlier start of the server."),
            entry(
                    403,
                    "not_yours",
                    "Not your notifications",
                    "Only a superuser reads or follows what came for somebody else."),
            entry(
                    403,
                    "invalid_report",
                    "Report not accepted",
                    "The provider cannot tell that its gateway made this report, or cannot read it."),
            entry(
                    403,
                    "not_by_key",
                    "Not with an API key",
                    "Keys, the password, the second factor and the sessions of a user are for the user in person."),
            entry(403, "not_importable", "Not to be imported", "Records of this model are made in another way."),
            entry(
                    403,
                    "own_password",
                    "Your own password",
                    "Your own password is changed in your profile or at /api/auth/password, with the current one."),
            entry(
                    403,
                    "own_second_factor",
                    "Your own second factor",
                    "Your own second factor is turned off in your profile, with a code."),
            // 404, 405, 406, 408
            entry(404, "not_found", "Not found", "There is nothing here, or nothing that you may see."),
            entry(
                    405,
                    "method_not_allowed",
                    "Method not allowed",
                    "This path exists but not for this method. The Allow header lists those it takes."),
            entry(
                    406,
                    "not_acceptable",
                    "Not acceptable",
                    "The answer is application/json, which the Accept header rules out."),
            entry(408, "request_timeout", "Request too slow", "The request did not come in time."),
            // 409
            entry(409, "conflict", "Conflict", "The request does not fit with what is there now."),
            entry(409, "unique", "Already there", "Another record has the same value where it must be unique."),
            entry(
                    409,
                    "reference_not_found",
                    "Reference not found",
                    "A reference points to a record that does not exist."),
            entry(409, "in_use", "In use", "Other records point to this one."),
            entry(
                    409,
                    "not_stored",
                    "Not stored",
                    "A trigger or a rule of the database took the change without an error and did not make it."),
            entry(409, "role_in_use", "Role in use", "Users still have this role."),
            entry(
                    409,
                    "last_superuser",
                    "Last superuser",
                    "The last active superuser can be neither deleted, deactivated nor demoted."),
            entry(
                    409,
                    "request_in_progress",
                    "Still running",
                    "The first request with this idempotency key has not been answered yet."),
            entry(
                    409,
                    "too_many_related",
                    "Too much hangs on it",
                    "More records would go along than one transaction should hold. Delete or change them first."),
            entry(
                    409,
                    "partly_changed",
                    "A part was changed",
                    "Records of a long list are changed in several transactions on SQLite. One was refused after others"
                            + " had been changed; those stay so. The detail says how many."),
            entry(
                    409,
                    "count_changed",
                    "Not as many any more",
                    "The list has another number of records than was confirmed. The count member is how many it has now."),
            entry(409, "setup_done", "Set-up is done", "There are users already."),
            entry(
                    409,
                    "second_factor_on",
                    "Second factor is on",
                    "Turn the second factor off before setting up another one."),
            entry(409, "second_factor_off", "No second factor", "The user has no second factor."),
            entry(
                    409,
                    "import_not_ready",
                    "Import not ready",
                    "Only a file that was checked without an error is imported."),
            entry(409, "import_busy", "Import is busy", "This file is being processed. Refresh the page."),
            entry(
                    409,
                    "not_revertible",
                    "Cannot be taken back",
                    "What this change did cannot be put back, or has been already."),
            entry(409, "too_many_keys", "Too many API keys", "End one of your API keys before you make another."),
            // 412..431
            entry(
                    412,
                    "precondition_failed",
                    "Changed meanwhile",
                    "The record is no longer the one that If-Match names. The etag member is its version now."),
            entry(413, "payload_too_large", "Body too large", "The body is larger than the server takes."),
            entry(414, "uri_too_long", "URL too long", "The request line is longer than the server takes."),
            entry(
                    415,
                    "unsupported_media_type",
                    "Unsupported media type",
                    "Send application/json; for PATCH also application/merge-patch+json; a gateway's report as"
                            + " application/x-www-form-urlencoded. Content codings are not supported."),
            entry(
                    417,
                    "expectation_failed",
                    "Expectation failed",
                    "The only expectation this server knows is 100-continue."),
            entry(
                    422,
                    "invalid",
                    "Not valid",
                    "The body is understood but breaks rules. The errors say which and where."),
            entry(
                    422,
                    "idempotency_mismatch",
                    "Another request has this key",
                    "The idempotency key was used before with another request."),
            entry(
                    428,
                    "precondition_required",
                    "If-Match needed",
                    "This model is only changed with If-Match, so that nobody overwrites what they have not seen."),
            entry(426, "upgrade_required", "WebSocket only", "Open this path as a WebSocket, version 13."),
            entry(429, "rate_limited", "Too many requests", "Wait for the seconds that Retry-After says."),
            entry(
                    429,
                    "too_many_connections",
                    "Too many connections",
                    "You have too many open streams and sockets, or the server has. Close some, or come again."),
            entry(
                    431,
                    "headers_too_large",
                    "Headers too large",
                    "The header lines together are larger than the server takes."),
            // 5xx
            entry(
                    500,
                    "internal_error",
                    "Internal error",
                    "Something went wrong on the server. The request id finds it in the log."),
            entry(501, "not_implemented", "Not implemented", "The server does not know how to do this."),
            entry(
                    503,
                    "service_unavailable",
                    "Not available now",
                    "Something other than the database that the answer needs is unavailable. Try again."),
            entry(
                    503,
                    "database_unavailable",
                    "Database unavailable",
                    "The database cannot be reached or cannot work now. Try again."),
            entry(
                    503,
                    "database_full",
                    "Database full",
                    "The database has no disk space left: nothing can be saved until there is some. Reading works."),
            entry(
                    503,
                    "database_read_only",
                    "Database read-only",
                    "The database takes no changes now: nothing can be saved until it does. Reading works."),
            entry(
                    503,
                    "database_locked",
                    "Database locked",
                    "Another transaction holds what this request needs. Try again."),
            entry(
                    503,
                    "model_unavailable",
                    "Model unavailable",
                    "The table of this model, or a column of it, is missing in the database. Other models work."),
            entry(503, "busy", "Busy", "Too many passwords are being checked at the moment. Try again."),
            entry(
                    503,
                    "identity_source_away",
                    "Accounts cannot be asked about",
                    "Where this account is kept gives no answer at the moment. Try again."),
            entry(
                    503,
                    "draining",
                    "Server is stopping",
                    "The server is stopping. Try again: another one, or the next, will answer."),
            entry(505, "http_version_not_supported", "HTTP version not supported", "The server speaks HTTP/1.1."));

    private static final Map<String, Entry> BY_CODE =
            TABLE.stream().collect(Collectors.toUnmodifiableMap(Entry::code, Function.identity()));

    private ProblemCatalogue() {}

    /**
     * One kind of problem.
     *
     * @param code stable; the last segment of {@code type}
     * @param status the HTTP status it comes with
     * @param title for people, the same every time
     * @param explanation what it means and what to do about it
     */
    public record Entry(String code, int status, String title, String explanation) {}

    /** The whole table, by status. */
    public static List<Entry> entries() {
        return TABLE;
    }

    public static Optional<Entry> find(String code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /** What a code means and what to do about it. */
    static String explanation(String code) {
        return find(code).map(Entry::explanation).orElse("The request was refused.");
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
            case TOO_MANY -> 429;
            case UNAVAILABLE -> 503;
        };
    }

    private static Entry entry(int status, String code, String title, String explanation) {
        return new Entry(code, status, title, explanation);
    }
}
