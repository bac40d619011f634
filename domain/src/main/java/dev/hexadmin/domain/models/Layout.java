package dev.hexadmin.domain.models;

import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Nearest;
import dev.hexadmin.domain.text.VisibleText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How the fields of a model are arranged on the form and on the page of a record: groups in tabs, and groups in a rail
 * beside them.
 *
 * @param tabs from left to right; one without a name where there are no tabs
 * @param rail the groups beside the tabs, from top to bottom
 * @param widths of fields, in columns of {@value #COLUMNS}; others have a width by what they hold
 */
public record Layout(List<Tab> tabs, List<Group> rail, Map<String, Integer> widths) {
    /** Fields of a status that fit beside the others. */
    private static final int MOST_STATUS = 8;

    /** The columns of a group. */
    public static final int COLUMNS = 6;

    /** A layout that names no field. */
    public static final Layout NONE = new Layout(List.of(), List.of(), Map.of());

    /**
     * Groups that are shown together.
     *
     * @param label empty where there is one tab only
     */
    public record Tab(Label label, List<Group> groups) {
        public Tab {
            groups = List.copyOf(groups);
        }

        public Tab(String label, List<Group> groups) {
            this(Label.of(label), groups);
        }
    }

    /**
     * Fields that belong together.
     *
     * @param label empty without a heading
     * @param fields their names
     */
    public record Group(Label label, List<String> fields) {
        public Group {
            fields = List.copyOf(fields);
        }

        public Group(String label, List<String> fields) {
            this(Label.of(label), fields);
        }

        public static Group of(String... fields) {
            return new Group("", List.of(fields));
        }
    }

    public Layout {
        tabs = List.copyOf(tabs);
        rail = List.copyOf(rail);
        widths = Map.copyOf(widths);
    }

    /** A layout without tabs. */
    public static Layout of(List<Group> groups, List<Group> rail) {
        return new Layout(List.of(new Tab("", groups)), rail, Map.of());
    }

    /** The same layout with the width of a field. */
    public Layout width(String field, int columns) {
        Map<String, Integer> all = new LinkedHashMap<>(widths);
        all.put(field, columns);
        return new Layout(tabs, rail, all);
    }

    /** The names of all fields that it arranges, in order. */
    private List<String> named() {
        return Stream.concat(tabs.stream().flatMap(tab -> tab.groups().stream()), rail.stream())
                .flatMap(group -> group.fields().stream())
                .toList();
    }

    /**
     * Checks it against the fields of its model.
     *
     * @throws IllegalArgumentException when a rule is broken; the message names the rule
     */
    void check(Set<String> fields) {
        Set<String> seen = new HashSet<>();
        for (String name : named()) {
            require(fields.contains(name), "names the unknown field '" + name + "'" + Nearest.question(name, fields));
            require(seen.add(name), "names the field '" + name + "' twice");
        }
        Set<String> labels = new HashSet<>();
        for (Tab tab : tabs) {
            require(tabs.size() == 1 || VisibleText.isIn(tab.label().text()), "has a tab without a label");
            require(labels.add(tab.label().text()), "has two tabs called '" + tab.label() + "'");
        }
        widths.forEach((name, columns) -> {
            require(
                    fields.contains(name),
                    "gives a width to the unknown field '" + name + "'" + Nearest.question(name, fields));
            require(
                    columns >= 1 && columns <= COLUMNS,
                    "gives '" + name + "' a width of " + columns + "; a width is 1 to " + COLUMNS);
        });
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("'layout' " + rule);
        }
    }

    /**
     * The layout with all fields. Fields that it does not name follow: those that can be written in a group of the first
     * tab, those that can only be read in the last group of the rail. Without any layout, the first {@value #MOST_STATUS}
     * booleans, enums, references and days are in the rail, too.
     */
    Layout complete(List<FieldDefinition> fields) {
        Set<String> named = new HashSet<>(named());
        boolean declared = !tabs.isEmpty() || !rail.isEmpty();
        List<String> main = new ArrayList<>();
        List<String> status = new ArrayList<>();
        List<String> facts = new ArrayList<>();
        for (FieldDefinition field : fields) {
            if (named.contains(field.name())) {
                continue;
            }
            if (!field.writableOnCreate() && !field.writableOnUpdate()) {
                facts.add(field.name());
            } else if (!declared && isStatus(field) && status.size() < MOST_STATUS) {
                status.add(field.name());
            } else {
                main.add(field.name());
            }
        }
        if (!declared && main.isEmpty()) {
            main.addAll(status);
            status.clear();
        }
        List<Tab> allTabs = new ArrayList<>(tabs);
        if (!main.isEmpty()) {
            Tab first = allTabs.isEmpty() ? new Tab("", List.of()) : allTabs.removeFirst();
            List<Group> groups = new ArrayList<>(first.groups());
            groups.add(new Group("", main));
            allTabs.addFirst(new Tab(first.label(), groups));
        }
        List<Group> allRail = new ArrayList<>(rail);
        if (!status.isEmpty()) {
            allRail.add(new Group("", status));
        }
        if (!facts.isEmpty()) {
            allRail.add(new Group("", facts));
        }
        return new Layout(allTabs, allRail, widths);
    }

    private static boolean isStatus(FieldDefinition field) {
        return !field.primaryKey()
                && (field.valueType().hasFewValues() || field.valueType().hasDays());
    }
}
