package dev.hexadmin.persistence.records;

import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.session.Session;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Inserts and updates of one record, with its links. */
final class Writing {
    private final Tables tables;
    private final ConstraintViolations refusals;
    private final Versions versions;
    private final Session session;
    private final Table table;

    Writing(Tables tables, ConstraintViolations refusals, Versions versions, Session session, Table table) {
        this.tables = tables;
        this.refusals = refusals;
        this.versions = versions;
        this.session = session;
        this.table = table;
    }

    /** Values in their columns' places; which of them are given; and the links. */
    private final class Given {
        final @Nullable Object[] values = new @Nullable Object[table.columns().length];
        final boolean[] given = new boolean[values.length];
        final Map<FieldDefinition, List<?>> links = new LinkedHashMap<>();

        Given(Map<FieldDefinition, @Nullable Object> fields) {
            for (Map.Entry<FieldDefinition, @Nullable Object> entry : fields.entrySet()) {
                FieldDefinition field = entry.getKey();
                @Nullable Object value = entry.getValue();
                if (field.type() == FieldType.REFERENCES) {
                    links.put(field, value instanceof List<?> keys ? keys : List.of());
                } else {
                    int at = table.column(field).index();
                    values[at] = value;
                    given[at] = true;
                }
            }
        }

        /** Names the statement among those of its kind. */
        String name(String kind) {
            StringBuilder name = new StringBuilder(kind.length() + given.length).append(kind);
            for (boolean one : given) {
                name.append(one ? '1' : '0');
            }
            return name.toString();
        }

        boolean none() {
            for (boolean one : given) {
                if (one) {
                    return false;
                }
            }
            return true;
        }
    }

    StoredRecord insert(Map<FieldDefinition, @Nullable Object> fields) throws SQLException {
        Given given = new Given(fields);
        checkReferences(given, null);
        StoredRecord stored = table.facts().rewritten().contains(TableFacts.Statement.INSERT)
                ? insertRewritten(given)
                : one(table.text(given.name("insert "), () -> insertText(given, "") + table.returning()), given, null)
                        .orElseThrow(() -> ConstraintViolations.notStored(table));
        boolean linked = false;
        for (Map.Entry<FieldDefinition, List<?>> entry : given.links.entrySet()) {
            linked |= link(entry.getKey(), stored.key(), entry.getValue());
        }
        return linked || table.facts().triggers()
                ? again(stored.key()).orElseThrow(() -> ConstraintViolations.notStored(table))
                : stored;
    }

    /**
     * Inserts into a table whose rules or triggers put the row elsewhere, and give nothing back: the key is asked for
     * first. A rule may leave that key out and take the next number of the same sequence.
     */
    private StoredRecord insertRewritten(Given given) throws SQLException {
        Map<String, String> defaults = tables.dialect().defaults(session, table.model());
        List<Column> missing = new ArrayList<>();
        StringBuilder asked = new StringBuilder();
        for (Column column : table.key()) {
            @Nullable String expression = defaults.get(column.field().column());
            if (!given.given[column.index()] && expression != null) {
                missing.add(column);
                asked.append(asked.isEmpty() ? "" : ", ").append(column.codec().selected("(" + expression + ")"));
            }
        }
        if (!missing.isEmpty()) {
            List<Object> values = evaluated("SELECT " + asked, missing);
            for (int i = 0; i < missing.size(); i++) {
                given.values[missing.get(i).index()] = values.get(i);
                given.given[missing.get(i).index()] = true;
            }
        }
        List<Object> key = new ArrayList<>();
        for (Column column : table.key()) {
            @Nullable Object value = given.values[column.index()];
            if (value == null) {
                throw new ConstraintViolationException(
                        Kind.NOT_NULL, table.model(), List.of(column.field()), new IllegalStateException("no key"));
            }
            key.add(value);
        }
        execute(
                table.text(given.name("insert elsewhere "), () -> insertText(given, " OVERRIDING SYSTEM VALUE")),
                given,
                null);
        Optional<StoredRecord> stored = again(new RecordKey(key));
        if (stored.isEmpty() && missing.size() == 1 && table.key().length == 1) {
            String expression =
                    String.valueOf(defaults.get(table.key()[0].field().column()));
            if (expression.startsWith("nextval(")) {
                List<Object> next = evaluated(
                        "SELECT "
                                + table.key()[0]
                                        .codec()
                                        .selected("(currval(" + expression.substring("nextval(".length()) + ")"),
                        missing);
                stored = next.equals(key) ? Optional.empty() : again(new RecordKey(next));
            }
        }
        return stored.orElseThrow(() -> ConstraintViolations.notStored(table));
    }

    private List<Object> evaluated(String sql, List<Column> columns) throws SQLException {
        List<Object> values = new ArrayList<>();
        try (Session.Prepared prepared = session.prepare(sql);
                ResultSet row = prepared.statement().executeQuery()) {
            row.next();
            for (int i = 0; i < columns.size(); i++) {
                values.add(Objects.requireNonNull(columns.get(i).codec().read(row, i + 1)));
            }
        }
        return values;
    }

