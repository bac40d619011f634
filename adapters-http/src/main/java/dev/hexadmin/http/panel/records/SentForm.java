package dev.hexadmin.http.panel.records;

import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.server.request.Form;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A form whose files are uploaded.
 *
 * @param digests of the files that came with the form, by the name of the form's field
 * @param rejected why some of them were rejected, by the name of the form's field
 */
public record SentForm(Form form, Map<String, String> digests, Map<String, Violation> rejected) {
    /** The part of the form whose names begin with this prefix, without it. */
    public SentForm below(String prefix) {
        Map<String, Violation> below = new LinkedHashMap<>();
        rejected.forEach((name, why) -> {
            if (name.startsWith(prefix)) {
                below.put(name.substring(prefix.length()), why);
            }
        });
        return new SentForm(form.below(prefix), Map.of(), below);
    }

    /** The form with digests of files in place of their ids, which are others each time the files are sent. */
    Form content() {
        Map<String, List<String>> content = new LinkedHashMap<>();
        form.names()
                .forEach(name -> content.put(
                        name,
                        Optional.ofNullable(digests.get(name)).map(List::of).orElseGet(() -> form.all(name))));
        return Form.of(content);
    }

    /** Why files of the record itself, and not of its children, were rejected. */
    List<Violation> wrong() {
        return rejected.entrySet().stream()
                .filter(one -> !one.getKey().startsWith(ChildTables.PREFIX))
                .map(Map.Entry::getValue)
                .toList();
    }
}
