package dev.hexadmin.application.records.internal;

import static dev.hexadmin.application.records.EditingRecords.OTHERS;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.EditingRecords.Affected;
import dev.hexadmin.application.records.EditingRecords.Consequences;
import dev.hexadmin.application.records.EditingRecords.Others;
import dev.hexadmin.application.records.EditingRecords.Separated;
import dev.hexadmin.application.records.NamedRecord;
import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Deletes a record with its dependents, and previews the effect of a deletion. Thread-safe. */
final class RecordDeletion {
    /** The maximum number of records whose deletion is previewed in one transaction. */
    private static final int REHEARSED = 50;

    private final RecordWriter writer;
    private final Records records;
    private final AccessScope accessScope;

    RecordDeletion(RecordWriter writer, Records records, AccessScope accessScope) {
        this.writer = writer;
        this.records = records;
        this.accessScope = accessScope;
    }

    Consequences consequences(Actor actor, Model model, List<StoredRecord> roots) {
        DeletionPreview preview;
        try {
            preview = new DeletionPreview(records, accessScope, actor, model, roots);
        } catch (RequestRejectedException tooMany) {
            return new Consequences(
                    List.of(), List.of(), List.of(), List.of(), Others.NONE, Optional.of(tooMany), roots.size());
        }
        return preview.consequences(
                preview.held()
                        ? Optional.of(ConstraintRefusals.inUse(
                                preview.holding().stream().findFirst().map(Affected::model)))
                        : rehearsedRemoval(actor, model, roots));
    }

    /** Separates those that cannot be deleted from the others; empty when nothing is blocked, or after too many attempts. */
    Optional<Separated> separated(Actor actor, Model model, List<StoredRecord> roots) {
        DeletionSeparation separation = new DeletionSeparation(
                roots, some -> consequences(actor, model, some).refusal().isEmpty());
        boolean within = model.inbound().stream().anyMatch(from -> from.model() == model);
        if (!separation.run(within) || separation.blocked().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Separated(
                separation.blocked().stream()
                        .map(record -> NamedRecord.of(actor, model, record.key(), record::value))
                        .toList(),
                separation.deletable().stream().map(StoredRecord::key).toList()));
    }

