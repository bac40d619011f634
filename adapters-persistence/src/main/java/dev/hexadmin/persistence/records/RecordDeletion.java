package dev.hexadmin.persistence.records;

import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Operation;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Deletes records and applies the delete rules of the registry to the records that reference them, deepest first, in the
 * registry's order: it deletes rows that cascade in batches, checks those that prevent the delete, sets references to
 * null, removes links, and deletes the rows themselves.
 *
 * <p>The memory holds one batch of keys for each level of depth. A model that references itself, directly or through
 * others, does not cause an endless loop: a reference is set to null before it is followed, and where it cannot be
 * null, rows that are already being deleted are not followed again.
 */
final class RecordDeletion {
    private static final int BATCH = 500;

    private final TableCache tables;
    private final ConstraintViolations refusals;
    private final Session session;
    private final Map<String, Long> deleted = new LinkedHashMap<>();
    private final Deque<Batch> open = new ArrayDeque<>();

    /** Rows of one table that will be deleted. */
    private static final class Batch {
        final Table table;
        final List<Object> keys;
        int next;

        @Nullable
        Object seen;

        Batch(Table table, List<Object> keys) {
            this.table = table;
            this.keys = keys;
        }
    }

    RecordDeletion(TableCache tables, ConstraintViolations refusals, Session session) {
        this.tables = tables;
        this.refusals = refusals;
        this.session = session;
    }

    Map<String, Long> run(Model model, List<StoredRecord> records) throws SQLException {
        Table table = tables.of(session, model);
        if (table.key().length > 1) {
            for (StoredRecord record : records) {
                deleteComposite(table, record.key());
            }
            return deleted;
        }
        deleted.put(model.name(), 0L);
        detach(table, records);
        for (int from = 0; from < records.size(); from += BATCH) {
            List<Object> keys = records.subList(from, Math.min(from + BATCH, records.size())).stream()
                    .map(record -> record.key().values().getFirst())
                    .toList();
            open.push(new Batch(table, keys));
            while (!open.isEmpty()) {
                Batch batch = open.getFirst();
                if (!descend(batch)) {
                    finish(batch);
                    open.pop();
                }
            }
        }
        return deleted;
    }

    /** No field references a composite key. */
    private void deleteComposite(Table table, RecordKey key) throws SQLException {
        String text = table.text("delete one", () -> "DELETE FROM " + table.name() + " WHERE " + table.byOwnKey());
        try (Session.Prepared prepared = session.prepare(text)) {
            for (int i = 0; i < table.key().length; i++) {
                table.key()[i]
                        .codec()
                        .bind(prepared.statement(), i + 1, key.values().get(i));
            }
            int gone = prepared.statement().executeUpdate();
            if (gone == 0 && isThere(table, key)) {
                throw ConstraintViolations.notStored(table);
            }
            if (gone > 1 && !table.facts().writes().rewritten().contains(TableFacts.Statement.DELETE)) {
                throw ConstraintViolations.ambiguousKey(table);
            }
            count(table, Math.max(1, gone));
        } catch (SQLException e) {
            throw named(refusals.ofDelete(e, table), table, key);
        } catch (ConstraintViolationException violated) {
            throw named(violated, table, key);
        }
    }

    /**
     * Sets references of the records to themselves and each other to null where they can be: databases that check a foreign
     * key row by row would reject the deletion of a cycle.
     */
    private void detach(Table table, List<StoredRecord> records) throws SQLException {
        if (!table.model().allows(Operation.UPDATE)) {
            return;
        }
        Set<Object> all = new HashSet<>();
        records.forEach(record -> all.add(record.key().values().getFirst()));
        for (Model.Inbound from : table.model().inbound()) {
            if (from.model() != table.model() || from.field().type() != FieldType.REFERENCE) {
                continue;
            }
            List<Object> referring = new ArrayList<>();
            for (StoredRecord record : records) {
                Object key = record.key().values().getFirst();
                @Nullable Object target = record.value(from.field());
                if (target != null && all.contains(target)) {
                    referring.add(key);
                }
            }
            if (!referring.isEmpty() && table.column(from.field()).nullable()) {
                for (int i = 0; i < referring.size(); i += BATCH) {
                    setNull(
                            table,
                            table.column(from.field()),
                            table.key()[0],
                            referring.subList(i, Math.min(i + BATCH, referring.size())));
                }
            }
        }
    }

