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
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Deletes records with their dependents, and previews the effect of a deletion. Thread-safe. */
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
        if (!separation.run(refersToItself(model)) || separation.blocked().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Separated(
                separation.blocked().stream()
                        .map(record -> NamedRecord.of(actor, model, record.key(), record::value))
                        .toList(),
                separation.deletable().stream().map(StoredRecord::key).toList()));
    }

    /** In short transactions, between which others may write, unless the records may refer to each other. */
    private Optional<RequestRejectedException> rehearsedRemoval(Actor actor, Model model, List<StoredRecord> roots) {
        int size = refersToItself(model) ? Math.max(1, roots.size()) : REHEARSED;
        for (int from = 0; from < roots.size(); from += size) {
            List<StoredRecord> some = roots.subList(from, Math.min(from + size, roots.size()));
            Optional<RequestRejectedException> refusal = rehearsed(() -> remove(
                    actor,
                    some.stream()
                            .map(root -> writer.find(actor, model, root.key(), Action.DELETE))
                            .toList(),
                    record -> "",
                    true));
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    /** Whether a record of the model may prevent the deletion of another one. */
    static boolean refersToItself(Model model) {
        return model.inbound().stream().anyMatch(from -> from.model() == model);
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

    /** Deletes a record and its dependents. */
    Map<String, Long> remove(Actor actor, StoredRecord record, boolean bound) {
        return remove(actor, List.of(record), root -> "", bound);
    }

    /**
     * Deletes records and their dependents. What is deleted together does not prevent the deletion of the others.
     *
     * @param places the pointer to each of the records, for errors; empty for none
     * @param bound whether the actor must have the right to delete each of them
     */
    Map<String, Long> remove(
            Actor actor, List<StoredRecord> roots, Function<StoredRecord, String> places, boolean bound) {
        List<List<StoredRecord>> steps = DeletionOrder.of(roots);
        Cascade cascade;
        try {
            cascade = Cascade.of(records, roots);
        } catch (RequestRejectedException tooMany) {
            return inHalves(actor, steps, places, bound, tooMany);
        }
        if (bound) {
            requireDeletable(actor, cascade, roots, places);
        }
        List<ChangeContext> changes = prepared(actor, cascade, roots, places);
        for (Cascade.Cut cut : cascade.cuts()) {
            cut(actor, cut);
        }
        Map<String, Long> deleted = new LinkedHashMap<>();
        for (List<StoredRecord> step : steps) {
            try {
                records.delete(step).forEach((name, count) -> deleted.merge(name, count, Long::sum));
            } catch (ConstraintViolationException violated) {
                String place = violated.undeletable()
                        .map(one -> place(cascade, new Cascade.Identity(one.model(), one.key()), places))
                        .orElse(step.size() == 1 ? places.apply(step.getFirst()) : "");
                throw below(place, refusal(actor, violated));
            }
        }
        for (ChangeContext change : changes) {
            StoredRecord doomed = change.stored();
            below(place(cascade, Cascade.Identity.of(doomed), places), () -> {
                writer.audit(actor, "delete", doomed, Changes.deleted(doomed));
                change.done(Optional.empty());
                accessScope.hooks(doomed.model()).afterDelete(change);
                change.refuseRejected();
            });
        }
        Set<Model> requested = roots.stream().map(StoredRecord::model).collect(Collectors.toSet());
        Set<String> named = cascade.models().stream()
                .filter(model -> requested.contains(model) || actor.rights().allows(Action.VIEW, model))
                .map(Model::name)
                .collect(Collectors.toSet());
        Map<String, Long> told = new LinkedHashMap<>();
        deleted.forEach((name, count) -> told.merge(named.contains(name) ? name : OTHERS, count, Long::sum));
        return told;
    }

    /** Deletes records and their dependents, each with the pointer to it. */
    void removePlaced(Actor actor, Map<StoredRecord, String> roots) {
        if (!roots.isEmpty()) {
            remove(actor, List.copyOf(roots.keySet()), record -> roots.getOrDefault(record, ""), true);
        }
    }

    /** Deletes fewer records at a time: they have too many dependents together, perhaps not each of them. */
    private Map<String, Long> inHalves(
            Actor actor,
            List<List<StoredRecord>> steps,
            Function<StoredRecord, String> places,
            boolean bound,
            RequestRejectedException tooMany) {
        List<StoredRecord> ordered = steps.stream().flatMap(List::stream).toList();
        if (ordered.size() == 1) {
            throw below(places.apply(ordered.getFirst()), tooMany);
        }
        int half = ordered.size() / 2;
        Map<String, Long> deleted = new LinkedHashMap<>(remove(actor, ordered.subList(0, half), places, bound));
        List<StoredRecord> others = ordered.subList(half, ordered.size()).stream()
                .filter(record -> records.matches(record.model(), record.key(), Condition.always()))
                .toList();
        if (!others.isEmpty()) {
            remove(actor, others, places, bound).forEach((name, count) -> deleted.merge(name, count, Long::sum));
        }
        return deleted;
    }

    /** Runs the hooks before the deletion. One that changes or deletes another record of the call is taken into account. */
    private List<ChangeContext> prepared(
            Actor actor, Cascade cascade, List<StoredRecord> roots, Function<StoredRecord, String> places) {
        boolean changing = roots.size() > 1 && cascade.models().stream().anyMatch(accessScope::changesOthers);
        Set<Cascade.Identity> requested =
                roots.stream().map(Cascade.Identity::of).collect(Collectors.toSet());
        List<ChangeContext> changes = new ArrayList<>();
        for (StoredRecord doomed : cascade.doomed()) {
            Optional<StoredRecord> current = changing && requested.contains(Cascade.Identity.of(doomed))
                    ? records.find(doomed.model(), doomed.key(), Condition.always())
                    : Optional.of(doomed);
            current.map(record -> writer.deletion(actor, record)).ifPresent(change -> {
                below(place(cascade, Cascade.Identity.of(doomed), places), () -> {
                    accessScope.hooks(change.model()).onDelete(change);
                    change.refuseRejected();
                });
                changes.add(change);
            });
        }
        return changes;
    }

    private static String place(Cascade cascade, Cascade.Identity doomed, Function<StoredRecord, String> places) {
        return cascade.rootOf(doomed).map(places).orElse("");
    }

    private static void below(String place, Runnable step) {
        if (place.isEmpty()) {
            step.run();
        } else {
            RecordWriter.below(place, () -> {
                step.run();
                return place;
            });
        }
    }

    private static RequestRejectedException below(String place, RequestRejectedException refused) {
        return place.isEmpty() ? refused : refused.below(place);
    }

    private RequestRejectedException refusal(Actor actor, ConstraintViolationException violated) {
        boolean named = violated.kind() != ConstraintViolationException.Kind.IN_USE
                || (actor.rights().superuser() && !violated.rule().table().isEmpty());
        return named
                ? ConstraintRefusals.of(violated)
                : ConstraintRefusals.inUse(
                        violated.rule().table().isEmpty()
                                        && violated.rule().message().isEmpty()
                                ? nameable(actor, violated.model())
                                : Optional.empty());
    }

    /** A cascade must not bypass rights or row policies: the actor needs the right to delete every dependent. */
    private void requireDeletable(
            Actor actor, Cascade cascade, List<StoredRecord> roots, Function<StoredRecord, String> places) {
        if (actor.rights().superuser()) {
            return;
        }
        Set<Cascade.Identity> requested =
                roots.stream().map(Cascade.Identity::of).collect(Collectors.toSet());
        for (Model model : cascade.models()) {
            List<RecordKey> along = cascade.doomed().stream()
                    .filter(doomed -> doomed.model() == model)
                    .filter(doomed -> !requested.contains(Cascade.Identity.of(doomed)))
                    .map(StoredRecord::key)
                    .toList();
            if (along.isEmpty()) {
                continue;
            }
            boolean allowed = actor.rights().allows(Action.DELETE, model);
            Optional<RecordKey> beyond = allowed ? beyond(actor, model, along) : Optional.of(along.getFirst());
            if (beyond.isPresent()) {
                RequestRejectedException refused = RequestRejectedException.forbidden(
                        allowed ? "row_policy" : "forbidden",
                        nameable(actor, model)
                                .map(named -> Message.of(
                                                "This would also delete records of ''{model}'' that you may not delete.")
                                        .with("model", named.name()))
                                .orElseGet(() ->
                                        Message.of("This would also delete other records that you may not delete.")));
                throw below(place(cascade, new Cascade.Identity(model, beyond.get()), places), refused);
            }
        }
    }

    /** The first of these records that the row policies of the actor do not cover. */
    private Optional<RecordKey> beyond(Actor actor, Model model, List<RecordKey> keys) {
        Condition allowed = accessScope.condition(actor, model, Action.DELETE);
        if (allowed.equals(Condition.always())) {
            return Optional.empty();
        }
        if (model.key().size() > 1) {
            return keys.stream()
                    .filter(key -> !records.matches(model, key, allowed))
                    .findFirst();
        }
        Condition these = RecordWriter.named(model, keys).and(allowed);
        if (records.count(model, these) == keys.size()) {
            return Optional.empty();
        }
        Set<RecordKey> covered = records.scan(model, these, Optional.empty(), keys.size()).stream()
                .map(StoredRecord::key)
                .collect(Collectors.toSet());
        return keys.stream().filter(key -> !covered.contains(key)).findFirst();
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
