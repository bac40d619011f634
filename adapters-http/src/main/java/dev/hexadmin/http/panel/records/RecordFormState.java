package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.server.request.Form;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The content of a record's form.
 *
 * @param texts by field
 * @param previous digests of the content when the page was made, by field
 * @param searches the search texts, by field
 * @param only the name of the only field of the form, or {@code ""}
 * @param back where to go after saving
 * @param focus the id of the element that a button of the form was pressed for, or {@code ""}
 */
record RecordFormState(
        Subject subject,
        Map<String, List<String>> texts,
        Map<String, String> previous,
        Map<String, String> searches,
        Rejection rejection,
        String only,
        ReturnAddress back,
        String focus) {
    /**
     * The record that the form is about.
     *
     * @param version of the record; empty for a new one
     * @param original the id of the record that the new one is a copy of, or {@code ""}
     */
    record Subject(Optional<String> version, String original) {}

    /**
     * Why nothing was saved.
     *
     * @param sentence the error message, or {@code ""}
     * @param errors by field
     */
    private record Rejection(String sentence, Map<String, String> errors) {
        static final Rejection NONE = new Rejection("", Map.of());
    }

    /** The button of the preview of a field. */
    static final String PREVIEW = "form.preview";

    /** The field with the id of the record that a new one is a copy of. */
    static final String ORIGINAL = "form.original";

    Optional<String> version() {
        return subject.version();
    }

    String sentence() {
        return rejection.sentence();
    }

    Map<String, String> errors() {
        return rejection.errors();
    }

    static RecordFormState initial(
            Subject subject,
            Map<String, List<String>> texts,
            Map<String, String> previous,
            String only,
            ReturnAddress back) {
        return new RecordFormState(subject, texts, previous, Map.of(), Rejection.NONE, only, back, "");
    }

    static RecordFormState of(
            List<FieldDefinition> fields, Form form, Optional<String> version, String only, ReturnAddress back) {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        Map<String, String> previous = new LinkedHashMap<>();
        Map<String, String> searches = new LinkedHashMap<>();
        for (FieldDefinition field : fields) {
            texts.put(
                    field.name(),
                    field.writeOnly() ? List.of() : FormFields.sent(field, form).orElse(List.of()));
            previous.put(field.name(), form.textOrEmpty(FormFields.WAS + field.name()));
            searches.put(field.name(), form.textOrEmpty(FormFields.FIND + field.name()));
        }
        String looked = form.textOrEmpty(Form.FIND);
        String previewed = form.textOrEmpty(PREVIEW);
        String focus =
                !looked.isEmpty() ? FormField.id(looked) : previewed.isEmpty() ? "" : FormField.previewId(previewed);
        Subject subject = new Subject(version, form.textOrEmpty(ORIGINAL));
        return new RecordFormState(subject, texts, previous, searches, Rejection.NONE, only, back, focus);
    }

    /** The same, with the errors of a refused change. */
    RecordFormState with(RequestRejectedException refused) {
        return with(refused, Set.of());
    }

    /** @param placed errors that the tables of child records show */
    RecordFormState with(RequestRejectedException refused, Set<Violation> placed) {
        Map<String, String> found = errors(refused.violations().stream()
                .filter(violation -> !placed.contains(violation))
                .toList());
        String said = switch (refused.category()) {
            case INVALID -> text("Nothing was saved. Fix the highlighted fields.");
            case NOT_FOUND -> text("Nothing was saved: the record no longer exists.");
            case CONFLICT,
                    FORBIDDEN,
                    UNAVAILABLE,
                    PRECONDITION_REQUIRED,
                    TOO_LARGE,
                    UNSUPPORTED_TYPE,
                    MALFORMED,
                    UNAUTHENTICATED,
                    PRECONDITION_FAILED,
                    TOO_MANY -> text("Nothing was saved.") + " " + text(refused.text());
        };
        return new RecordFormState(subject, texts, previous, searches, new Rejection(said, found), only, back, "");
    }

    /** With the files that were rejected, of a form that is shown again. */
    RecordFormState with(SentForm sent) {
        return sent.wrong().isEmpty() ? this : with(RequestRejectedException.invalid(sent.wrong()));
    }

    /** Messages by the field that they point to or into; {@code ""} for those of the record. */
    static Map<String, String> errors(List<Violation> violations) {
        Map<String, String> errors = new LinkedHashMap<>();
        violations.forEach(violation -> errors.merge(
                field(violation),
                FormErrors.said(violation, 1),
                (one, other) -> one.equals(other) ? one : one + " " + other));
        return errors;
    }

    /** The name of the field that a violation points to or into, or {@code ""}. */
    static String field(Violation violation) {
        return violation.pointer().isEmpty()
                ? ""
                : violation.pointer().substring(1).split("/", 2)[0];
    }
}