    private boolean isThere(Table table, RecordKey key) throws SQLException {
        String text = table.text("is there", () -> "SELECT 1 FROM " + table.name() + " t0 WHERE " + table.byKey());
        try (Session.Prepared prepared = session.prepare(text)) {
            for (int i = 0; i < table.key().length; i++) {
                table.key()[i]
                        .codec()
                        .bind(prepared.statement(), i + 1, key.values().get(i));
            }
            try (ResultSet row = prepared.statement().executeQuery()) {
                return row.next();
            }
        }
    }

    private void count(Table table, long rows) {
        if (rows > 0) {
            deleted.merge(table.model().name(), rows, Long::sum);
        }
    }

    /** Opens the next batch of rows that are deleted with these; false when no such rows are left. */
    private boolean descend(Batch batch) throws SQLException {
        List<Model.Inbound> inbound = batch.table.model().inbound();
        while (batch.next < inbound.size()) {
            Model.Inbound from = inbound.get(batch.next);
            if (!acts(from, Reference.OnDelete.CASCADE)) {
                batch.next++;
                continue;
            }
            Table child = tables.of(session, from.model());
            Column column = child.column(from.field());
            if (child.key().length > 1
                    || (from.model().inbound().isEmpty()
                            && from.model().referencesFields().isEmpty())) {
                if (hasUnreadableKey(child, column, batch.keys)) {
                    throw inUse(from.model());
                }
                count(child, deleteBy(child, column, batch.keys));
                if (child.facts().writes().triggers() || child.facts().writes().hidesRows()) {
                    requireGone(child, column, batch.keys);
                }
                batch.next++;
                continue;
            }
            boolean again = open.stream().anyMatch(other -> other.table == child);
            boolean detach = again && column.nullable();
            List<Object> keys = children(child, column, batch.keys, again && !detach);
            if (keys.isEmpty()) {
                batch.next++;
                batch.seen = null;
                continue;
            }
            if (keys.getFirst().equals(batch.seen)) {
                throw inUse(from.model()); // records prevent the delete
            }
            batch.seen = keys.getFirst();
            if (detach) {
                Column key = child.key()[0];
                setNull(child, column, key, keys);
            }
            open.push(new Batch(child, keys));
            return true;
        }
        return false;
    }

    private static boolean acts(Model.Inbound from, Reference.OnDelete action) {
        return from.field().type() == FieldType.REFERENCE
                && from.field().target().onDelete() == action;
    }

    /** One by one where only the database knows what prevents the deletion, so that the record can be named. */
    private long deleteRows(Table table, Column key, List<Object> keys) {
        boolean oneByOne = table.facts().writes().triggers()
                || table.model().inbound().stream().anyMatch(from -> acts(from, Reference.OnDelete.NO_ACTION));
        if (!oneByOne) {
            return deleteBy(table, key, keys);
        }
        long gone = 0;
        for (Object one : keys) {
            try {
                gone += deleteBy(table, key, List.of(one));
            } catch (ConstraintViolationException violated) {
                throw named(violated, table, new RecordKey(List.of(one)));
            }
        }
        return gone;
    }

    private static RuntimeException named(RuntimeException failure, Table table, RecordKey key) {
        return failure instanceof ConstraintViolationException violated ? violated.of(table.model(), key) : failure;
    }

    private long deleteBy(Table table, Column column, List<Object> keys) {
        return change(table, "DELETE FROM " + table.name() + " WHERE ", column.name(), column, keys);
    }

