package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.access.ManagingRoles.Draft;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a role allows, in words.
 *
 * @param lines one for each combination of actions and for each restriction
 */
public record RoleSummary(List<Line> lines) {
    public RoleSummary {
        lines = List.copyOf(lines);
    }

    /** @param icon {@code check} for what is allowed, {@code lock} for a restriction */
    public record Line(String icon, String text) {}

    static RoleSummary of(Draft draft, ModelRegistry models) {
        List<Line> lines = new ArrayList<>();
        List<String> every = draft.permissions().getOrDefault(Grant.EVERY_MODEL, List.of());
        if (!every.isEmpty()) {
            lines.add(new Line("check", text("{actions}: every model that is not built in", "actions", words(every))));
        }
        Map<List<String>, List<String>> alike = new LinkedHashMap<>();
        draft.permissions().forEach((name, actions) -> {
            Optional<Model> model = models.model(name);
            List<String> more = actions.stream()
                    .filter(action -> model.map(Model::builtIn).orElse(true) || !every.contains(action))
                    .toList();
            if (!name.equals(Grant.EVERY_MODEL) && !more.isEmpty()) {
                alike.computeIfAbsent(more, first -> new ArrayList<>()).add(label(model, name));
            }
        });
        alike.forEach(
                (actions, labels) -> lines.add(new Line("check", words(actions) + ": " + String.join(", ", labels))));
        draft.rowPolicies()
                .forEach((name, policy) -> lines.add(new Line(
                        "lock",
                        text(
                                "{model}: only where {policy}",
                                "model",
                                label(models.model(name), name),
                                "policy",
                                policy))));
        draft.fieldPermissions().forEach((name, fields) -> restrictions(lines, models.model(name), name, fields));
        return new RoleSummary(lines);
    }

    private static void restrictions(
            List<Line> lines, Optional<Model> model, String name, Map<String, List<String>> fields) {
        String hidden = names(model, fields, false);
        String fixed = names(model, fields, true);
        if (!hidden.isEmpty()) {
            lines.add(new Line(
                    "lock", text("{model}: never shows {fields}", "model", label(model, name), "fields", hidden)));
        }
        if (!fixed.isEmpty()) {
            lines.add(new Line(
                    "lock", text("{model}: restricts {fields}", "model", label(model, name), "fields", fixed)));
        }
    }

    private static String names(Optional<Model> model, Map<String, List<String>> fields, boolean viewed) {
        return fields.entrySet().stream()
                .filter(field -> field.getValue().contains("view") == viewed)
                .map(field -> model.flatMap(one -> one.field(field.getKey()))
                        .map(known -> text(known.labels()))
                        .orElse(field.getKey()))
                .collect(Collectors.joining(", "));
    }

    private static String words(List<String> actions) {
        String words = ActionLabel.of(actions);
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String label(Optional<Model> model, String name) {
        return model.map(known -> text(known.definition().labels().many())).orElse(name);
    }
}
