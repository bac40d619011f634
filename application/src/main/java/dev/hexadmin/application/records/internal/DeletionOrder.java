package dev.hexadmin.application.records.internal;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The order in which records that refer to each other are deleted: a record comes after those that refer to it, because
 * databases check some foreign keys at once.
 */
final class DeletionOrder {
    private DeletionOrder() {}

    /** The records in steps, each of one model; records of a cycle are in one step, if they are of one model. */
    static List<List<StoredRecord>> of(List<StoredRecord> records) {
        Map<Cascade.Identity, StoredRecord> left = new LinkedHashMap<>();
        records.forEach(record -> left.put(Cascade.Identity.of(record), record));
        Map<Cascade.Identity, Integer> referring = new HashMap<>();
        Map<Cascade.Identity, Set<Cascade.Identity>> targets = new HashMap<>();
        left.forEach((identity, record) -> {
            Set<Cascade.Identity> own = targets(record);
            own.remove(identity);
            own.retainAll(left.keySet());
            targets.put(identity, own);
            own.forEach(target -> referring.merge(target, 1, Integer::sum));
        });
        List<List<StoredRecord>> steps = new ArrayList<>();
        List<Cascade.Identity> leaves = left.keySet().stream()
                .filter(identity -> !referring.containsKey(identity))
                .toList();
        while (!leaves.isEmpty()) {
            List<StoredRecord> step = new ArrayList<>();
            List<Cascade.Identity> next = new ArrayList<>();
            for (Cascade.Identity leaf : leaves) {
                @Nullable StoredRecord record = left.remove(leaf);
                if (record != null) {
                    step.add(record);
                }
                for (Cascade.Identity target : targets.getOrDefault(leaf, Set.of())) {
                    if (referring.merge(target, -1, Integer::sum) == 0) {
                        next.add(target);
                    }
                }
            }
            steps.addAll(byModel(step));
            leaves = next;
        }
        steps.addAll(byModel(left.values()));
        return steps;
    }

    private static Set<Cascade.Identity> targets(StoredRecord record) {
        Set<Cascade.Identity> targets = new HashSet<>();
        for (FieldDefinition field : record.model().fields()) {
            if (field.type() == FieldType.REFERENCE) {
                @Nullable Object key = record.value(field);
                if (key != null) {
                    targets.add(new Cascade.Identity(record.model().target(field), new RecordKey(List.of(key))));
                }
            }
        }
        return targets;
    }

    private static Collection<List<StoredRecord>> byModel(Collection<StoredRecord> records) {
        Map<String, List<StoredRecord>> byModel = new LinkedHashMap<>();
        records.forEach(record -> byModel.computeIfAbsent(record.model().name(), name -> new ArrayList<>())
                .add(record));
        return byModel.values();
    }
}
