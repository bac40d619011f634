package dev.hexadmin.http.panel.records;

import dev.hexadmin.http.fields.FieldView;
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
 * @param error why the value is not applied, or {@code ""}
 * @param error2 the same of {@code value2}
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
        String choices,
        String error,
        String error2) {
    public Filter {
        options = List.copyOf(options);
    }

    /** Whether a range ends before its second value. */
    public boolean before() {
        return name2.endsWith("__lt");
    }

    /** Whether a value of it is not applied. */
    boolean isWrong() {
        return !error.isEmpty() || !error2.isEmpty();
    }

    /** What a view offers, with what is chosen. */
    static List<Option> options(List<FieldView.Option> offered, String chosen) {
        return offered.stream()
                .map(option -> new Option(
                        option.value(), option.label(), option.value().equals(chosen)))
                .toList();
    }

    /** Something to choose. */
    public record Option(String value, String label, boolean chosen) {}
}
