package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.EditingRecords.Bulk;
import dev.hexadmin.application.records.EditingRecords.BulkDone;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.EditingRecords.PreparedChange;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates, updates and deletes several records of one model in one unit of work. Thread-safe. */
final class BulkChange {
    private final RecordWriter writer;
    private final RecordDeletion deletion;

    BulkChange(RecordWriter writer, RecordDeletion deletion) {
        this.writer = writer;
        this.deletion = deletion;
    }

    PreparedChange<BulkDone> prepare(Actor actor, Model model, Bulk bulk, boolean dryRun) {
        int operations =
                bulk.create().size() + bulk.update().size() + bulk.delete().size();
        if (!bulk.create().isEmpty() || operations == 0) {
            writer.allow(actor, Action.CREATE, model);
        }
        if (!bulk.update().isEmpty()) {
            writer.allow(actor, Action.EDIT, model);
        }
        if (!bulk.delete().isEmpty()) {
            writer.allow(actor, Action.DELETE, model);
        }
        if (operations < 1 || operations > Bulk.LIMIT) {
            throw RequestRejectedException.invalid(List.of(new Violation(
                    "",
                    "items",
                    Message.of(
                                    "{limit, plural, one {1 operation is expected in one call.} other {1 to # operations are expected in one call.}}")
                            .with("limit", Bulk.LIMIT))));
        }
        if (model.definition().requireIfMatch() && operations > bulk.create().size()) {
            throw RecordWriter.unconditional();
        }
        BulkBodies reading = new BulkBodies(writer, actor, model);
        List<Map<String, @Nullable Object>> creates = reading.creates(bulk.create());
        List<Set<String>> given =
                creates.stream().map(values -> Set.copyOf(values.keySet())).toList();
        List<BulkUpdate> updates = reading.updates(bulk.update());
        List<RecordKey> deletes = reading.deletes(bulk.delete());
        reading.refuseWrong();
        for (int i = 0; i < creates.size(); i++) {
            int at = i;
            RecordWriter.below("/create/" + i, () -> {
                writer.completeNew(actor, model, creates.get(at));
                return at;
            });
        }
        for (int i = 0; i < updates.size(); i++) {
            int at = i;
            RecordWriter.below("/update/" + i, () -> {
                BulkUpdate update = updates.get(at);
                if (!update.changes().isEmpty()) {
                    writer.prepare(actor, model, Optional.of(update.key()), update.changes());
                }
                return at;
            });
        }
        return sinks -> shown(
                actor,
                carryOut(actor, model, new Operations(creates, given, updates, deletes, reading), dryRun),
                creates.size(),
                deletes.size(),
                sinks);
    }

    /**
     * What a call does.
     *
     * @param given the fields that the client gave, for each new record
     */
    private record Operations(
            List<Map<String, @Nullable Object>> creates,
            List<Set<String>> given,
            List<BulkUpdate> updates,
            List<RecordKey> deletes,
            BulkBodies bodies) {}

    private List<RecordWriter.Outcome> carryOut(Actor actor, Model model, Operations operations, boolean dryRun) {
        List<Map<String, @Nullable Object>> creates = operations.creates();
        List<Set<String>> given = operations.given();
        List<BulkUpdate> updates = operations.updates();
        List<RecordKey> deletes = operations.deletes();
        List<RecordKey> changed = Stream.concat(updates.stream().map(BulkUpdate::key), deletes.stream())
                .toList();
        return writer.run(dryRun, () -> {
            Map<RecordKey, StoredRecord> read = writer.lock(model, changed, !(creates.isEmpty() && updates.isEmpty()));
            List<RecordWriter.Outcome> done = new ArrayList<>(creates.size() + updates.size());
            writer.together(model, needed(model, creates), () -> {
                for (int i = 0; i < creates.size(); i++) {
                    int at = i;
                    done.add(RecordWriter.below(
                            "/create/" + i, () -> writer.insert(actor, model, creates.get(at), given.get(at))));
                }
                return done;
            });
            for (int i = 0; i < updates.size(); i++) {
                BulkUpdate update = updates.get(i);
                String place = "/update/" + i;
                StoredRecord before = operations
                        .bodies()
                        .allUnknownIfOneIs(() -> RecordWriter.below(
                                place, () -> writer.find(actor, model, update.key(), Action.EDIT, read)));
                done.add(RecordWriter.below(
                        place, () -> writer.update(actor, before, update.changes(), update.given())));
            }
            Map<StoredRecord, String> roots = new LinkedHashMap<>();
            for (int i = 0; i < deletes.size(); i++) {
                RecordKey key = deletes.get(i);
                String place = "/delete/" + i;
                roots.put(
                        operations
                                .bodies()
                                .allUnknownIfOneIs(() -> RecordWriter.below(
                                        place, () -> writer.find(actor, model, key, Action.DELETE, read))),
                        place);
            }
            deletion.removePlaced(actor, roots);
            return done;
        });
    }

    /** The given keys of records that records before them refer to. */
    private static Set<RecordKey> needed(Model model, List<Map<String, @Nullable Object>> creates) {
        List<List<FieldDefinition>> references = Stream.concat(
                        model.fields().stream()
                                .filter(field -> field.type() == FieldType.REFERENCE && model.target(field) == model)
                                .map(List::of),
                        model.joints().stream()
                                .filter(joint -> joint.target() == model)
                                .map(Model.Joint::fields))
                .toList();
        Set<RecordKey> needed = new HashSet<>();
        if (references.isEmpty()) {
            return needed;
        }
        Set<RecordKey> later = new HashSet<>();
        for (Map<String, @Nullable Object> record : creates.reversed()) {
            for (List<FieldDefinition> reference : references) {
                key(record, reference).filter(later::contains).ifPresent(needed::add);
            }
            key(record, model.key()).ifPresent(later::add);
        }
        return needed;
    }

    private static Optional<RecordKey> key(Map<String, @Nullable Object> record, List<FieldDefinition> fields) {
        List<Object> values = new ArrayList<>(fields.size());
        for (FieldDefinition field : fields) {
            @Nullable Object value = record.get(field.name());
            if (value == null) {
                return Optional.empty();
            }
            values.add(value);
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(new RecordKey(values));
    }

    private BulkDone shown(
            Actor actor,
            List<RecordWriter.Outcome> outcomes,
            int created,
            int deleted,
            Function<Shape, RecordSink> sinks) {
        Map<Shape, RecordSink> made = new HashMap<>();
        Optional<Shape> shape = Optional.empty();
        for (RecordWriter.Outcome outcome : outcomes) {
            Shape shown = writer.shape(actor, outcome);
            outcome.record().writeTo(shown, made.computeIfAbsent(shown, sinks));
            shape = Optional.of(shown);
        }
        return new BulkDone(created, outcomes.size() - created, deleted, shape);
    }

    /**
     * An update of a bulk call, or of a child in its parent's body.
     *
     * @param changes the values to write; hooks may add to it
     * @param given the fields that the client gave
     * @param precondition of the record
     */
    record BulkUpdate(
            RecordKey key, Map<String, @Nullable Object> changes, Set<String> given, Precondition precondition) {}
}
