package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.domain.models.Violation;
import java.util.List;

/**
 * The errors of a form.
 *
 * @param sentence the error message, or {@code ""}
 * @param others errors that belong to no field of the form
 */
public record FormErrors(String sentence, List<ErrorLine> others) {
    /** Errors that belong to no input. */
    public static FormErrors of(String sentence, List<String> others) {
        return new FormErrors(
                sentence,
                others.stream().map(line -> new ErrorLine("", "", line)).toList());
    }

    /**
     * An error.
     *
     * @param id of its input, or {@code ""}
     * @param label of its input, or {@code ""}
     */
    public record ErrorLine(String id, String label, String message) {}

    /**
     * What a violation says, with the number of the item that it is about.
     *
     * @param steps how many steps of its pointer lead to the field
     */
    public static String said(Violation violation, int steps) {
        String[] parts = violation.pointer().split("/", -1);
        String message = text(violation.text());
        return parts.length > steps + 1 && parts[steps + 1].matches("[0-9]{1,6}")
                ? text("Item {number}: {message}", "number", Integer.parseInt(parts[steps + 1]) + 1, "message", message)
                : message;
    }
}