    /** @param overriding what stands before the values */
    private String insertText(Given given, String overriding) {
        if (given.none()) {
            return "INSERT INTO " + table.name() + " DEFAULT VALUES";
        }
        StringBuilder names = new StringBuilder();
        StringBuilder marks = new StringBuilder();
        for (Column column : table.columns()) {
            if (given.given[column.index()]) {
                names.append(names.isEmpty() ? "" : ", ").append(column.name());
                marks.append(marks.isEmpty() ? "?" : ", ?");
            }
        }
        return "INSERT INTO " + table.name() + " (" + names + ")" + overriding + " VALUES (" + marks + ")";
    }

    StoredRecord update(StoredRecord current, Map<FieldDefinition, @Nullable Object> changes) throws SQLException {
        Given given = new Given(changes);
        StoredRecord stored = current;
        boolean written = !given.none();
        if (written) {
            checkReferences(given, current.key());
            stored = table.facts().rewritten().contains(TableFacts.Statement.UPDATE)
                    ? updateRewritten(given, current)
                    : one(
                                    table.text(given.name("update "), () -> updateText(given) + table.returning()),
                                    given,
                                    current.key())
                            .orElseThrow(() -> ConstraintViolations.notStored(table));
        }
        boolean linked = false;
        for (Map.Entry<FieldDefinition, List<?>> entry : given.links.entrySet()) {
            FieldDefinition field = entry.getKey();
            Set<Object> before = new LinkedHashSet<>((List<?>) Objects.requireNonNull(current.value(field)));
            Set<Object> after = new LinkedHashSet<>(entry.getValue());
            List<Object> gone =
                    before.stream().filter(key -> !after.contains(key)).toList();
            List<Object> come =
                    after.stream().filter(key -> !before.contains(key)).toList();
            if (!gone.isEmpty()) {
                unlink(field, current.key(), gone);
            }
            boolean added = link(field, current.key(), come);
            linked = linked || added || !gone.isEmpty();
        }
        return linked || (written && table.facts().triggers())
                ? again(current.key()).orElseThrow(() -> ConstraintViolations.notStored(table))
                : stored;
    }

    /** Updates a row of a table whose rules make another statement of it, which gives nothing back. */
    private StoredRecord updateRewritten(Given given, StoredRecord current) throws SQLException {
        execute(table.text(given.name("update elsewhere "), () -> updateText(given)), given, current.key());
        return again(current.key())
                .filter(stored -> !stored.values().equals(current.values()) || changesNothing(given, current))
                .orElseThrow(() -> ConstraintViolations.notStored(table));
    }

