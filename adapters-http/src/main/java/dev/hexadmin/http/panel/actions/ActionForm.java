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
 */
public record ActionForm(
        Frame frame,
        String path,
        ActionText action,
        ActionTarget target,
        FormErrors errors,
        List<FormField> fields,
        String back) {

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

    /** The names of the parameters that are secrets, separated by commas. */
    public String secrets() {
        return FormField.secrets(fields);
    }
}
