package dev.hexadmin.http.panel.records;

import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.OneTimeForms;
import java.util.List;

/**
 * The form for a record.
 *
 * @param layout its fields, and values that cannot be changed here
 * @param children the tables of child records
 * @param asked the id of the element that a button of the form was pressed for, or {@code ""}
 */
public record RecordForm(
        Frame frame,
        Sending sending,
        FormErrors errors,
        FormLayout layout,
        ChildTables.Inputs children,
        ReturnLinks links,
        String asked) {

    /**
     * Where the form is sent to, and what it sends beside its fields.
     *
     * @param version of the record, or {@code ""} for a new one
     * @param key as {@link OneTimeForms} takes it
     * @param only the name of the only field of the form, or {@code ""}
     * @param original the id of the record that a new one is a copy of, or {@code ""}
     */
    public record Sending(String action, String version, String key, String only, String original) {}

    /** A value that is only shown. */
    public record FixedValue(String label, Cell cell) {}

    /**
     * The pages after this one.
     *
     * @param cancel without saving
     * @param after saving
     * @param duplicate the form for a new record with the same values; {@code ""} without the right
     */
    public record ReturnLinks(String cancel, ReturnAddress after, String duplicate) {}

    /** All fields that can be changed. */
    public List<FormField> fields() {
        return layout.fields();
    }

    /** The id of the element with the focus; {@code ""} where it is in a table of child records, or in the error message. */
    public String focus() {
        if (!asked.isEmpty()) {
            return asked;
        }
        return children.hasFocus() || !errors.sentence().isEmpty() || fields().isEmpty()
                ? ""
                : fields().getFirst().id();
    }

    /** The address that a script sends the form to while it is filled in. */
    public String check() {
        return sending.action() + "/check";
    }

    /** Whether it makes a new record. */
    public boolean creates() {
        return sending.version().isEmpty();
    }

    /** Whether there is anything to save. */
    public boolean isSaved() {
        return creates() || !fields().isEmpty() || children.any();
    }

    /** Whether it can send files. */
    public boolean hasFiles() {
        return children.hasFiles()
                || fields().stream().anyMatch(field -> field.kind().equals("file"));
    }

    /** The names of the fields that hold secrets, separated by commas. */
    public String secrets() {
        return FormField.secrets(fields());
    }
}