    private void setNull(Table table, Column column, Column where, List<Object> keys) {
        change(
                table,
                "UPDATE" + table.facts().writes().orFail() + " " + table.name() + " SET " + column.name()
                        + " = NULL WHERE ",
                where.name(),
                where,
                keys);
    }

    private List<Object> children(Table child, Column column, List<Object> parents, boolean onlyNew)
            throws SQLException {
        Column key = child.key()[0];
        List<Object> leaving = onlyNew ? leaving(child) : List.of();
        int places = column.codec().places(parents.size());
        int left = key.codec().places(leaving.size());
        boolean lockable = child.model().allows(Operation.UPDATE)
                && !child.facts().writes().hidesRows();
        String text = child.text(
                (onlyNew ? "new children " + left : "children") + " " + places + " " + column.name(),
                () -> "SELECT " + key.codec().selected(key.of("t0")) + " FROM " + child.name() + " t0 WHERE "
                        + column.codec().in(column.of("t0"), places)
                        + (onlyNew ? " AND NOT (" + key.codec().in(key.of("t0"), left) + ")" : "") + " ORDER BY "
                        + key.of("t0") + " LIMIT " + BATCH
                        + (lockable ? tables.dialect().lock("t0") : ""));
        List<Object> keys = new ArrayList<>();
        try (Session.Prepared prepared = session.prepare(text)) {
            column.codec().bindAll(prepared.statement(), 1, parents);
            if (onlyNew) {
                key.codec().bindAll(prepared.statement(), 1 + places, leaving);
            }
            try (ResultSet row = prepared.statement().executeQuery()) {
                while (row.next()) {
                    @Nullable Object one = key.codec().read(row, 1);
                    if (one == null) {
                        throw inUse(child.model()); // by a row that has no valid key
                    }
                    keys.add(one);
                }
            }
        }
        return keys;
    }

    private List<Object> leaving(Table table) {
        return open.stream()
                .filter(batch -> batch.table == table)
                .flatMap(batch -> batch.keys.stream())
                .toList();
    }

    private void finish(Batch batch) throws SQLException {
        Table table = batch.table;
        for (Model.Inbound from : table.model().inbound()) {
            if (acts(from, Reference.OnDelete.RESTRICT) && !from.link()) {
                Table child = tables.of(session, from.model());
                Optional<Object> held = held(child, child.column(from.field()), batch.keys);
                if (held.isPresent()) {
                    throw inUse(from.model()).of(table.model(), new RecordKey(List.of(held.get())));
                }
            }
        }
        for (Model.Inbound from : table.model().inbound()) {
            Table child = tables.of(session, from.model());
            if (acts(from, Reference.OnDelete.SET_NULL)) {
                Column column = child.column(from.field());
                if (hasUnreadableKey(child, column, batch.keys)) {
                    throw inUse(from.model());
                }
                setNull(child, column, column, batch.keys);
                if (child.facts().writes().hidesRows()) {
                    requireGone(child, column, batch.keys);
                }
            } else if (from.field().type() == FieldType.REFERENCES) {
                Table.Link link = child.link(from.field());
                unlink(child, link.table(), link.comparedTarget(), table.key()[0], batch.keys);
            }
        }
        for (FieldDefinition field : table.model().referencesFields()) {
            Table.Link link = table.link(field);
            unlink(table, link.table(), link.comparedSource(), table.key()[0], batch.keys);
        }
        Column key = table.key()[0];
        long gone = deleteRows(table, key, batch.keys);
        if (gone < batch.keys.size()) {
            // a trigger or rule prevented the delete of rows, or deleted them with a statement that is not counted
            long kept = RecordCount.number(
                    session,
                    new SqlBuilder("SELECT count(*) FROM " + table.name() + " WHERE ")
                            .in(key.codec(), key.name(), batch.keys));
            if (kept > 0) {
                throw ConstraintViolations.notStored(table);
            }
        }
        boolean isRewritten = table.facts().writes().rewritten().contains(TableFacts.Statement.DELETE);
        if (gone > batch.keys.size() && !isRewritten) {
            throw ConstraintViolations.ambiguousKey(table);
        }
        count(table, isRewritten ? batch.keys.size() : gone);
    }

