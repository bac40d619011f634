package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the records that a delete affects, before it happens, so that hooks and the audit log get every record. */
final class Cascade {
    /** How many dependents one transaction may hold. */
    static final int MAX_RECORDS = 10_000;

    private static final int BATCH_SIZE = 500;

    private final Records records;
    private final Map<Identity, StoredRecord> doomed = new LinkedHashMap<>();
    private final Map<Identity, Identity> causes = new HashMap<>();
    private final List<Cut> cuts = new ArrayList<>();

    /** Identifies a record. */
    record Identity(Model model, RecordKey key) {
        static Identity of(StoredRecord record) {
            return new Identity(record.model(), record.key());
        }
    }

    /** A reference that will become null. */
    record Cut(StoredRecord record, FieldDefinition field) {}

    private Cascade(Records records) {
        this.records = records;
    }

    /**
     * Follows the references that point to records.
     *
     * @throws RequestRejectedException {@code CONFLICT too_many_related} when one transaction should not hold so many
     *     records
     */
    static Cascade of(Records records, List<StoredRecord> roots) {
        Cascade cascade = new Cascade(records);
        cascade.follow(roots);
        return cascade;
    }

    /** The records to delete; the requested ones come first. */
    Collection<StoredRecord> doomed() {
        return doomed.values();
    }

    /** The requested record because of which a record is deleted; empty when it is not known. */
    Optional<StoredRecord> rootOf(Identity identity) {
        Identity at = identity;
        @Nullable Identity cause = causes.get(at);
        while (cause != null) {
            at = cause;
            cause = causes.get(at);
        }
        return Optional.ofNullable(doomed.get(at));
    }

    /** The models of the records to delete. */
    Set<Model> models() {
        return doomed.values().stream().map(StoredRecord::model).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The references of remaining records that become null. */
    List<Cut> cuts() {
        return cuts.stream()
                .filter(cut -> !doomed.containsKey(Identity.of(cut.record())))
                .toList();
    }

    private void follow(List<StoredRecord> roots) {
        roots.forEach(root -> doomed.put(Identity.of(root), root));
        List<StoredRecord> level = roots;
        while (!level.isEmpty()) {
            List<StoredRecord> next = new ArrayList<>();
            Map<Model, List<StoredRecord>> byModel = new LinkedHashMap<>();
            level.forEach(record -> byModel.computeIfAbsent(record.model(), model -> new ArrayList<>())
                    .add(record));
            byModel.forEach((model, parents) -> {
                for (int from = 0; from < parents.size(); from += BATCH_SIZE) {
                    follow(model, parents.subList(from, Math.min(from + BATCH_SIZE, parents.size())), next);
                }
            });
            level = next;
        }
    }

    private void follow(Model model, List<StoredRecord> parents, List<StoredRecord> next) {
        for (Model.Inbound inbound : model.inbound()) {
            if (inbound.field().type() == FieldType.REFERENCES) {
                continue; // the links are deleted with the record
            }
            switch (inbound.field().target().onDelete()) {
                case RESTRICT, NO_ACTION -> {} // the delete itself is rejected
                case CASCADE -> {
                    for (StoredRecord child : children(inbound, parents)) {
                        if (doomed.putIfAbsent(Identity.of(child), child) == null) {
                            next.add(child);
                            @Nullable Object parent = child.value(inbound.field());
                            if (parent != null) {
                                causes.put(Identity.of(child), new Identity(model, new RecordKey(List.of(parent))));
                            }
                        }
                    }
                }
                case SET_NULL -> {
                    for (StoredRecord child : children(inbound, parents)) {
                        cuts.add(new Cut(child, inbound.field()));
                    }
                }
            }
        }
    }

    private List<StoredRecord> children(Model.Inbound inbound, List<StoredRecord> parents) {
        List<Object> keys =
                parents.stream().map(parent -> parent.key().values().getFirst()).toList();
        Condition pointsHere = new Condition.Compare(
                FieldPath.of(inbound.model(), inbound.field()), keys.size() == 1 ? Lookup.EXACT : Lookup.IN, keys);
        List<StoredRecord> children = new ArrayList<>();
        Optional<RecordKey> after = Optional.empty();
        while (true) {
            List<StoredRecord> some = records.scan(inbound.model(), pointsHere, after, BATCH_SIZE);
            children.addAll(some);
            if (some.size() < BATCH_SIZE) {
                return children;
            }
            if (doomed.size() + cuts.size() + children.size() > MAX_RECORDS) {
                throw RequestRejectedException.conflict(
                        "too_many_related",
                        Message.of(
                                        "{limit, plural, one {More than # record depends on it: delete or change them first.} other {More than # records depend on it: delete or change them first.}}")
                                .with("limit", MAX_RECORDS),
                        List.of());
            }
            after = Optional.of(some.getLast().key());
        }
    }
}
