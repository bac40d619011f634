package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.application.records.CodeRights;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.RecordAccess;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Writes of custom code, with the same rules as all other writes. */
public final class ProgramWrites implements CodeOnRecords {
    private static final int BATCH = 500;

    private final RecordWriter writer;
    private final RecordDeletion deletion;
    private final RecordEditing editing;
    private final Records records;
    private final AuditTrail audit;
    private final AccessScope accessScope;
    private final VisibleReferences references;
    private final ChangeContexts contexts;
    private final InstantSource clock;

    public ProgramWrites(
            RecordWriter writer,
            RecordEditing editing,
            Records records,
            AuditTrail audit,
            AccessScope accessScope,
            ChangeContexts contexts,
            InstantSource clock) {
        this.writer = writer;
        this.deletion = new RecordDeletion(writer, records, accessScope);
        this.editing = editing;
        this.records = records;
        this.audit = audit;
        this.accessScope = accessScope;
        this.references = new VisibleReferences(records, accessScope);
        this.contexts = contexts;
        this.clock = clock;
    }

    @Override
    public void require(Actor actor, Action needs, Model model) {
        accessScope.require(actor, needs, model);
    }

    @Override
    public Map<String, @Nullable Object> parameters(Model form, Map<String, @Nullable Object> body) {
        RecordInput input = RecordInput.form(form, body, clock.instant());
        if (!input.good()) {
            throw input.refusal();
        }
        return input.values();
    }

    @Override
    public void requireReferences(Actor actor, Model form, Map<String, @Nullable Object> values) {
        references.requireAll(actor, form, values);
    }

    @Override
    public <T> T run(boolean dryRun, Supplier<T> step) {
        return writer.run(dryRun, step);
    }

    @Override
    public long count(Actor actor, ListRequest request, Action needs) {
        return records.count(request.model(), editing.covered(actor, request, needs));
    }

    @Override
    public List<StoredRecord> named(
            Actor actor, Model model, List<String> ids, Action needs, Precondition precondition) {
        Set<RecordKey> seen = new LinkedHashSet<>();
        List<StoredRecord> named = new ArrayList<>(ids.size());
        for (int i = 0; i < ids.size(); i++) {
            String id = ids.get(i);
            String place = "/ids/" + i;
            RecordKey key = RecordKey.parse(model, id)
                    .orElseThrow(() -> RecordBrowsing.missing(model).below(place));
            if (seen.add(key)) {
                StoredRecord record = RecordWriter.below(place, () -> writer.find(actor, model, key, needs));
                if (ids.size() == 1) {
                    writer.check(actor, record, precondition);
                }
                named.add(record);
            }
        }
        return named;
    }

    @Override
    public void all(Actor actor, ListRequest request, long confirmed, Action needs, Consumer<List<StoredRecord>> step) {
        Model model = request.model();
        Condition condition = editing.covered(actor, request, needs);
        long now = records.count(model, condition);
        if (now != confirmed) {
            throw MassChange.countChanged(now);
        }
        if (now > dev.hexadmin.application.records.EditingRecords.Selection.MOST) {
            throw MassChange.tooMany();
        }
        Optional<RecordKey> after = Optional.empty();
        List<StoredRecord> batch;
        long seen = 0;
        do {
            batch = records.scan(model, condition, after, BATCH);
            seen += batch.size();
            if (seen > confirmed) {
                throw MassChange.countChanged(records.count(model, condition)); // the record was created while this ran
            }
            if (!batch.isEmpty()) {
                after = Optional.of(batch.getLast().key());
                step.accept(batch);
            }
        } while (batch.size() == BATCH);
    }

    @Override
    public RecordAccess access(Actor actor, CodeRights rights) {
        return new CodeRecords(contexts.services(), actor, rights, () -> {});
    }

    @Override
    public Call call(Actor actor, CodeRights rights, boolean writes, UnaryOperator<String> pointers) {
        CallContext call = new CallContext(contexts.services(), actor, rights, writes, pointers);
        call.join();
        return call;
    }

    /**
     * Creates a record, inside {@link #run}; errors point to {@code /records/products/-/price}.
     *
     * @param index of the record in a list, as in {@code /records/products/-/1/price}; empty for a single record
     */
    StoredRecord create(Actor actor, Model model, Map<String, @Nullable Object> values, String index) {
        return written(model, "-" + index, () -> {
            RecordInput input = RecordInput.byProgram(model, values, true);
            if (!input.good()) {
                throw input.refusal();
            }
            writer.completeNew(actor, model, input.values());
            return writer.inserted(actor, model, input.values(), false);
        });
    }

    /** Updates fields of a record based on its current values, inside {@link #run}. */
    StoredRecord update(Actor actor, StoredRecord record, Map<String, @Nullable Object> changes) {
        Model model = record.model();
        return written(model, record.key().encoded(), () -> {
            RecordInput input = RecordInput.byProgram(model, changes, false);
            if (!input.invalid().isEmpty()) {
                input.acceptStored(current(record), Set.of());
            }
            if (!input.good()) {
                throw input.refusal();
            }
            if (!input.values().isEmpty()) {
                writer.prepare(actor, model, Optional.of(record.key()), input.values());
            }
            return writer.store(actor, current(record), input.values(), Set.of(), RecordWriter::refuse)
                    .record();
        });
    }

    /** Deletes a record and its dependents, inside {@link #run}. */
    void delete(Actor actor, StoredRecord record) {
        written(record.model(), record.key().encoded(), () -> deletion.remove(actor, current(record), false));
    }

    /** The written values are not part of the client's body: errors are reported with the record's name. */
    private static <T> T written(Model model, String id, Supplier<T> step) {
        try {
            return RecordWriter.below("/records/" + model.name() + "/" + id, step);
        } catch (RequestRejectedException refused) {
            throw refused.code().equals("invalid")
                    ? RequestRejectedException.invalid(
                            "invalid", "A record cannot be stored as it would be.", refused.violations())
                    : refused;
        }
    }

    private StoredRecord current(StoredRecord record) {
        return records.find(record.model(), record.key(), Condition.always())
                .orElseThrow(() -> RecordBrowsing.missing(record.model()));
    }

    @Override
    public void audit(
            Actor actor, String event, Model model, Optional<RecordKey> key, List<AuditEntry.Change> changes) {
        audit.append(new AuditEntry(
                clock.instant(),
                actor,
                event,
                model.name(),
                key.map(RecordKey::encoded).orElse(""),
                changes));
    }
}