    /** That no row refers to the keys any more: the database would change it without rights and without an audit row. */
    private void requireGone(Table child, Column column, List<Object> keys) throws SQLException {
        if (held(child, column, keys).isPresent()) {
            throw ConstraintViolations.notStored(child);
        }
    }

    /** A key that another record references. */
    private Optional<Object> held(Table child, Column column, List<Object> keys) throws SQLException {
        boolean again = child.key().length == 1 && open.stream().anyMatch(batch -> batch.table == child);
        Column key = child.key()[0];
        List<Object> leaving = again ? leaving(child) : List.of();
        int places = column.codec().places(keys.size());
        int left = key.codec().places(leaving.size());
        String text = child.text(
                (again ? "held by others " + left : "held by") + " " + places + " " + column.name(),
                () -> "SELECT " + column.codec().selected(column.of("t0")) + " FROM " + child.name() + " t0 WHERE "
                        + column.codec().in(column.of("t0"), places)
                        + (again ? " AND NOT (" + key.codec().in(key.of("t0"), left) + ")" : "") + " LIMIT 1");
        try (Session.Prepared prepared = session.prepare(text)) {
            column.codec().bindAll(prepared.statement(), 1, keys);
            if (again) {
                key.codec().bindAll(prepared.statement(), 1 + places, leaving);
            }
            try (ResultSet row = prepared.statement().executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                @Nullable Object target = column.codec().read(row, 1);
                return Optional.of(target == null || !keys.contains(target) ? keys.getFirst() : target);
            }
        }
    }

    /** Whether a row points here that has no valid key: no record, so it could be changed without rights and without an audit row. */
    private boolean hasUnreadableKey(Table child, Column column, List<Object> keys) throws SQLException {
        List<String> invalid = new ArrayList<>();
        for (Column part : child.key()) {
            String readable = part.codec().readable(part.of("t0"));
            if (!readable.isEmpty()) {
                invalid.add(part.of("t0") + " IS NULL OR NOT (" + readable + ")");
            }
        }
        if (invalid.isEmpty()) {
            return false;
        }
        int places = column.codec().places(keys.size());
        String text = child.text(
                "without a valid key " + places + " " + column.name(),
                () -> "SELECT 1 FROM " + child.name() + " t0 WHERE "
                        + column.codec().in(column.of("t0"), places) + " AND (" + String.join(" OR ", invalid)
                        + ") LIMIT 1");
        try (Session.Prepared prepared = session.prepare(text)) {
            column.codec().bindAll(prepared.statement(), 1, keys);
            try (ResultSet row = prepared.statement().executeQuery()) {
                return row.next();
            }
        }
    }

    private void unlink(Table owner, String join, String side, Column key, List<Object> keys) {
        change(owner, "DELETE FROM " + join + " WHERE ", side, key, keys);
    }

    /**
     * Runs a statement on rows that have one of the keys in a column.
     *
     * @param where a column whose values are written as keys are
     */
    private long change(Table table, String start, String column, Column where, List<Object> keys) {
        String sql = start + where.codec().in(column, where.codec().places(keys.size()));
        try (Session.Prepared prepared = session.prepare(sql)) {
            where.codec().bindAll(prepared.statement(), 1, keys);
            return prepared.statement().executeUpdate();
        } catch (SQLException e) {
            throw refusals.ofDelete(e, table);
        }
    }

    private static ConstraintViolationException inUse(Model by) {
        return new ConstraintViolationException(
                Kind.IN_USE, by, List.of(), new IllegalStateException("records of '" + by.name() + "' point here"));
    }
}
