package dev.hexadmin.http.panel.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Layout;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.panel.records.RecordDetails.FieldValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
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

    /**
     * A group of values.
     *
     * @param label {@code ""} without a heading
     */
    public record Part(String label, List<FieldValue> values) {
        public Part {
            values = List.copyOf(values);
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
     * @param values of the fields that the reader may see, by name
     * @param unmet the fields whose condition does not hold
     */
    static DetailLayout of(Model model, Map<String, FieldValue> values, Set<String> unmet) {
        Map<String, FieldValue> left = new LinkedHashMap<>(values);
        unmet.forEach(name -> left.computeIfPresent(name, (key, one) -> isEmpty(one) ? null : one));
        List<FieldValue> facts = new ArrayList<>();
        if (left.size() > FEW_FIELDS) {
            for (String name : facts(model, left)) {
                facts.add(Objects.requireNonNull(left.remove(name)));
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

    /** References and states first, then numbers and days, in the order of the model. */
    private static List<String> facts(Model model, Map<String, FieldValue> values) {
        return model.fields().stream()
                .filter(field -> values.containsKey(field.name()) && rank(field) < 2 && !field.primaryKey())
                .filter(field -> !isEmpty(Objects.requireNonNull(values.get(field.name()))))
                .sorted(Comparator.comparingInt(DetailLayout::rank))
                .limit(MOST_FACTS)
                .map(FieldDefinition::name)
                .toList();
    }

    private static int rank(FieldDefinition field) {
        if (field.reference().isPresent()) {
            return field.stored() ? 0 : 2;
        }
        if (field.valueType().hasFewValues()) {
            return 0;
        }
        return field.valueType().hasDays() || FieldViews.of(field).isNumber() ? 1 : 2;
    }

    private static List<Part> parts(Stream<Layout.Group> groups, Map<String, FieldValue> values) {
        return groups.map(group -> new Part(
                        group.label(),
                        group.fields().stream()
                                .map(values::get)
                                .filter(Objects::nonNull)
                                .toList()))
                .filter(part -> !part.values().isEmpty())
                .toList();
    }
}
