package dev.hexadmin.http.panel.records;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A field of a form.
 *
 * @param name of the form's field
 * @param kind {@code line area code flag select picker checks date time moment secret}
 * @param value what is in it
 * @param was a digest of what was in it when the page was made: what is the same still is no change; {@code ""} for a new
 *     record
 * @param options of {@code select}, {@code picker} and {@code checks}
 * @param choices where records are looked for while typing
 * @param typed what was looked for without a script
 * @param length characters at most, or 0
 * @param mode the keyboard of small devices: {@code text numeric decimal email url}
 */
public record Widget(
        String name,
        String label,
        String kind,
        boolean required,
        String help,
        String error,
        String value,
        String was,
        List<Filter.Option> options,
        String choices,
        String typed,
        int length,
        String mode) {
    public Widget {
        options = List.copyOf(options);
    }

    /** The same, with more looked for at this address. */
    Widget choosing(String address) {
        return new Widget(name, label, kind, required, help, error, value, was, options, address, typed, length, mode);
    }

    /** The names of those that hold secrets, separated by commas. */
    static String secrets(List<Widget> widgets) {
        return widgets.stream()
                .filter(widget -> widget.kind().equals("secret"))
                .map(Widget::name)
                .collect(Collectors.joining(","));
    }

    /** The element's id. */
    public String id() {
        return "f-" + name;
    }

    /** The ids of what describes the field; {@code ""} when nothing does. */
    public String describedBy() {
        return ((help.isEmpty() ? "" : id() + "-help ") + (error.isEmpty() ? "" : id() + "-wrong")).strip();
    }
}
