package dev.hexadmin.http.panel.records;

import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.server.request.Form;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A form whose files are uploaded.
 *
 * @param rejected why some of them were rejected, by the name of the form's field
 */
public record SentForm(Form form, Map<String, Violation> rejected) {
    /** The part of the form whose names begin with this prefix, without it. */
    public SentForm below(String prefix) {
        Map<String, Violation> below = new LinkedHashMap<>();
        rejected.forEach((name, why) -> {
            if (name.startsWith(prefix)) {
                below.put(name.substring(prefix.length()), why);
            }
        });
        return new SentForm(form.below(prefix), below);
    }

    /** Why files of the record itself, and not of its children, were rejected. */
    List<Violation> wrong() {
        return rejected.entrySet().stream()
                .filter(one -> !one.getKey().startsWith(ChildTables.PREFIX))
                .map(Map.Entry::getValue)
                .toList();
    }
}
