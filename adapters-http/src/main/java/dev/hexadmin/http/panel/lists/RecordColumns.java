package dev.hexadmin.http.panel.lists;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.SortKey;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.panel.lists.RecordTable.RecordColumn;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.RecordServices;
import gg.jte.html.escape.Escape;
import gg.jte.output.StringOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The columns of a list, and the sorting that each leads to. */
final class RecordColumns {
    private static final int MOST_SORTED = 3;

    private RecordColumns() {}

    /**
     * The fields that the list shows, as far as the actor may view them. Links to records without names are shown only where they
     * are asked for.
     */
    static List<FieldDefinition> fields(Actor actor, Model model, Map<String, String> asked) {
        List<String> names = asked.containsKey("fields")
                ? List.of(asked.getOrDefault("fields", "").split(",", -1))
                : model.definition().list().columns();
        List<FieldDefinition> columns = new ArrayList<>();
        for (String name : names) {
            Optional<FieldDefinition> field = model.field(name.strip());
            if (field.isEmpty() && asked.containsKey("fields")) {
                throw RequestRejectedException.malformed(
                        "invalid_query",
                        "The query is not valid.",
                        List.of(new Violation(
                                "?fields",
                                "unknown_field",
                                Message.of("There is no field ''{field}''.").with("field", name.strip()))));
            }
            field.filter(one -> !one.writeOnly() && actor.rights().allows(Action.VIEW, model, one))
                    .filter(one -> asked.containsKey("fields")
                            || one.type() != FieldType.REFERENCES
                            || RecordServices.mayName(actor, model, one))
                    .ifPresent(columns::add);
        }
        return columns.isEmpty() ? model.key() : columns;
    }

    /** The fields that are read: those of the columns, of the key and of the name. */
    static String read(Actor actor, Model model, List<FieldDefinition> columns) {
        Set<String> names = new LinkedHashSet<>();
        model.key().forEach(field -> names.add(field.name()));
        columns.forEach(field -> {
            names.add(field.name());
            field.style()
                    .currencyField()
                    .filter(currency -> actor.rights().allows(Action.VIEW, model, model.fieldNamed(currency)))
                    .ifPresent(names::add);
        });
        model.display().fields().stream()
                .filter(field -> actor.rights().allows(Action.VIEW, model, field))
                .forEach(field -> names.add(field.name()));
        return String.join(",", names);
    }

    /**
     * The classes of the cells of each column; each place of a phone's card is taken by the first column that fits, and none by an
     * image, unless there is nothing else that could name the record.
     */
    private static List<String> looks(List<FieldDefinition> columns) {
        boolean named = columns.stream().anyMatch(field -> field.type() != FieldType.IMAGE);
        Set<String> taken = new LinkedHashSet<>();
        List<String> looks = new ArrayList<>(columns.size());
        for (FieldDefinition field : columns) {
            boolean number = FieldViews.of(field).isNumber();
            String place = named && field.type() == FieldType.IMAGE
                    ? ""
                    : taken.isEmpty() ? "first" : number ? "total" : place(field);
            String own = !place.isEmpty() && taken.add(place) ? place : "";
            looks.add(number ? ("number " + own).strip() : own);
        }
        return looks;
    }

    private static String place(FieldDefinition field) {
        if (field.type().valueType().hasDays()) {
            return "when";
        }
        return field.type() == FieldType.ENUM || field.type() == FieldType.BOOLEAN ? "status" : "who";
    }

    /**
     * The columns of the table, each with the address that sorts by it.
     *
     * @param editable whether the actor may change the records of the list
     */
    static List<RecordColumn> of(
            Actor actor, Model model, List<FieldDefinition> fields, Address here, boolean editable) {
        Map<String, List<SortKey>> sorted = new LinkedHashMap<>();
        for (SortKey key : sorted(model, here.parameters())) {
            sorted.computeIfAbsent(key.field().split("__", 2)[0], name -> new ArrayList<>())
                    .add(key);
        }
        Address unpaged = here.without("page", "cursor");
        List<String> looks = looks(fields);
        List<RecordColumn> columns = new ArrayList<>(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            columns.add(column(actor, model, fields.get(i), unpaged, sorted, looks.get(i), editable));
        }
        return columns;
    }

