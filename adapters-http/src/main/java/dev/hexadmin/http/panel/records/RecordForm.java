package dev.hexadmin.http.panel.records;

import dev.hexadmin.http.panel.frame.Frame;
import gg.jte.Content;
import java.util.List;

/**
 * The form for a record.
 *
 * @param action the address that the form is sent to
 * @param version of the record, or {@code ""} for a new one
 * @param only the name of the only field of the form, or {@code ""}
 */
public record RecordForm(
        Frame frame,
        String action,
        String version,
        String only,
        FormErrors errors,
        List<FormField> fields,
        Below below,
        ReturnLinks links) {

    /**
     * What follows the fields.
     *
     * @param fixed values that cannot be changed here
     * @param children the tables of child records
     */
    public record Below(List<FixedValue> fixed, Content children) {}

    /** A value that is only shown. */
    public record FixedValue(String label, Cell cell) {}

    /**
     * The pages after this one.
     *
     * @param cancel without saving
     * @param next after saving, or {@code ""}
     */
    public record ReturnLinks(String cancel, String next) {}

    /** Whether it makes a new record. */
    public boolean creates() {
        return version.isEmpty();
    }

    /** The names of the fields that hold secrets, separated by commas. */
    public String secrets() {
        return FormField.secrets(fields);
    }
}
