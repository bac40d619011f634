package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.access.RightsOverview;
import dev.hexadmin.application.access.RightsOverview.Allowed;
import dev.hexadmin.application.access.RightsOverview.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The rights of a user, as a table.
 *
 * @param superuserBy what makes them pass every check, or {@code ""}
 * @param models in the order of the registry; none for a superuser
 */
public record RightsTable(String superuserBy, List<OnModel> models) {
    public RightsTable {
        models = List.copyOf(models);
    }

    /** One model: its first line and the others. */
    public record OnModel(String label, String name, List<Line> lines) {
        public OnModel {
            lines = List.copyOf(lines);
        }
    }

    /**
     * Actions that are granted by the same sources with the same restrictions.
     *
     * @param actions such as {@code view, export}
     * @param from the sources that grant them
     * @param policies a record has to meet one of them; none: every record
     * @param without the fields they do not cover, or {@code ""}
     */
    public record Line(String actions, String from, List<String> policies, String without) {
        public Line {
            policies = List.copyOf(policies);
        }
    }

    private record Alike(List<Source> from, List<String> policies, List<String> without) {}

    static RightsTable of(RightsOverview overview) {
        List<OnModel> models = new ArrayList<>();
        if (overview.superuserBy().isEmpty()) {
            for (RightsOverview.OnModel on : overview.models()) {
                Map<Alike, List<String>> lines = new LinkedHashMap<>();
                for (Allowed allowed : on.actions()) {
                    lines.computeIfAbsent(
                                    new Alike(allowed.from(), allowed.policies(), allowed.withoutFields()),
                                    first -> new ArrayList<>())
                            .add(allowed.action().word());
                }
                List<Line> shown = new ArrayList<>();
                lines.forEach((alike, actions) -> shown.add(new Line(
                        ActionLabel.of(actions),
                        names(alike.from()),
                        alike.policies(),
                        String.join(", ", alike.without()))));
                models.add(new OnModel(
                        text(on.model().definition().labels().many()),
                        on.model().name(),
                        shown));
            }
        }
        return new RightsTable(names(overview.superuserBy()), models);
    }

    private static String names(List<Source> sources) {
        return sources.stream()
                .map(source -> switch (source) {
                    case Source.Flag() -> text("the superuser flag");
                    case Source.OfRole(long id, String name) -> text("the role {name}", "name", name);
                    case Source.Direct() -> text("a direct grant");
                })
                .collect(Collectors.joining(", "));
    }
}