    /** In short transactions, between which others may write. */
    private Optional<RequestRejectedException> rehearsedRemoval(Actor actor, Model model, List<StoredRecord> roots) {
        for (int from = 0; from < roots.size(); from += REHEARSED) {
            List<StoredRecord> some = roots.subList(from, Math.min(from + REHEARSED, roots.size()));
            Optional<RequestRejectedException> refusal = rehearsed(() -> {
                Set<Cascade.Identity> gone = new HashSet<>();
                for (StoredRecord root : some) {
                    if (!gone.contains(Cascade.Identity.of(root))) {
                        remove(actor, writer.find(actor, model, root.key(), Action.DELETE), gone, true);
                    }
                }
            });
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    /** Runs a step to see whether it is rejected: hooks and the database have rules that the registry does not know. */
    private Optional<RequestRejectedException> rehearsed(Runnable step) {
        try {
            writer.run(true, () -> {
                step.run();
                return true;
            });
            return Optional.empty();
        } catch (RequestRejectedException refused) {
            return Optional.of(refused);
        }
    }

    /**
     * Deletes a record and its dependents.
     *
     * @param gone receives the deleted records
     * @param bound whether the actor must have the right to delete each of them
     */
    Map<String, Long> remove(Actor actor, StoredRecord record, Set<Cascade.Identity> gone, boolean bound) {
        Cascade cascade = Cascade.of(records, record);
        if (bound) {
            requireDeletable(actor, record, cascade);
        }
        List<ChangeContext> changes = cascade.doomed().stream()
                .map(doomed -> writer.deletion(actor, doomed))
                .toList();
        for (ChangeContext change : changes) {
            accessScope.hooks(change.model()).onDelete(change);
            change.refuseRejected();
        }
        for (Cascade.Cut cut : cascade.cuts()) {
            cut(actor, cut);
        }
        Map<String, Long> deleted;
        try {
            deleted = records.delete(record);
        } catch (ConstraintViolationException violated) {
            boolean named = violated.kind() != ConstraintViolationException.Kind.IN_USE
                    || (actor.rights().superuser() && !violated.rule().table().isEmpty());
            throw named
                    ? ConstraintRefusals.of(violated)
                    : ConstraintRefusals.inUse(
                            violated.rule().table().isEmpty()
                                            && violated.rule().message().isEmpty()
                                    ? nameable(actor, violated.model())
                                    : Optional.empty());
        }
        for (ChangeContext change : changes) {
            StoredRecord doomed = change.stored();
            gone.add(Cascade.Identity.of(doomed));
            writer.audit(actor, "delete", doomed, Changes.deleted(doomed));
            change.done(Optional.empty());
            accessScope.hooks(doomed.model()).afterDelete(change);
            change.refuseRejected();
        }
        Set<String> named = cascade.models().stream()
                .filter(model -> model == record.model() || actor.rights().allows(Action.VIEW, model))
                .map(Model::name)
                .collect(Collectors.toSet());
        Map<String, Long> told = new LinkedHashMap<>();
        deleted.forEach((name, count) -> told.merge(named.contains(name) ? name : OTHERS, count, Long::sum));
        return told;
    }

    /** A cascade must not bypass rights or row policies: the actor needs the right to delete every dependent. */
    private void requireDeletable(Actor actor, StoredRecord root, Cascade cascade) {
        if (actor.rights().superuser()) {
            return;
        }
        for (Model model : cascade.models()) {
            List<RecordKey> along = cascade.doomed().stream()
                    .filter(doomed -> doomed.model() == model)
                    .map(StoredRecord::key)
                    .filter(key -> model != root.model() || !key.equals(root.key()))
                    .toList();
            boolean allowed = actor.rights().allows(Action.DELETE, model);
            if (!along.isEmpty() && (!allowed || !covers(actor, model, along))) {
                throw RequestRejectedException.forbidden(
                        allowed ? "row_policy" : "forbidden",
                        nameable(actor, model)
                                .map(named -> Message.of(
                                                "This would also delete records of ''{model}'' that you may not delete.")
                                        .with("model", named.name()))
                                .orElseGet(() ->
                                        Message.of("This would also delete other records that you may not delete.")));
            }
        }
    }

    private boolean covers(Actor actor, Model model, List<RecordKey> keys) {
        Condition allowed = accessScope.condition(actor, model, Action.DELETE);
        if (allowed.equals(Condition.always())) {
            return true;
        }
        if (model.key().size() > 1) {
            return keys.stream().allMatch(key -> records.matches(model, key, allowed));
        }
        Condition these = new Condition.Compare(
                FieldPath.of(model, model.key().getFirst()),
                Lookup.IN,
                keys.stream().map(key -> key.values().getFirst()).toList());
        return records.count(model, these.and(allowed)) == keys.size();
    }

    /** The model, if the actor may know its name. */
    private Optional<Model> nameable(Actor actor, Model model) {
        return accessScope.seesAll(actor, model) ? Optional.of(model) : Optional.empty();
    }

    private void cut(Actor actor, Cascade.Cut cut) {
        Model model = cut.record().model();
        Optional<StoredRecord> current = records.find(model, cut.record().key(), Condition.always());
        if (current.isEmpty()) {
            return;
        }
        Map<String, @Nullable Object> changes = new LinkedHashMap<>();
        changes.put(cut.field().name(), null);
        writer.store(actor, current.get(), changes, Set.of(), broken -> {
            if (!broken.isEmpty()) {
                throw ConstraintRefusals.inUse(nameable(actor, model)); // not caused by the body
            }
        });
    }
}
