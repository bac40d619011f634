package dev.hexadmin.http.panel.lists;

import dev.hexadmin.http.panel.records.SelectOption;
import java.util.List;

/**
 * A filter in the form of a list.
 *
 * @param kind {@code choice text range picker}
 * @param label of the field
 * @param input the type of the fields of a range: {@code date} or {@code text}
 * @param value of the filter; of a range, its start
 * @param end of a range
 * @param options of a choice, without the one for any
 * @param choices where records are looked for while typing, of a picker
 */
public record FilterField(
        String kind,
        String label,
        String input,
        FilterValue value,
        FilterValue end,
        List<SelectOption> options,
        String choices) {
    /** No second value: the filter is no range. */
    static final FilterValue NO_END = new FilterValue("", "", "");

    public FilterField {
        options = List.copyOf(options);
    }

    /**
     * A parameter of the filter.
     *
     * @param error why the value is not applied, or {@code ""}
     */
    public record FilterValue(String name, String text, String error) {
        /** Whether the value is not applied. */
        public boolean invalid() {
            return !error.isEmpty();
        }
    }

    /** Whether a range ends before its second value. */
    public boolean before() {
        return end.name().endsWith("__lt");
    }

    /** Whether a value of it is not applied. */
    public boolean invalid() {
        return value.invalid() || end.invalid();
    }
}
