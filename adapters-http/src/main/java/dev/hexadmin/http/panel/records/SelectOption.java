package dev.hexadmin.http.panel.records;

import dev.hexadmin.http.fields.FieldView;
import java.util.List;

/** An option of a selection. */
public record SelectOption(String value, String label, boolean selected) {
    /** The options that a view offers. */
    public static List<SelectOption> of(List<FieldView.Option> offered, String selected) {
        return offered.stream()
                .map(option -> new SelectOption(
                        option.value(), option.label(), option.value().equals(selected)))
                .toList();
    }
}
