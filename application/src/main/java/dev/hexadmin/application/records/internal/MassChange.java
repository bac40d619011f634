package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.BatchSize;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.records.EditingRecords.AllDone;
import dev.hexadmin.application.records.EditingRecords.Bulk;
import dev.hexadmin.application.records.EditingRecords.Change;
import dev.hexadmin.application.records.EditingRecords.Selection;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Changes many records in bounded memory: in one unit of work or, where that would block all other writes for long,
 * first as a dry run in short units of work and then for real in short ones. Used by one thread.
 */
final class MassChange {
    private static final System.Logger LOG = System.getLogger(MassChange.class.getName());
    private static final int BATCH = 500;

    private final RecordWriter writer;
    private final RecordDeletion deletion;
    private final Records records;
    private final AccessScope accessScope;
    private final Actor actor;
    private final Model model;
    private final Change change;
    private final boolean dryRun;
    /** The values to write; empty for a delete. */
    private final Map<String, @Nullable Object> values;

    private final Map<String, Long> deleted = new TreeMap<>();
    private Optional<RecordKey> after = Optional.empty();
    private long selected;
    private long changed;
    private long removed;

    MassChange(
            RecordWriter writer,
            RecordDeletion deletion,
            Records records,
            AccessScope accessScope,
            Actor actor,
            Model model,
            Change change,
            boolean dryRun) {
        this.writer = writer;
        this.deletion = deletion;
        this.records = records;
        this.accessScope = accessScope;
        this.actor = actor;
        this.model = model;
        this.change = change;
        this.dryRun = dryRun;
        this.values = switch (change) {
            case Change.Edit(Map<String, @Nullable Object> body) -> {
                RecordInput input = RecordInput.patch(actor, model, body, Set.of());
                if (!input.good()) {
                    throw input.refusal();
                }
                yield input.values();
            }
            case Change.Delete() -> Map.of();
        };
    }

    /** Changes the named records. */
    AllDone ofKeys(Selection.Keys keys) {
        Set<RecordKey> named = new LinkedHashSet<>();
        for (String id : keys.ids()) {
            named.add(RecordKey.parse(model, id)
                    .orElseThrow(() -> RecordBrowsing.missing(model).below("/" + id)));
        }
        if (named.isEmpty() || named.size() > Bulk.LIMIT) {
            throw RequestRejectedException.invalid(List.of(new Violation(
                    "",
                    "items",
                    Message.of(
                                    "{limit, plural, one {1 record is expected in one call.} other {1 to # records are expected in one call.}}")
                            .with("limit", Bulk.LIMIT))));
        }
        Map<RecordKey, Map<String, @Nullable Object>> prepared = new HashMap<>();
        if (prepares()) {
            named.forEach(key -> prepared.put(key, prepare(key)));
        }
        return writer.run(dryRun, () -> {
            Map<RecordKey, StoredRecord> read = writer.lock(model, named, change instanceof Change.Edit);
            List<StoredRecord> doomed = new ArrayList<>();
            for (RecordKey key : named) {
                selected++;
                RecordWriter.below("/" + key.encoded(), () -> {
                    StoredRecord current = writer.find(actor, model, key, change.needs(), read);
                    switch (change) {
                        case Change.Edit edit -> edit(current, prepared.getOrDefault(key, values));
                        case Change.Delete delete -> doomed.add(current);
                    }
                    return key;
                });
            }
            delete(doomed);
            return done();
        });
    }

    /** Changes the records that a condition selects. */
    AllDone ofAll(Condition condition, long expected) {
        Optional<Map<RecordKey, Map<String, @Nullable Object>>> prepared =
                prepares() ? Optional.of(prepareAll(condition, expected)) : Optional.empty();
        if (expected <= BATCH || !writer.keepsOthersWaiting()) {
            return atOnce(condition, expected, prepared);
        }
        try {
            inBatches(condition, expected, prepared, true);
        } catch (RequestRejectedException refused) {
            reset(); // perhaps because of an earlier change in this call, which is visible only in one transaction
            return atOnce(condition, expected, prepared);
        }
        if (!dryRun) {
            reset();
            try {
                inBatches(condition, expected, prepared, false);
            } catch (RequestRejectedException refused) {
                throw changed == 0 ? refused : partly(expected, refused.text(), refused.violations());
            } catch (ServiceUnavailableException unavailable) {
                LOG.log(Level.WARNING, "A change of many records stopped after " + changed, unavailable);
                throw changed == 0
                        ? unavailable
                        : partly(expected, Message.of("The database was locked or unavailable."), List.of());
            }
        }
        return done();
    }

    private AllDone atOnce(
            Condition condition, long expected, Optional<Map<RecordKey, Map<String, @Nullable Object>>> prepared) {
        return writer.run(dryRun, () -> {
            begin(condition, expected);
            boolean more = true;
            while (more) {
                more = batch(condition, expected, prepared, together());
            }
            end(expected);
            return done();
        });
    }

    /** Records that may prevent the deletion of each other are deleted together, as many as the memory may hold. */
    private int together() {
        return change instanceof Change.Delete && RecordDeletion.refersToItself(model) ? Cascade.MAX_RECORDS : BATCH;
    }

