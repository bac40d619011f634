package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.RecordRows;
import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.transfer.ImportMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the rows of an import, each like a single create or update. Thread-safe. */
public final class RowImport implements RecordRows {
    private final RecordWriter writer;
    private final Records records;
    private final AccessScope accessScope;

    public RowImport(RecordWriter writer, Records records, AccessScope accessScope) {
        this.writer = writer;
        this.records = records;
        this.accessScope = accessScope;
    }

    @Override
    public void require(Actor actor, Model model, ImportMode mode) {
        accessScope.require(actor, Action.IMPORT, model);
        if (model.builtIn()) {
            throw RequestRejectedException.forbidden(
                    "not_importable",
                    Message.of("Records of ''{model}'' are not imported.").with("model", model.name()));
        }
        writer.allow(actor, Action.CREATE, model);
        switch (mode) {
            case CREATE -> {}
            case CREATE_AND_UPDATE -> {
                writer.allow(actor, Action.EDIT, model);
                if (model.definition().requireIfMatch()) {
                    throw RecordWriter.unconditional();
                }
            }
        }
    }

    @Override
    public Put put(Actor actor, Model model, ImportMode mode, Map<String, @Nullable Object> row) {
        try {
            return switch (mode) {
                case CREATE -> putNew(actor, model, row, false);
                case CREATE_AND_UPDATE -> {
                    Optional<RecordKey> key = keyOf(model, row);
                    yield key.isPresent() ? putKnown(actor, model, key.get(), row) : putNew(actor, model, row, false);
                }
            };
        } catch (ConstraintViolationException violated) {
            throw ConstraintRefusals.of(violated);
        }
    }

    @Override
    public void continueKeys(Model model) {
        records.continueKeys(model);
    }

    @Override
    public Optional<Runnable> keepNumbers(Model model) {
        return records.keepNumbers(model);
    }

    /** @param withKey whether the record gets the key of the row, also where keys are generated */
    private Put putNew(Actor actor, Model model, Map<String, @Nullable Object> row, boolean withKey) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>(row);
        model.fields().stream()
                .filter(field -> !field.writableOnCreate() && !(withKey && field.primaryKey()))
                .forEach(field -> body.remove(field.name()));
        RecordInput input =
                withKey ? RecordInput.createWithKey(actor, model, body) : RecordInput.create(actor, model, body);
        if (!input.good()) {
            throw input.refusal();
        }
        Map<String, @Nullable Object> values = input.values();
        Set<String> given = Set.copyOf(values.keySet());
        writer.completeNew(actor, model, values);
        writer.keepWithin(actor, writer.insert(actor, model, values, given).record(), Action.IMPORT);
        return Put.CREATED;
    }

    /** A record that stays as it is, as most do in a file that was exported, is not locked until the end of the import. */
    private Put putKnown(Actor actor, Model model, RecordKey key, Map<String, @Nullable Object> row) {
        Condition allowed = accessScope.condition(actor, model, Action.EDIT);
        Optional<StoredRecord> current = records.findUnlocked(model, key, allowed);
        if (current.isEmpty()
                && takesKey(model)
                && (allowed.equals(Condition.always()) || !records.matches(model, key, Condition.always()))) {
            return putNew(actor, model, row, true);
        }
        StoredRecord read = current.orElseGet(() -> locked(actor, model, key));
        Map<String, @Nullable Object> changes = new LinkedHashMap<>();
        Set<String> given = prepare(actor, read, row, changes);
        if (writer.changesNothing(actor, read, changes)) {
            return Put.UNCHANGED;
        }
        StoredRecord before = locked(actor, model, key);
        if (!before.version().equals(read.version())) {
            changes.clear();
            given = prepare(actor, before, row, changes);
        }
        RecordWriter.Stored after = writer.changed(actor, before, changes, given);
        if (!after.written()) {
            return Put.UNCHANGED;
        }
        writer.keepWithin(actor, after.record(), Action.IMPORT);
        return Put.UPDATED;
    }

    private static boolean takesKey(Model model) {
        return model.key().stream()
                .allMatch(field -> field.writableOnCreate() || field.generated() != FieldDefinition.Generated.NO);
    }

    private StoredRecord locked(Actor actor, Model model, RecordKey key) {
        try {
            return writer.find(actor, model, key, Action.EDIT);
        } catch (RequestRejectedException refused) {
            throw refused.below("/" + model.key().getFirst().name());
        }
    }

    /**
     * Reads the values of a row for a record.
     *
     * @param changes filled with the values
     * @return the fields that the row gives
     */
    private Set<String> prepare(
            Actor actor,
            StoredRecord before,
            Map<String, @Nullable Object> row,
            Map<String, @Nullable Object> changes) {
        Model model = before.model();
        Map<String, @Nullable Object> body = new LinkedHashMap<>(row);
        model.fields().stream().filter(field -> !field.writableOnUpdate()).forEach(field -> body.remove(field.name()));
        RecordInput input = RecordInput.patch(actor, model, body, Set.of());
        writer.acceptStored(actor, before, input);
        if (!input.good()) {
            throw input.refusal();
        }
        changes.putAll(input.values());
        Set<String> given = Set.copyOf(changes.keySet());
        if (!changes.isEmpty()) {
            writer.prepare(actor, model, Optional.of(before.key()), changes);
        }
        return given;
    }

    /** The key in a row; empty when a part of it is missing. */
    private static Optional<RecordKey> keyOf(Model model, Map<String, @Nullable Object> row) {
        List<Object> values = new ArrayList<>(model.key().size());
        List<Violation> wrong = new ArrayList<>();
        for (FieldDefinition field : model.key()) {
            @Nullable Object given = row.get(field.name());
            if (given == null) {
                continue;
            }
            switch (FieldInput.read(model, field, given)) {
                case FieldInput.Outcome.Fits(Object value) ->
                    Optional.ofNullable(value).ifPresent(values::add);
                case FieldInput.Outcome.Refused(List<Violation> violations) -> wrong.addAll(violations);
            }
        }
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(wrong);
        }
        return values.size() == model.key().size() ? Optional.of(new RecordKey(values)) : Optional.empty();
    }
}
