package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.CodeRights;
import dev.hexadmin.application.records.port.RecordClasses.RecordClass;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects of a record class from records, with the records that they reference, read with the same rights. Used by one
 * thread.
 */
final class TypedReader<T extends Record> {
    private static final int DEEPEST = 10;

    private final CodeRecords access;
    private final RecordClass<T> type;
    private final int depth;

    /** @throws IllegalArgumentException when no model is registered by the class */
    TypedReader(CodeRecords access, Class<T> type) {
        this(access, type, 0);
    }

    private TypedReader(CodeRecords access, Class<T> type, int depth) {
        this.access = access;
        this.type = access.services().classes().of(type);
        this.depth = depth;
        if (depth > DEEPEST) {
            throw new IllegalStateException("more than " + DEEPEST + " records in one another: let a component of "
                    + type.getName() + " hold the key alone, with @Ref(to = …)");
        }
    }

    RecordClass<T> type() {
        return type;
    }

    Model model() {
        return access.services().models().named(type.model());
    }

    /** @throws IllegalArgumentException when the values are of another model */
    T of(Model model, Map<String, @Nullable Object> values) {
        return all(model, List.of(values)).getFirst();
    }

    /** @throws IllegalArgumentException when the records are of another model */
    List<T> of(List<StoredRecord> records) {
        return records.isEmpty()
                ? List.of()
                : all(
                        records.getFirst().model(),
                        records.stream().map(StoredRecord::values).toList());
    }

    private List<T> all(Model model, List<Map<String, @Nullable Object>> rows) {
        if (!model.name().equals(type.model())) {
            throw new IllegalArgumentException(
                    "the records of '" + model.name() + "' are not of the class of '" + type.model() + "'");
        }
        List<Violation> hidden = type.fields().stream()
                .filter(field -> !rows.getFirst().containsKey(field)
                        && model.fieldNamed(field).computed().isEmpty())
                .map(field -> Violation.at(field, "hidden", "You may not view this field."))
                .toList();
        if (!hidden.isEmpty()) {
            throw RequestRejectedException.forbidden(
                    "field_forbidden",
                    Message.of("You may not view every field of ''{model}''.").with("model", model.name()),
                    hidden);
        }
        Map<String, Map<Object, Record>> related = new HashMap<>();
        type.related().forEach((field, target) -> related.put(field, related(model, field, target, rows)));
        List<T> objects = new ArrayList<>(rows.size());
        for (Map<String, @Nullable Object> row : rows) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>(row);
            related.forEach((field, objectsByKey) -> values.computeIfPresent(
                    field,
                    (name, keys) -> keys instanceof List<?> many
                            ? many.stream().map(objectsByKey::get).toList()
                            : objectsByKey.get(keys)));
            objects.add(type.read(values));
        }
        return objects;
    }

    private <R extends Record> Map<Object, Record> related(
            Model model, String field, Class<R> target, List<Map<String, @Nullable Object>> rows) {
        Set<Object> keys = new LinkedHashSet<>();
        for (Map<String, @Nullable Object> row : rows) {
            switch (row.get(field)) {
                case null -> {}
                case List<?> many -> keys.addAll(many);
                case Object one -> keys.add(one);
            }
        }
        if (keys.isEmpty()) {
            return Map.of();
        }
        FieldDefinition reference = model.fieldNamed(field);
        List<StoredRecord> found = access.load(
                model.target(reference),
                keys.stream().map(key -> new RecordKey(List.of(key))).toList());
        if (found.size() < keys.size()) {
            throw access.rights() == CodeRights.CALLER
                    ? RequestRejectedException.forbidden(
                            "field_forbidden",
                            Message.of("You may not view every record that ''{field}'' points to.")
                                    .with("field", field),
                            List.of(Violation.at(field, "hidden", "You may not view this record.")))
                    : ConstraintRefusals.referencesNotFound(List.of(ConstraintRefusals.referenceNotFound(reference)));
        }
        List<R> objects = new TypedReader<>(access, target, depth + 1).of(found);
        Map<Object, Record> byKey = new HashMap<>();
        int at = 0;
        for (Object key : keys) { // not the record's own key, which may be in other letters
            byKey.put(key, objects.get(at++));
        }
        return byKey;
    }
}
