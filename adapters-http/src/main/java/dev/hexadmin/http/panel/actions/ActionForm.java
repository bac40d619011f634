package dev.hexadmin.http.panel.actions;

import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.records.FormErrors;
import dev.hexadmin.http.panel.records.FormField;
import java.util.List;

/**
 * The form of an action: its parameters, and its question.
 *
 * @param path the address that the form is sent to
 * @param back where to go without running it
 * @param asked the name of the field that a button of the form was pressed for, or {@code ""}
 */
public record ActionForm(
        Frame frame,
        String path,
        ActionText action,
        ActionTarget target,
        FormErrors errors,
        List<FormField> fields,
        String back,
        String asked) {

    /** The texts of the action; {@code ""}: none. */
    public record ActionText(String label, String help, String question, boolean dangerous) {}

    /**
     * The records that the action is run on.
     *
     * @param keys of the records; none for a whole list, and without records
     * @param count of a whole list, or {@code -1}
     * @param name the records, for people, or {@code ""}
     */
    public record ActionTarget(
            String place, List<String> keys, String query, long count, String version, String name) {}

    /** The name of the field with the focus; {@code ""} where the error message has it. */
    public String focus() {
        return !asked.isEmpty() || !errors.sentence().isEmpty() || fields.isEmpty()
                ? asked
                : fields.getFirst().name();
    }

    /** The names of the parameters that are secrets, separated by commas. */
    public String secrets() {
        return FormField.secrets(fields);
    }
}
