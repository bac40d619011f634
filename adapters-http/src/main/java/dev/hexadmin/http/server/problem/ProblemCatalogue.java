package dev.hexadmin.http.server.problem;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.text.Message;
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
                    Message.of("Malformed JSON"),
                    Message.of("The body is not valid JSON, contains a member twice, or is nested too deeply.")),
            entry(
                    400,
                    "nesting_too_deep",
                    Message.of("Nesting too deep"),
                    Message.of("The body is nested deeper than 64 levels.")),
            entry(
                    400,
                    "malformed",
                    Message.of("Malformed request"),
                    Message.of("The request could not be parsed. The detail names the place.")),
            entry(
                    400,
                    "bad_request",
                    Message.of("Bad request"),
                    Message.of("The request violates the HTTP protocol and was not processed.")),
            entry(
                    400,
                    "invalid_path",
                    Message.of("Invalid path"),
                    Message.of("The path has invalid percent-encoding or a segment that is not allowed.")),
            entry(
                    400,
                    "invalid_query",
                    Message.of("Invalid query"),
                    Message.of(
                            "A query parameter is unknown, repeated, incorrectly encoded or of the wrong type. The errors name"
                                    + " it.")),
            entry(
                    400,
                    "incomplete_body",
                    Message.of("Incomplete body"),
                    Message.of("The connection was closed before the whole body was received.")),
            entry(
                    400,
                    "dangerous_framing",
                    Message.of("Ambiguous message"),
                    Message.of("The headers that give the length of the body are ambiguous (RFC 9112, 6.3).")),
            entry(
                    400,
                    "invalid_cursor",
                    Message.of("Invalid cursor"),
                    Message.of("The cursor was changed, or belongs to another list, filter or ordering.")),
            entry(
                    400,
                    "invalid_idempotency_key",
                    Message.of("Invalid idempotency key"),
                    Message.of("Idempotency-Key must be 1 to 255 visible ASCII characters.")),
            entry(
                    400,
                    "invalid_handshake",
                    Message.of("Invalid WebSocket handshake"),
                    Message.of("The headers of the opening handshake are not valid (RFC 6455, 4.1).")),
            entry(
                    400,
                    "unknown_model",
                    Message.of("Unknown model"),
                    Message.of("The model does not exist or cannot be searched.")),
            // 401
            entry(
                    401,
                    "unauthenticated",
                    Message.of("Authentication required"),
                    Message.of("Send an access token: Authorization: Bearer …")),
            entry(
                    401,
                    "invalid_token",
                    Message.of("Invalid access token"),
                    Message.of("The access token is not valid, has expired or was revoked. Sign in or refresh it.")),
            entry(
                    401,
                    "token_expired",
                    Message.of("Access token expired"),
                    Message.of("The access token has expired. Refresh it.")),
            entry(
                    401,
                    "invalid_credentials",
                    Message.of("Invalid credentials"),
                    Message.of("The e-mail address, the password or the code is wrong.")),
            entry(
                    401,
                    "invalid_refresh_token",
                    Message.of("Invalid refresh token"),
                    Message.of("The refresh token is unknown or was revoked. Sign in again.")),
            entry(
                    401,
                    "refresh_token_expired",
                    Message.of("Refresh token expired"),
                    Message.of("The refresh token has expired. Sign in again.")),
            entry(
                    401,
                    "provider_sign_in_failed",
                    Message.of("Sign-in by the identity provider failed"),
                    Message.of(
                            "The identity provider does not confirm the code or the token, or it was used before. Start the"
                                    + " sign-in again.")),
            entry(
                    401,
                    "no_account",
                    Message.of("No account"),
                    Message.of(
                            "The identity provider confirms the user, but no account here can be used with this sign-in: there"
                                    + " is none with the verified e-mail address, or it is inactive.")),
            entry(
                    401,
                    "passkey_rejected",
                    Message.of("Passkey rejected"),
                    Message.of(
                            "The passkey is unknown, its response is not valid, or its user may not sign in. Sign in in another way.")),
            entry(
                    401,
                    "passkey_ticket_expired",
                    Message.of("Request for a passkey expired"),
                    Message.of("The request for a passkey is older than five minutes, or was used. Start it again.")),
            // 403
            entry(
                    403,
                    "forbidden",
                    Message.of("Forbidden"),
                    Message.of("The user does not have the required permission.")),
            entry(
                    403,
                    "csrf",
                    Message.of("CSRF token missing or invalid"),
                    Message.of(
                            "A request in a session of the panel must contain the CSRF token of the session: in the header"
                                    + " X-CSRF-Token or in the form field csrf_token.")),
            entry(
                    403,
                    "escalation",
                    Message.of("Privilege escalation"),
                    Message.of("Users can only grant permissions that they have themselves.")),
            entry(
                    403,
                    "field_forbidden",
                    Message.of("Field forbidden"),
                    Message.of(
                            "You may not view or write a field or related model of the request. The errors name it.")),
            entry(
                    403,
                    "row_policy",
                    Message.of("Row policy"),
                    Message.of(
                            "The row policies of your roles exclude this record, or the record as it would be after the"
                                    + " change.")),
            entry(
                    403,
                    "link_expired",
                    Message.of("Link expired"),
                    Message.of(
                            "The address of the file is older than five minutes, or was changed. Read the record again to get a"
                                    + " new one.")),
            entry(
                    403,
                    "read_only_model",
                    Message.of("Read-only model"),
                    Message.of("Only the server writes records of this model.")),
            entry(
                    403,
                    "invalid_setup_token",
                    Message.of("Invalid setup token"),
                    Message.of("The one-time setup link was used already, or is of an earlier start of the server.")),
            entry(
                    403,
                    "not_yours",
                    Message.of("Notifications of another user"),
                    Message.of("Only superusers may read or subscribe to the notifications of other users.")),
            entry(
                    403,
                    "invalid_report",
                    Message.of("Invalid status report"),
                    Message.of("The signature or the content of the status report is not valid for this provider.")),
            entry(
                    403,
                    "not_by_key",
                    Message.of("Not with an API key"),
                    Message.of(
                            "API keys, password, second factor and sessions can only be managed after a sign-in, not with an"
                                    + " API key.")),
            entry(
                    403,
                    "not_importable",
                    Message.of("Import not supported"),
                    Message.of("Records of this model cannot be imported.")),
            entry(
                    403,
                    "invalid_link",
                    Message.of("Invalid link"),
                    Message.of("The link of the mail was used or replaced, or it has expired. Request a new one.")),
            entry(
                    403,
                    "own_email",
                    Message.of("Your own e-mail address"),
                    Message.of(
                            "Change your own e-mail address in your profile or at /api/auth/email; the current password is"
                                    + " required.")),
            entry(
                    403,
                    "own_password",
                    Message.of("Your own password"),
                    Message.of(
                            "Change your own password in your profile or at /api/auth/password; the current password is"
                                    + " required.")),
            entry(
                    403,
                    "own_second_factor",
                    Message.of("Your own second factor"),
                    Message.of("Turn off your own second factor in your profile; a code is required.")),
            // 404, 405, 406, 408
            entry(
                    404,
                    "not_found",
                    Message.of("Not found"),
                    Message.of("The resource does not exist, or you may not view it.")),
            entry(
                    405,
                    "method_not_allowed",
                    Message.of("Method not allowed"),
                    Message.of("The path does not support this method. The Allow header lists the supported methods.")),
            entry(
                    406,
                    "not_acceptable",
                    Message.of("Not acceptable"),
                    Message.of("The response is application/json, which the Accept header excludes.")),
            entry(
                    408,
                    "request_timeout",
                    Message.of("Request timeout"),
                    Message.of("The request was not received in time.")),
            // 409
            entry(
                    409,
                    "conflict",
                    Message.of("Conflict"),
                    Message.of("The request conflicts with the current state of the resource.")),
            entry(
                    409,
                    "unique",
                    Message.of("Not unique"),
                    Message.of("Another record has the same value of a unique field.")),
            entry(
                    409,
                    "reference_not_found",
                    Message.of("Reference not found"),
                    Message.of("The referenced record does not exist.")),
            entry(409, "in_use", Message.of("In use"), Message.of("Other records reference this record.")),
            entry(
                    409,
                    "not_stored",
                    Message.of("Not stored"),
                    Message.of("A trigger, rule or policy of the database discarded the change without an error.")),
            entry(
                    409,
                    "ambiguous_key",
                    Message.of("Ambiguous key"),
                    Message.of("Several rows have the key of the record. Change them in the database.")),
            entry(409, "role_in_use", Message.of("Role in use"), Message.of("The role is assigned to users.")),
            entry(
                    409,
                    "last_superuser",
                    Message.of("Last superuser"),
                    Message.of("The last active superuser cannot be deleted, deactivated or demoted.")),
            entry(
                    409,
                    "request_in_progress",
                    Message.of("Request in progress"),
                    Message.of("The first request with this idempotency key is still being processed.")),
            entry(
                    409,
                    "too_many_related",
                    Message.of("Too many related records"),
                    Message.of(
                            "The deletion would affect more related records than the limit. Delete or change them first.")),
            entry(
                    409,
                    "partly_changed",
                    Message.of("Partly changed"),
                    Message.of(
                            "On SQLite, many records are changed in several transactions. One of them failed after others had"
                                    + " been committed. The detail gives the number of changed records.")),
            entry(
                    409,
                    "count_changed",
                    Message.of("Number of records changed"),
                    Message.of(
                            "The number of records is not the confirmed number. The member count has the current number.")),
            entry(409, "setup_done", Message.of("Setup done"), Message.of("The first user exists already.")),
            entry(
                    409,
                    "second_factor_on",
                    Message.of("Second factor is on"),
                    Message.of("Turn off the second factor before you set up another one.")),
            entry(
                    409,
                    "invitation_closed",
                    Message.of("Invitation closed"),
                    Message.of("The invitation was accepted or withdrawn.")),
            entry(
                    409,
                    "invitation_pending",
                    Message.of("Already invited"),
                    Message.of(
                            "The address has an invitation that can still be accepted. Send it again, or withdraw it.")),
            entry(
                    409,
                    "mail_not_configured",
                    Message.of("Mail not configured"),
                    Message.of("Mails with links need a provider of e-mail and the setting public_url.")),
            entry(
                    409,
                    "passkeys_unavailable",
                    Message.of("Passkeys unavailable"),
                    Message.of(
                            "Passkeys need the setting public_url with an https address and a host name, or localhost.")),
            entry(
                    409,
                    "too_many_passkeys",
                    Message.of("Too many passkeys"),
                    Message.of("The user has as many passkeys as possible. Remove one first.")),
            entry(409, "no_passkeys", Message.of("No passkeys"), Message.of("The user has no passkeys.")),
            entry(
                    409,
                    "second_factor_off",
                    Message.of("No second factor"),
                    Message.of("The user has no second factor.")),
            entry(
                    409,
                    "import_not_ready",
                    Message.of("Import not ready"),
                    Message.of("Only a file whose check found no errors can be imported.")),
            entry(
                    409,
                    "import_busy",
                    Message.of("Import is busy"),
                    Message.of("This file is being processed. Refresh the page.")),
            entry(
                    409,
                    "not_revertible",
                    Message.of("Not revertible"),
                    Message.of("This change cannot be reverted, or was reverted already.")),
            entry(
                    409,
                    "too_many_views",
                    Message.of("Too many saved views"),
                    Message.of("Delete one of your saved views before you create another one.")),
            entry(
                    409,
                    "too_many_keys",
                    Message.of("Too many API keys"),
                    Message.of("Revoke one of your API keys before you create another one.")),
            entry(
                    409,
                    "too_many_replies",
                    Message.of("Too many replies"),
                    Message.of("The comment has as many replies as it can have. Write a new comment.")),
            // 412..431
            entry(
                    412,
                    "precondition_failed",
                    Message.of("Precondition failed"),
                    Message.of(
                            "The record was changed: If-Match is not its current version. The member etag has the current"
                                    + " version.")),
            entry(
                    413,
                    "payload_too_large",
                    Message.of("Body too large"),
                    Message.of("The body or the file is larger than the limit of the server or of the field.")),
            entry(
                    414,
                    "uri_too_long",
                    Message.of("URL too long"),
                    Message.of("The request line is longer than the limit of the server.")),
            entry(
                    415,
                    "unsupported_media_type",
                    Message.of("Unsupported media type"),
                    Message.of(
                            "Send application/json; for PATCH also application/merge-patch+json; for status reports of"
                                    + " providers application/x-www-form-urlencoded; for files multipart/form-data. Content codings are"
                                    + " not supported. A file is of a type that its field does not take; the type is found in"
                                    + " the content, not in the name.")),
            entry(
                    416,
                    "range_not_satisfiable",
                    Message.of("Range not satisfiable"),
                    Message.of(
                            "The range begins after the end of the file (RFC 9110, 15.5.17). Content-Range has its size.")),
            entry(
                    417,
                    "expectation_failed",
                    Message.of("Expectation failed"),
                    Message.of("The only supported expectation is 100-continue.")),
            entry(
                    400,
                    "invalid_upload_header",
                    Message.of("Invalid header of an upload"),
                    Message.of(
                            "Upload-Length and Upload-Offset are numbers of bytes, and Upload-Metadata is keys with values in Base64, as the"
                                    + " tus protocol 1.0.0 says.")),
            entry(
                    409,
                    "offset_mismatch",
                    Message.of("Offset mismatch"),
                    Message.of(
                            "The bytes that were sent do not continue where the stored bytes end. HEAD answers the offset.")),
            entry(
                    460,
                    "checksum_mismatch",
                    Message.of("Checksum mismatch"),
                    Message.of(
                            "The bytes that were sent do not have the Upload-Checksum of the request. None of them was stored.")),
            entry(
                    409,
                    "file_removed",
                    Message.of("File removed"),
                    Message.of(
                            "The deleted record must have a file, and its file has been removed. The errors name the fields.")),
            entry(
                    412,
                    "tus_version",
                    Message.of("Version of tus not supported"),
                    Message.of(
                            "The request has no header Tus-Resumable, or another version of the tus protocol than Tus-Version says.")),
            entry(
                    422,
                    "invalid",
                    Message.of("Validation failed"),
                    Message.of("Values of the body are not valid. The errors name the fields and the reasons.")),
            entry(
                    422,
                    "unreadable_image",
                    Message.of("Unreadable image"),
                    Message.of("The image is damaged, has too many pixels, or is in a format that cannot be decoded.")),
            entry(
                    422,
                    "idempotency_mismatch",
                    Message.of("Idempotency key reused"),
                    Message.of("The idempotency key was used with a different request.")),
            entry(
                    428,
                    "precondition_required",
                    Message.of("Precondition required"),
                    Message.of(
                            "Changes of this model require If-Match, so that no change overwrites another one unseen.")),
            entry(
                    426,
                    "upgrade_required",
                    Message.of("WebSocket only"),
                    Message.of("Open this path as a WebSocket, version 13.")),
            entry(
                    429,
                    "rate_limited",
                    Message.of("Too many requests"),
                    Message.of("Wait for the number of seconds in Retry-After.")),
            entry(
                    429,
                    "too_many_connections",
                    Message.of("Too many connections"),
                    Message.of(
                            "The limit of open streams and WebSockets is reached, of the user or of the server. Close some or"
                                    + " retry.")),
            entry(
                    431,
                    "headers_too_large",
                    Message.of("Headers too large"),
                    Message.of("The headers are larger than the limit of the server.")),
            // 5xx
            entry(
                    500,
                    "internal_error",
                    Message.of("Internal error"),
                    Message.of("An unexpected error occurred. The log has the details under the request id.")),
            entry(
                    501,
                    "not_implemented",
                    Message.of("Not implemented"),
                    Message.of("The server does not support this.")),
            entry(
                    503,
                    "service_unavailable",
                    Message.of("Service unavailable"),
                    Message.of("A service other than the database is unavailable. Retry later.")),
            entry(
                    503,
                    "database_unavailable",
                    Message.of("Database unavailable"),
                    Message.of("The database is not reachable or not operational. Retry later.")),
            entry(
                    503,
                    "database_full",
                    Message.of("Database full"),
                    Message.of("The database has no disk space left. Reading works; nothing can be saved.")),
            entry(
                    503,
                    "database_read_only",
                    Message.of("Database read-only"),
                    Message.of("The database is read-only at the moment. Reading works; nothing can be saved.")),
            entry(
                    503,
                    "database_locked",
                    Message.of("Database locked"),
                    Message.of("Another transaction holds a lock that this request needs. Retry.")),
            entry(
                    503,
                    "model_unavailable",
                    Message.of("Model unavailable"),
                    Message.of(
                            "The database cannot use the table of this model: it or a column may be missing, or a value in it"
                                    + " cannot be computed. The log has the reason. Other models work.")),
            entry(
                    503,
                    "busy",
                    Message.of("Busy"),
                    Message.of("Too many passwords or images are being processed at the moment. Retry.")),
            entry(
                    503,
                    "identity_source_unavailable",
                    Message.of("Identity source unavailable"),
                    Message.of("The source of this account does not respond at the moment. Retry later.")),
            entry(
                    503,
                    "identity_provider_unavailable",
                    Message.of("Identity provider unavailable"),
                    Message.of("The identity provider does not respond at the moment. Retry later.")),
            entry(
                    503,
                    "draining",
                    Message.of("Server is stopping"),
                    Message.of(
                            "The server is shutting down. Retry: another server, or the restarted one, will respond.")),
            entry(
                    505,
                    "http_version_not_supported",
                    Message.of("HTTP version not supported"),
                    Message.of("The server supports HTTP/1.1.")));

    private static final Map<String, Entry> BY_CODE =
            TABLE.stream().collect(Collectors.toUnmodifiableMap(Entry::code, Function.identity()));

    private ProblemCatalogue() {}

    /**
     * One kind of problem.
     *
     * @param code stable; the last segment of {@code type}
     * @param status the HTTP status
     * @param title a short text for users
     * @param explanation the cause, and what the client can do
     */
    public record Entry(String code, int status, Message title, Message explanation) {}

    /** The whole table, by status. */
    public static List<Entry> entries() {
        return TABLE;
    }

    public static Optional<Entry> find(String code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /** The cause of a problem, and what the client can do. */
    static Message explanation(String code) {
        return find(code).map(Entry::explanation).orElseGet(() -> Message.of("The request was rejected."));
    }

    /** The title of a code; a code that is not in the table gets the title of its status. */
    public static Message title(String code, int status) {
        return find(code)
                .or(() ->
                        TABLE.stream().filter(entry -> entry.status() == status).findFirst())
                .map(Entry::title)
                .orElseGet(() -> Message.of("Problem"));
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

    private static Entry entry(int status, String code, Message title, Message explanation) {
        return new Entry(code, status, title, explanation);
    }
}
