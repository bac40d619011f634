package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the values of a form that is being filled in by reading only. Thread-safe. */
final class FormCheck {
    private final RecordWriter writer;
    private final Records records;
    private final AccessScope accessScope;
    private final VisibleReferences references;

    FormCheck(RecordWriter writer, Records records, AccessScope accessScope) {
        this.writer = writer;
        this.records = records;
        this.accessScope = accessScope;
        this.references = new VisibleReferences(records, accessScope);
    }

    /** @param before the record; empty for a new one */
    List<Violation> violations(Actor actor, Model model, Optional<StoredRecord> before, RecordInput input) {
        List<Violation> violations = new ArrayList<>(input.forbidden());
        violations.addAll(input.wrong());
        Map<String, @Nullable Object> given = new LinkedHashMap<>(input.values());
        Map<String, @Nullable Object> seen =
                before.isPresent() ? writer.seen(actor, before.get(), given.keySet()) : Map.of();
        given.entrySet()
                .removeIf(
                        one -> seen.containsKey(one.getKey()) && Changes.same(seen.get(one.getKey()), one.getValue()));
        if (given.isEmpty()) {
            return violations;
        }
        try {
            references.require(actor, model, given, Set.copyOf(given.keySet()), seen);
        } catch (RequestRejectedException refused) {
            violations.addAll(refused.violations());
        }
        for (List<String> fields : uniques(model)) {
            if (isTaken(model, before, fields, given)) {
                fields.forEach(name -> violations.add(Violation.at(name, "unique", ConstraintRefusals.ANOTHER_HAS_IT)));
            }
        }
        if (violations.isEmpty()) {
            if (before.isEmpty()) {
                writer.withDefaults(model, given);
            }
            violations.addAll(writer.broken(actor, model, before, given));
        }
        return violations;
    }

    /** The fields whose values no two records share, alone or together. */
    private static List<List<String>> uniques(Model model) {
        List<List<String>> uniques = new ArrayList<>();
        for (FieldDefinition field : model.fields()) {
            if (field.storage().unique()) {
                uniques.add(List.of(field.name()));
            }
        }
        if (model.key().stream().noneMatch(field -> field.generated() != Generated.NO)) {
            uniques.add(model.key().stream().map(FieldDefinition::name).toList());
        }
        uniques.addAll(model.definition().storage().uniqueTogether());
        return uniques;
    }

    /** Whether another record has these values, of which at least one is new and none is null. */
    private boolean isTaken(
            Model model, Optional<StoredRecord> before, List<String> fields, Map<String, @Nullable Object> given) {
        if (fields.stream().noneMatch(given::containsKey)) {
            return false;
        }
        Condition same = Condition.always();
        for (String name : fields) {
            FieldDefinition field = model.fieldNamed(name);
            @Nullable
            Object value = given.containsKey(name)
                    ? given.get(name)
                    : before.map(record -> record.value(field)).orElse(null);
            if (value == null || !field.valueType().isComparable()) {
                return false;
            }
            same = same.and(new Condition.Compare(FieldPath.of(model, field), Lookup.EXACT, List.of(value)));
        }
        return records.scan(model, same, Optional.empty(), 2).stream()
                .anyMatch(other ->
                        before.isEmpty() || !other.key().equals(before.get().key()));
    }
}