    private static List<SortKey> sorted(Model model, Map<String, String> asked) {
        @Nullable String ordering = asked.get("ordering");
        return ordering == null
                ? model.definition().list().ordering()
                : List.of(ordering.split(",", -1)).stream()
                        .map(String::strip)
                        .filter(text -> !text.isEmpty() && !text.equals("-"))
                        .map(SortKey::parse)
                        .toList();
    }

    /** @param sorted the keys that sort the list, by the name of their column */
    private static RecordColumn column(
            Actor actor,
            Model model,
            FieldDefinition field,
            Address unpaged,
            Map<String, List<SortKey>> sorted,
            String look,
            boolean editable) {
        int position = 1;
        for (String name : sorted.keySet()) {
            if (name.equals(field.name())) {
                break;
            }
            position++;
        }
        position = position > sorted.size() ? 0 : position;
        boolean descending = position > 0
                && sorted.getOrDefault(field.name(), List.of()).getFirst().descending();
        String href = "";
        List<String> keys = sortedBy(actor, model, field, position == 1 && !descending);
        if (!keys.isEmpty()) {
            List<SortKey> before = new ArrayList<>();
            int kept = 0;
            for (Map.Entry<String, List<SortKey>> other : sorted.entrySet()) {
                // the previous sorting decides among equal values
                if (!other.getKey().equals(field.name()) && ++kept < MOST_SORTED) {
                    before.addAll(other.getValue());
                }
            }
            boolean down = keys.getFirst().startsWith("-");
            boolean follows = field.reference().isEmpty() && model.isFollowedByOrder(field);
            for (SortKey key : follows && isUsual(model, before) ? inDirection(down, before) : before) {
                keys.add(key.toString());
            }
            href = unpaged.hrefWith("ordering", String.join(",", keys));
        }
        boolean changeable = editable
                && field.writableOnUpdate()
                && FieldViews.of(field).isEditedInList()
                && actor.rights().allows(Action.EDIT, model, field);
        String classes = changeable ? (look + " edits").strip() : look;
        StringOutput cell = new StringOutput();
        cell.writeContent(classes.isEmpty() ? "<td" : "<td class=\"" + classes + "\"");
        if (field.type() == FieldType.BOOLEAN) {
            cell.writeContent(" data-label=\""); // cards of narrow pages have no heads, and "Yes" says nothing alone
            Escape.htmlAttribute(text(field.labels()), cell);
            cell.writeContent("\"");
        }
        cell.writeContent(">");
        byte[] start = cell.toString().getBytes(StandardCharsets.UTF_8);
        return new RecordColumn(
                field.name(),
                text(field.labels()),
                href,
                position == 0 ? "" : descending ? "descending" : "ascending",
                position,
                classes,
                output -> output.writeBinaryContent(start),
                changeable);
    }

    /** Whether a list is sorted in the default order, or in its opposite. */
    private static boolean isUsual(Model model, List<SortKey> sorting) {
        List<SortKey> usual = model.definition().list().ordering();
        return !sorting.isEmpty()
                && sorting.equals(inDirection(sorting.getFirst().descending(), usual));
    }

    /** A sorting, or its opposite, whose first key has this direction. */
    private static List<SortKey> inDirection(boolean descending, List<SortKey> sorting) {
        boolean opposite = !sorting.isEmpty() && sorting.getFirst().descending() != descending;
        return sorting.stream()
                .map(key -> new SortKey(key.field(), key.descending() != opposite))
                .toList();
    }

    /** The keys that sort a column by its visible values: of a reference, the fields of the record's name. */
    private static List<String> sortedBy(Actor actor, Model model, FieldDefinition field, boolean descending) {
        List<String> keys = new ArrayList<>();
        if (!field.type().isOrdered() || !field.queryable()) {
            return keys;
        }
        String prefix = descending ? "-" : "";
        if (field.reference().isPresent() && actor.rights().allows(Action.VIEW, model.target(field))) {
            Model target = model.target(field);
            target.display().fields().stream()
                    .filter(naming -> naming.queryable()
                            && naming.type().isOrdered()
                            && actor.rights().allows(Action.VIEW, target, naming))
                    .map(naming -> prefix + field.name() + "__" + naming.name())
                    .distinct()
                    .limit(MOST_SORTED)
                    .forEach(keys::add);
        }
        if (keys.isEmpty()) {
            keys.add(prefix + field.name());
        }
        return keys;
    }
}
