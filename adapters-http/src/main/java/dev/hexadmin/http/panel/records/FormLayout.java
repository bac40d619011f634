package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.domain.models.Layout;
import dev.hexadmin.http.panel.records.RecordForm.FixedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The fields of a form as their model arranges them.
 *
 * @param panes the tabs; one without a label where there are none
 * @param rail the groups beside them
 */
public record FormLayout(List<Pane> panes, List<Section> rail) {

    /**
     * A tab.
     *
     * @param open whether a script shows it first: it has the first error, or is the first
     */
    public record Pane(String id, String label, boolean open, List<Section> sections) {}

    /**
     * A group of fields.
     *
     * @param label {@code ""} without a heading, also where its only field has the same label
     */
    public record Section(String label, List<FormField> fields, List<FixedValue> fixed) {
        static Section of(String label, List<FormField> fields, List<FixedValue> fixed) {
            boolean repeats = fields.size() == 1
                    && fixed.isEmpty()
                    && fields.getFirst().label().equalsIgnoreCase(label);
            return new Section(repeats ? "" : label, fields, fixed);
        }

        boolean isEmpty() {
            return fields.isEmpty() && fixed.isEmpty();
        }
    }

    public FormLayout {
        panes = List.copyOf(panes);
        rail = List.copyOf(rail);
    }

    /**
     * Arranges fields; groups and tabs without any are left out.
     *
     * @param fields those that can be changed, by name
     * @param fixed those that are only shown, by name
     */
    static FormLayout of(Layout layout, Map<String, FormField> fields, Map<String, FixedValue> fixed) {
        List<Pane> panes = new ArrayList<>();
        for (Layout.Tab tab : layout.tabs()) {
            List<Section> sections = sections(tab.groups(), fields, fixed);
            if (!sections.isEmpty()) {
                panes.add(new Pane("pane-" + (panes.size() + 1), text(tab.label()), false, sections));
            }
        }
        int open = 0;
        for (int i = panes.size() - 1; i >= 0; i--) {
            if (panes.get(i).sections().stream()
                    .anyMatch(section -> !FormField.invalid(section.fields()).isEmpty())) {
                open = i;
            }
        }
        if (!panes.isEmpty()) {
            Pane first = panes.get(open);
            panes.set(open, new Pane(first.id(), first.label(), true, first.sections()));
        }
        return new FormLayout(panes, sections(layout.rail(), fields, fixed));
    }

    private static List<Section> sections(
            List<Layout.Group> groups, Map<String, FormField> fields, Map<String, FixedValue> fixed) {
        return groups.stream()
                .map(group -> Section.of(
                        text(group.label()),
                        group.fields().stream()
                                .map(fields::get)
                                .filter(Objects::nonNull)
                                .toList(),
                        group.fields().stream()
                                .map(fixed::get)
                                .filter(Objects::nonNull)
                                .toList()))
                .filter(section -> !section.isEmpty())
                .toList();
    }

    /** All fields that can be changed, in the order of the page. */
    public List<FormField> fields() {
        return Stream.concat(panes.stream().flatMap(pane -> pane.sections().stream()), rail.stream())
                .flatMap(section -> section.fields().stream())
                .toList();
    }
}
