package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.server.problem.ProblemDetails;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.response.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why a form was not accepted: for its top, and beside its fields.
 *
 * @param notice a sentence; {@code ""} when there are none
 * @param beside by the pointer of the field, such as {@code /email}
 */
public record Mistakes(int status, String notice, Map<String, String> beside, List<Response.Header> headers) {
    /** A form that was not sent yet. */
    public static final Mistakes NONE = new Mistakes(200, "", Map.of(), List.of());

    public Mistakes {
        headers = List.copyOf(headers);
    }

    /**
     * What is shown in the form itself.
     *
     * @throws RequestRejectedException the same, when the user cannot fix it in the form
     */
    static Mistakes of(RequestRejectedException refused) {
        boolean mendable = switch (refused.category()) {
            case INVALID, CONFLICT, PRECONDITION_FAILED, TOO_MANY, UNAVAILABLE -> true;
            case FORBIDDEN -> !refused.code().equals("forbidden");
            case MALFORMED, UNAUTHENTICATED, NOT_FOUND, PRECONDITION_REQUIRED, TOO_LARGE, UNSUPPORTED_TYPE -> false;
        };
        if (!mendable) {
            throw refused;
        }
        ProblemDetails details = Problems.details(refused);
        return new Mistakes(
                details.status(),
                refused.category() == RequestRejectedException.Category.INVALID
                        ? text("Fix the highlighted fields.")
                        : text(refused.text()),
                beside(refused.violations()),
                details.headers());
    }

    /** A mistake in one field that the page itself found. */
    static Mistakes at(String field, String message) {
        return new Mistakes(422, text("Fix the highlighted fields."), Map.of("/" + field, message), List.of());
    }

    private static Map<String, String> beside(List<Violation> violations) {
        Map<String, String> beside = new LinkedHashMap<>();
        violations.forEach(violation ->
                beside.merge(violation.pointer(), text(violation.text()), (one, other) -> one + " " + other));
        return beside;
    }

    /** What is wrong with a field; {@code ""} for nothing. */
    public String at(String pointer) {
        return beside.getOrDefault(pointer, "");
    }

    /** What is wrong with anything in or below a field, such as one of a list; {@code ""} for nothing. */
    public String below(String pointer) {
        StringBuilder all = new StringBuilder();
        beside.forEach((place, message) -> {
            if (place.equals(pointer) || place.startsWith(pointer + "/")) {
                all.append(all.isEmpty() ? "" : " ").append(message);
            }
        });
        return all.toString();
    }

    /** Whether the form was refused. */
    public boolean any() {
        return !notice.isEmpty();
    }

    /** The page with the headers that the refusal brings, such as when the next try can pass. */
    Response on(Response page) {
        Response response = page;
        for (Response.Header header : headers) {
            if (!header.name().equals("WWW-Authenticate")) {
                response = response.with(header.name(), header.value());
            }
        }
        return response;
    }
}