    /** Whether the record has all values that are given already. */
    private boolean changesNothing(Given given, StoredRecord current) {
        for (Column column : table.columns()) {
            int at = column.index();
            if (given.given[at] && !same(given.values[at], current.value(column.field()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(@Nullable Object one, @Nullable Object other) {
        return switch (one) {
            case null -> other == null;
            case BigDecimal number -> other instanceof BigDecimal theirs && number.compareTo(theirs) == 0;
            case byte[] bytes -> other instanceof byte[] theirs && Arrays.equals(bytes, theirs);
            default -> one.equals(other);
        };
    }

    private String updateText(Given given) {
        StringBuilder sets = new StringBuilder();
        for (Column column : table.columns()) {
            if (given.given[column.index()]) {
                sets.append(sets.isEmpty() ? "" : ", ").append(column.name()).append(" = ?");
            }
        }
        return "UPDATE " + table.name() + " AS t0 SET " + sets + " WHERE " + table.byKey();
    }

    /** Runs a statement that writes the given values of one record and gives it back; empty when it wrote none. */
    private Optional<StoredRecord> one(String text, Given given, @Nullable RecordKey key) throws SQLException {
        return run(text, given, key, statement -> {
            try (ResultSet rows = statement.executeQuery()) {
                return new FullRecordReader(tables, versions, session)
                        .all(table, rows).stream().findFirst();
            }
        });
    }

    /** Runs a statement that writes the given values of one record. */
    private void execute(String text, Given given, @Nullable RecordKey key) throws SQLException {
        run(text, given, key, statement -> {
            statement.execute();
            return Optional.<StoredRecord>empty();
        });
    }

    /** What is done with a statement that is bound. */
    private interface Bound {
        Optional<StoredRecord> run(PreparedStatement statement) throws SQLException;
    }

    private Optional<StoredRecord> run(String text, Given given, @Nullable RecordKey key, Bound work)
            throws SQLException {
        try (Session.Prepared prepared = session.prepare(text)) {
            PreparedStatement statement = prepared.statement();
            int at = 0;
            for (Column column : table.columns()) {
                if (given.given[column.index()]) {
                    try {
                        column.codec().store(statement, ++at, given.values[column.index()]);
                    } catch (UnstorableValueException e) {
                        throw new ConstraintViolationException(Kind.CHECK, table.model(), List.of(column.field()), e);
                    }
                }
            }
            if (key != null) {
                for (int i = 0; i < table.key().length; i++) {
                    table.key()[i].codec().bind(statement, ++at, key.values().get(i));
                }
            }
            return work.run(statement);
        } catch (SQLException e) {
            if (tables.dialect().goesOnAfterFailure() && refusals.missesReference(e)) {
                // the database does not say which reference, and the transaction can go on: ask
                List<FieldDefinition> missing = missingReferences(given, key, true);
                throw new ConstraintViolationException(Kind.REFERENCE_NOT_FOUND, table.model(), missing, e);
            }
            throw refusals.ofWrite(e, table, given.values);
        }
    }

    /** Looks for the records that references point to where the database would not, or only later. */
    private void checkReferences(Given given, @Nullable RecordKey own) throws SQLException {
        List<FieldDefinition> missing = missingReferences(given, own, false);
        if (!missing.isEmpty()) {
            throw new ConstraintViolationException(
                    Kind.REFERENCE_NOT_FOUND, table.model(), missing, new IllegalArgumentException("no such record"));
        }
    }

    private List<FieldDefinition> missingReferences(Given given, @Nullable RecordKey own, boolean all)
            throws SQLException {
        List<FieldDefinition> missing = new ArrayList<>();
        for (Column column : table.columns()) {
            @Nullable Object value = given.values[column.index()];
            if (!given.given[column.index()] || value == null || column.field().type() != FieldType.REFERENCE) {
                continue;
            }
            if (!all
                    && table.facts().checkedReferences().contains(column.field().column())) {
                continue;
            }
            Model model = table.model().target(column.field());
            Table target = tables.of(session, model);
            boolean self = model == table.model() && value.equals(ownKey(given, own));
            if (!self && !exists(target, value)) {
                missing.add(column.field());
            }
        }
        return missing;
    }

    private @Nullable Object ownKey(Given given, @Nullable RecordKey own) {
        return own == null ? given.values[table.key()[0].index()] : own.values().getFirst();
    }

    private boolean exists(Table target, Object key) throws SQLException {
        String text = target.text("exists", () -> "SELECT 1 FROM " + target.name() + " t0 WHERE " + target.byKey());
        try (Session.Prepared prepared = session.prepare(text)) {
            target.key()[0].codec().bind(prepared.statement(), 1, key);
            try (ResultSet row = prepared.statement().executeQuery()) {
                return row.next();
            }
        }
    }

    /**
     * Adds links; both sides' keys are taken from their own tables, so that a target that is not there is a link less.
     *
     * @return whether there were any to add
     */
    private boolean link(FieldDefinition field, RecordKey from, List<?> keys) throws SQLException {
        Set<Object> distinct = new LinkedHashSet<>(keys);
        if (distinct.isEmpty()) {
            return false;
        }
        Table target = tables.of(session, table.model().target(field));
        Table.Link link = table.link(field);
        Column source = table.key()[0];
        Column to = target.key()[0];
        String text = table.text(
                "link " + field.name(),
                () -> "INSERT INTO " + link.table() + " (" + link.source() + ", " + link.target() + ") SELECT "
                        + source.of("s") + ", " + to.of("t") + " FROM " + table.name() + " s, " + target.name()
                        + " t WHERE " + source.codec().compared(source.of("s")) + " = ? AND "
                        + to.codec().in(to.of("t")));
        int added;
        try (Session.Prepared prepared = session.prepare(text)) {
            source.codec().bind(prepared.statement(), 1, from.values().getFirst());
            to.codec().bindAll(prepared.statement(), 2, distinct);
            added = prepared.statement().executeUpdate();
        } catch (SQLException e) {
            throw refusals.ofLink(e, table, field);
        }
        if (added < distinct.size()) {
            throw new ConstraintViolationException(
                    Kind.REFERENCE_NOT_FOUND,
                    table.model(),
                    List.of(field),
                    new IllegalArgumentException("no such record"));
        }
        return true;
    }

    private void unlink(FieldDefinition field, RecordKey from, List<Object> keys) throws SQLException {
        Column to = tables.of(session, table.model().target(field)).key()[0];
        Column source = table.key()[0];
        Table.Link link = table.link(field);
        String text = table.text(
                "unlink " + field.name(),
                () -> "DELETE FROM " + link.table() + " WHERE " + source.codec().compared(link.source()) + " = ? AND "
                        + to.codec().in(link.target()));
        try (Session.Prepared prepared = session.prepare(text)) {
            source.codec().bind(prepared.statement(), 1, from.values().getFirst());
            to.codec().bindAll(prepared.statement(), 2, keys);
            prepared.statement().executeUpdate();
        }
    }

    private Optional<StoredRecord> again(RecordKey key) throws SQLException {
        String text = table.text(
                "read", () -> "SELECT " + table.selected() + " FROM " + table.name() + " t0 WHERE " + table.byKey());
        try (Session.Prepared prepared = session.prepare(text)) {
            for (int i = 0; i < table.key().length; i++) {
                table.key()[i]
                        .codec()
                        .bind(prepared.statement(), i + 1, key.values().get(i));
            }
            try (ResultSet rows = prepared.statement().executeQuery()) {
                return new FullRecordReader(tables, versions, session)
                        .all(table, rows).stream().findFirst();
            }
        }
    }
}
