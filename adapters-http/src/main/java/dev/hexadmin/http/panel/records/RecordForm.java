package dev.hexadmin.http.panel.records;

import dev.hexadmin.http.panel.frame.Frame;
import java.util.List;

/**
 * The form for a record.
 *
 * @param action the address that the form is sent to
 * @param version of the record, or {@code ""} for a new one
 * @param only the name of the only field of the form, or {@code ""}
 * @param layout its fields, and values that cannot be changed here
 * @param children the tables of child records
 */
public record RecordForm(
        Frame frame,
        String action,
        String version,
        String only,
        FormErrors errors,
        FormLayout layout,
        ChildTables.Inputs children,
        ReturnLinks links) {

    /** A value that is only shown. */
    public record FixedValue(String label, Cell cell) {}

    /**
     * The pages after this one.
     *
     * @param cancel without saving
     * @param next after saving, or {@code ""}
     * @param duplicate the form for a new record with the same values; {@code ""} without the right
     */
    public record ReturnLinks(String cancel, String next, String duplicate) {}

    /** All fields that can be changed. */
    public List<FormField> fields() {
        return layout.fields();
    }

    /** The address that a script sends the form to while it is filled in. */
    public String check() {
        return action + "/check";
    }

    /** Whether it makes a new record. */
    public boolean creates() {
        return version.isEmpty();
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