    /** Runs in short transactions, between which other writers can run. */
    private void inBatches(
            Condition condition,
            long expected,
            Optional<Map<RecordKey, Map<String, @Nullable Object>>> prepared,
            boolean rehearsal) {
        begin(condition, expected);
        BatchSize size = new BatchSize();
        boolean more = true;
        while (more) {
            long committed = changed;
            try {
                more = writer.run(rehearsal, () -> {
                    size.begin();
                    boolean full = batch(condition, expected, prepared, Math.min(BATCH, size.size()));
                    size.end();
                    return full;
                });
            } catch (RequestRejectedException | ServiceUnavailableException stopped) {
                changed = committed;
                throw stopped;
            }
        }
        end(expected);
    }

    private void begin(Condition condition, long expected) {
        long now = records.count(model, condition);
        if (now != expected) {
            throw countChanged(now);
        }
        if (now > Selection.MOST) {
            throw tooMany();
        }
    }

    /** The next records, and whether there may be more. */
    private boolean batch(
            Condition condition,
            long expected,
            Optional<Map<RecordKey, Map<String, @Nullable Object>>> prepared,
            int size) {
        List<StoredRecord> batch = records.scan(model, condition, after, size);
        for (StoredRecord record : batch) {
            after = Optional.of(record.key());
            @Nullable
            Map<String, @Nullable Object> own =
                    prepared.isEmpty() ? values : prepared.get().get(record.key());
            if (++selected > expected || own == null) {
                throw countChanged(records.count(model, condition)); // the record was created while this ran
            }
            Map<String, @Nullable Object> given = own;
            if (change instanceof Change.Edit) {
                RecordWriter.below("/" + record.key().encoded(), () -> {
                    asItIsNow(record).ifPresent(current -> edit(current, given));
                    return record;
                });
            }
        }
        if (change instanceof Change.Delete) {
            delete(batch);
        }
        return batch.size() == size;
    }

    private void end(long expected) {
        long along = deleted.getOrDefault(model.name(), 0L) - removed;
        if (selected + along < expected) {
            throw countChanged(selected);
        }
    }

    private void reset() {
        after = Optional.empty();
        deleted.clear();
        selected = 0;
        changed = 0;
        removed = 0;
    }

    private RequestRejectedException partly(long expected, Message reason, List<Violation> violations) {
        return RequestRejectedException.conflict(
                "partly_changed",
                Message.of(
                                "{expected, plural, one {About {changed} of # record was changed, and stays so.} other {About {changed} of # records were changed, and stay so.}} Then: {reason}")
                        .with("changed", changed)
                        .with("expected", expected)
                        .with("reason", reason),
                violations);
    }

    private AllDone done() {
        return new AllDone(selected, changed, Map.copyOf(deleted));
    }

    /** A hook may have changed it since its batch was read. */
    private Optional<StoredRecord> asItIsNow(StoredRecord record) {
        return accessScope.changesOthers(model)
                ? records.find(model, record.key(), Condition.always())
                : Optional.of(record);
    }

    private void edit(StoredRecord current, Map<String, @Nullable Object> given) {
        changed += writer.changed(actor, current, new LinkedHashMap<>(given), values.keySet())
                        .written()
                ? 1
                : 0;
    }

    private void delete(List<StoredRecord> doomed) {
        if (!doomed.isEmpty()) {
            deletion.remove(actor, doomed, record -> "/" + record.key().encoded(), true)
                    .forEach((name, count) -> deleted.merge(name, count, Long::sum));
            changed += doomed.size();
            removed += doomed.size();
        }
    }

    private boolean prepares() {
        return !values.isEmpty() && accessScope.ruled(model);
    }

    private Map<String, @Nullable Object> prepare(RecordKey key) {
        Map<String, @Nullable Object> own = new LinkedHashMap<>(values);
        writer.prepare(actor, model, Optional.of(key), own);
        return own.equals(values) ? values : own;
    }

    /** Runs the hooks' preparation for each record, before the transaction begins. */
    private Map<RecordKey, Map<String, @Nullable Object>> prepareAll(Condition condition, long expected) {
        Map<RecordKey, Map<String, @Nullable Object>> prepared = new HashMap<>();
        Optional<RecordKey> after = Optional.empty();
        List<StoredRecord> batch;
        do {
            batch = records.scan(model, condition, after, BATCH);
            for (StoredRecord record : batch) {
                if (prepared.size() == expected) {
                    throw countChanged(records.count(model, condition));
                }
                if (prepared.size() == Selection.MOST) {
                    throw tooMany();
                }
                prepared.put(record.key(), prepare(record.key()));
                after = Optional.of(record.key());
            }
        } while (batch.size() == BATCH);
        return prepared;
    }

    static RequestRejectedException countChanged(long now) {
        return RequestRejectedException.countChanged(
                Message.of(
                                "{count, plural, one {The list has # record now, not as many as were confirmed. Look at it again.} other {The list has # records now, not as many as were confirmed. Look at it again.}}")
                        .with("count", now),
                now);
    }

    static RequestRejectedException tooMany() {
        return RequestRejectedException.invalid(List.of(new Violation(
                "",
                "too_many",
                Message.of(
                                "{limit, plural, one {At most # record is changed in one go.} other {At most # records are changed in one go.}}")
                        .with("limit", Selection.MOST))));
    }
}
