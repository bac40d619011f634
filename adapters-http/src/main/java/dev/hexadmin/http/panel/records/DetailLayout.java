package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Layout;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.panel.records.RecordDetails.FieldValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The values of a record as its model arranges them.
 *
 * @param facts the most important ones, at most {@value #MOST_FACTS}
 * @param groups the others, group by group
 * @param rail those of the groups beside them
 */
public record DetailLayout(List<FieldValue> facts, List<Part> groups, List<Part> rail) {
    private static final int MOST_FACTS = 6;

    /** Records with fewer fields have no facts: all of it is seen at once. */
    private static final int FEW_FIELDS = 6;

    /** The rank of texts among facts. */
    private static final int TEXT = 2;

    /**
     * A group of values.
     *
     * @param label {@code ""} without a heading
     */
    public record Part(String label, List<FieldValue> values) {
        public Part {
            values = List.copyOf(values);
        }

        /** Whether the heading of the group is the label of its only value. */
        public boolean isNamed(FieldValue value) {
            return values.size() == 1 && value.label().equals(label);
        }
    }

    public DetailLayout {
        facts = List.copyOf(facts);
        groups = List.copyOf(groups);
        rail = List.copyOf(rail);
    }

    /**
     * Arranges values; those without a condition that holds are left out, unless they are not null.
     *
     * @param values of the fields that the reader may see and that the head of the page does not show, by name
     * @param unmet the fields whose condition does not hold
     */
    static DetailLayout of(Model model, Map<String, FieldValue> values, Set<String> unmet) {
        Map<String, FieldValue> left = new LinkedHashMap<>(values);
        unmet.forEach(name -> left.computeIfPresent(name, (key, one) -> isEmpty(one) ? null : one));
        List<FieldValue> facts = new ArrayList<>();
        if (left.size() > FEW_FIELDS) {
            for (FieldDefinition field : facts(model, left)) {
                facts.add(Objects.requireNonNull(left.remove(field.name())));
            }
        }
        return new DetailLayout(
                facts,
                parts(model.layout().tabs().stream().flatMap(tab -> tab.groups().stream()), left),
                parts(model.layout().rail().stream(), left));
    }

    private static boolean isEmpty(FieldValue value) {
        return value.cell().kind().equals("none");
    }

    /**
     * The columns of the model's list before its other fields; among each, references and states, then numbers and days.
     * Short texts are facts only as columns, and what the title is made of is no fact.
     */
    private static List<FieldDefinition> facts(Model model, Map<String, FieldValue> values) {
        Set<FieldDefinition> fields = new LinkedHashSet<>();
        List<FieldDefinition> columns = model.definition().list().columns().stream()
                .map(model::fieldNamed)
                .filter(field -> !field.valueType().isLong())
                .toList();
        ranked(columns).forEach(fields::add);
        ranked(model.fields()).filter(field -> rank(field) < TEXT).forEach(fields::add);
        return fields.stream()
                .filter(field -> !field.primaryKey() && values.containsKey(field.name()))
                .filter(field -> !model.display().fields().contains(field))
                .filter(field -> !isEmpty(Objects.requireNonNull(values.get(field.name()))))
                .limit(MOST_FACTS)
                .toList();
    }

    private static Stream<FieldDefinition> ranked(List<FieldDefinition> fields) {
        return fields.stream()
                .filter(field -> field.stored() || field.reference().isEmpty())
                .sorted(Comparator.comparingInt(DetailLayout::rank));
    }

    private static int rank(FieldDefinition field) {
        if (field.reference().isPresent() || field.valueType().hasFewValues()) {
            return 0;
        }
        return field.valueType().hasDays() || FieldViews.of(field).isNumber() ? 1 : TEXT;
    }

    private static List<Part> parts(Stream<Layout.Group> groups, Map<String, FieldValue> values) {
        return groups.map(group -> new Part(
                        text(group.label()),
                        group.fields().stream()
                                .map(values::get)
                                .filter(Objects::nonNull)
                                .toList()))
                .filter(part -> !part.values().isEmpty())
                .toList();
    }
}
