package dev.hexadmin.http.admin.records;

import java.util.List;

/**
 * A filter of a list, as a form shows it.
 *
 * @param kind {@code choice text range picker}
 * @param label of the field
 * @param name of the parameter; of a range, that of its beginning
 * @param value of the parameter
 * @param name2 the parameter of a range's end, else {@code ""}
 * @param value2 its value
 * @param input the type of the fields of a range: {@code date} or {@code text}
 * @param options of a choice, without the one for any
 * @param choices where records are looked for while typing, of a picker
 */
public record Filter(
        String kind,
        String label,
        String name,
        String value,
        String name2,
        String value2,
        String input,
        List<Option> options,
        String choices) {
    public Filter {
        options = List.copyOf(options);
    }

    /** Something to choose. */
    public record Option(String value, String label, boolean chosen) {}
}
