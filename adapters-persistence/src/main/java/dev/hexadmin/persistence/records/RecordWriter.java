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
import dev.hexadmin.persistence.session.Transaction;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Inserts and updates of one record, with its links. */
final class RecordWriter {
    private final TableCache tables;
    private final ConstraintViolations refusals;
    private final RecordVersions versions;
    private final Session session;
    private final Table table;
    private final RecordLinks links;

    RecordWriter(
            TableCache tables, ConstraintViolations refusals, RecordVersions versions, Session session, Table table) {
        this.tables = tables;
        this.refusals = refusals;
        this.versions = versions;
        this.session = session;
        this.table = table;
        this.links = new RecordLinks(tables, refusals, session, table);
    }

    /** Values in their columns' places, which columns are written, and the links. */
    private final class WrittenValues {
        final @Nullable Object[] values = new @Nullable Object[table.columns().length];
        final boolean[] isWritten = new boolean[values.length];
        final Map<FieldDefinition, List<?>> links = new LinkedHashMap<>();

        WrittenValues(Map<FieldDefinition, @Nullable Object> fields) {
            for (Map.Entry<FieldDefinition, @Nullable Object> entry : fields.entrySet()) {
                FieldDefinition field = entry.getKey();
                @Nullable Object value = entry.getValue();
                if (field.type() == FieldType.REFERENCES) {
                    links.put(field, value instanceof List<?> keys ? keys : List.of());
                } else {
                    int at = table.column(field).index();
                    values[at] = value;
                    isWritten[at] = true;
                }
            }
        }

        /** Names the statement among those of its kind. */
        String name(String kind) {
            StringBuilder name = new StringBuilder(kind.length() + isWritten.length).append(kind);
            for (boolean one : isWritten) {
                name.append(one ? '1' : '0');
            }
            return name.toString();
        }

        boolean none() {
            for (boolean one : isWritten) {
                if (one) {
                    return false;
                }
            }
            return true;
        }
    }

    StoredRecord insert(Map<FieldDefinition, @Nullable Object> fields) throws SQLException {
        WrittenValues written = new WrittenValues(fields);
        checkReferences(written, null);
        StoredRecord stored = table.facts().writes().rewritten().contains(TableFacts.Statement.INSERT)
                ? insertRewritten(written)
                : !tables.dialect().returnsRows()
                        ? insertAndRead(written)
                        : one(
                                        table.text(
                                                written.name("insert "),
                                                () -> insertText(written, givenKeys(written)) + table.returning()),
                                        written,
                                        null)
                                .orElseThrow(() -> ConstraintViolations.notStored(table));
        checkJoints(written, stored.key());
        boolean linked = false;
        for (Map.Entry<FieldDefinition, List<?>> entry : written.links.entrySet()) {
            linked |= links.add(entry.getKey(), stored.key(), entry.getValue());
        }
        return linked || table.facts().writes().triggers()
                ? readBack(stored.key()).orElseThrow(() -> ConstraintViolations.notStored(table))
                : stored;
    }

    /** Inserts, and reads the row by its key: one that was given, a number that the database made, or a default. */
    private StoredRecord insertAndRead(WrittenValues written) throws SQLException {
        List<Column> missing = Arrays.stream(table.key())
                .filter(column -> !written.isWritten[column.index()])
                .toList();
        boolean counted = missing.size() == 1 && missing.getFirst().field().type() == FieldType.INTEGER;
        if (!missing.isEmpty() && !counted) {
            writeDefaults(written, missing);
        }
        Optional<Long> number = run(
                table.text(written.name("insert and read "), () -> insertText(written, "")),
                written,
                null,
                statement -> {
                    statement.executeUpdate();
                    if (!counted) {
                        return Optional.empty();
                    }
                    try (ResultSet row = statement.getGeneratedKeys()) {
                        return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
                    }
                });
        number.ifPresent(made -> written.values[missing.getFirst().index()] = made);
        return readBack(key(written)).orElseThrow(() -> ConstraintViolations.notStored(table));
    }

    /** Writes the defaults of columns of the key. */
    private Map<String, String> writeDefaults(WrittenValues written, List<Column> columns) throws SQLException {
        Map<String, String> defaults = tables.dialect().defaults(session, table.model());
        List<Column> missing = new ArrayList<>();
        StringBuilder expressions = new StringBuilder();
        for (Column column : columns) {
            @Nullable String expression = defaults.get(column.field().column());
            if (expression != null) {
                missing.add(column);
                expressions
                        .append(expressions.isEmpty() ? "" : ", ")
                        .append(column.codec().selected("(" + expression + ")"));
            }
        }
        if (!missing.isEmpty()) {
            List<@Nullable Object> values = evaluated("SELECT " + expressions, missing);
            for (int i = 0; i < missing.size(); i++) {
                written.values[missing.get(i).index()] = values.get(i);
                written.isWritten[missing.get(i).index()] = values.get(i) != null;
            }
        }
        return defaults;
    }

    private RecordKey key(WrittenValues written) {
        List<Object> key = new ArrayList<>();
        for (Column column : table.key()) {
            @Nullable Object value = written.values[column.index()];
            if (value == null) {
                throw new ConstraintViolationException(
                        Kind.NOT_NULL, table.model(), List.of(column.field()), new IllegalStateException("no key"));
            }
            key.add(value);
        }
        return new RecordKey(key);
    }

    /**
     * Inserts into a table whose rules or triggers store the row in another table and return nothing: the key is read
     * first. A rule may ignore that key and use the next number of the same sequence.
     */
    private StoredRecord insertRewritten(WrittenValues written) throws SQLException {
        List<Column> missing = Arrays.stream(table.key())
                .filter(column -> !written.isWritten[column.index()])
                .toList();
        Map<String, String> defaults = writeDefaults(written, missing);
        RecordKey key = key(written);
        execute(
                table.text(
                        written.name("insert elsewhere "),
                        () -> insertText(written, tables.dialect().givenKeys())),
                written,
                null);
        Optional<StoredRecord> stored = readBack(key);
        if (stored.isEmpty() && missing.size() == 1 && table.key().length == 1) {
            Optional<String> last = tables.dialect()
                    .lastValue(
                            String.valueOf(defaults.get(table.key()[0].field().column())));
            if (last.isPresent()) {
                @Nullable
                Object next = evaluated("SELECT " + table.key()[0].codec().selected("(" + last.get() + ")"), missing)
                        .getFirst();
                stored = next == null || key.values().equals(List.of(next))
                        ? Optional.empty()
                        : readBack(new RecordKey(List.of(next)));
            }
        }
        return stored.orElseThrow(() -> ConstraintViolations.notStored(table));
    }

    /** @return null for what has no value of its field, such as the 0000-00-00 of MySQL */
    private List<@Nullable Object> evaluated(String sql, List<Column> columns) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>();
        try (Session.Prepared prepared = session.prepare(sql);
                ResultSet row = prepared.statement().executeQuery()) {
            row.next();
            for (int i = 0; i < columns.size(); i++) {
                values.add(columns.get(i).codec().read(row, i + 1));
            }
        }
        return values;
    }

    private String givenKeys(WrittenValues written) {
        boolean given = Arrays.stream(table.key())
                .anyMatch(column -> written.isWritten[column.index()]
                        && column.field().generated() == FieldDefinition.Generated.BY_DATABASE);
        return given ? tables.dialect().givenKeys() : "";
    }

    /** @param overriding the clause before the values */
    private String insertText(WrittenValues written, String overriding) {
        if (written.none()) {
            return "INSERT" + table.facts().writes().orFail() + " INTO " + table.name()
                    + tables.dialect().noValues();
        }
        StringBuilder names = new StringBuilder();
        StringBuilder marks = new StringBuilder();
        for (Column column : table.columns()) {
            if (written.isWritten[column.index()]) {
                names.append(names.isEmpty() ? "" : ", ").append(column.name());
                marks.append(marks.isEmpty() ? "?" : ", ?");
            }
        }
        return "INSERT" + table.facts().writes().orFail() + " INTO " + table.name() + " (" + names + ")" + overriding
                + " VALUES (" + marks + ")";
    }

    StoredRecord update(StoredRecord current, Map<FieldDefinition, @Nullable Object> changes) throws SQLException {
        WrittenValues written = new WrittenValues(changes);
        StoredRecord stored = current;
        boolean columnsWritten = !written.none();
        if (columnsWritten) {
            checkReferences(written, current.key());
            stored = table.facts().writes().rewritten().contains(TableFacts.Statement.UPDATE)
                    ? updateRewritten(written, current)
                    : !tables.dialect().returnsRows()
                            ? updateAndRead(written, current)
                            : one(
                                            table.text(
                                                    written.name("update "),
                                                    () -> updateText(written) + table.returning()),
                                            written,
                                            current.key())
                                    .orElseThrow(() -> ConstraintViolations.notStored(table));
            checkJoints(written, current.key());
        }
        boolean linked = false;
        for (Map.Entry<FieldDefinition, List<?>> entry : written.links.entrySet()) {
            FieldDefinition field = entry.getKey();
            Set<Object> before = new LinkedHashSet<>((List<?>) Objects.requireNonNull(current.value(field)));
            Set<Object> after = new LinkedHashSet<>(entry.getValue());
            List<Object> removed =
                    before.stream().filter(key -> !after.contains(key)).toList();
            List<Object> added =
                    after.stream().filter(key -> !before.contains(key)).toList();
            if (!removed.isEmpty()) {
                links.remove(field, current.key(), removed);
            }
            boolean changed = links.add(field, current.key(), added);
            linked = linked || changed || !removed.isEmpty();
        }
        return linked || (columnsWritten && table.facts().writes().triggers())
                ? readBack(current.key()).orElseThrow(() -> ConstraintViolations.notStored(table))
                : stored;
    }

    private StoredRecord updateAndRead(WrittenValues written, StoredRecord current) throws SQLException {
        long changed = run(
                        table.text(written.name("update and read "), () -> updateText(written)),
                        written,
                        current.key(),
                        statement -> Optional.of(statement.executeLargeUpdate()))
                .orElse(0L);
        if (changed > 1) {
            throw ConstraintViolations.ambiguousKey(table);
        }
        return readBack(current.key()).orElseThrow(() -> ConstraintViolations.notStored(table));
    }

    /** Updates a row of a table whose rules rewrite the statement, which then returns nothing. */
    private StoredRecord updateRewritten(WrittenValues written, StoredRecord current) throws SQLException {
        execute(table.text(written.name("update elsewhere "), () -> updateText(written)), written, current.key());
        return readBack(current.key())
                .filter(stored -> !stored.values().equals(current.values()) || changesNothing(written, current))
                .orElseThrow(() -> ConstraintViolations.notStored(table));
    }

    /** Whether the record already has all written values. */
    private boolean changesNothing(WrittenValues written, StoredRecord current) {
        for (Column column : table.columns()) {
            int at = column.index();
            if (written.isWritten[at] && !same(written.values[at], current.value(column.field()))) {
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

    private String updateText(WrittenValues written) {
        StringBuilder sets = new StringBuilder();
        for (Column column : table.columns()) {
            if (written.isWritten[column.index()]) {
                sets.append(sets.isEmpty() ? "" : ", ").append(column.name()).append(" = ?");
            }
        }
        return "UPDATE" + table.facts().writes().orFail() + " " + table.name() + " AS t0 SET " + sets + " WHERE "
                + table.byKey();
    }

    /** Runs a statement that writes values of one record and returns the record; empty when it wrote no row. */
    private Optional<StoredRecord> one(String text, WrittenValues written, @Nullable RecordKey key)
            throws SQLException {
        return run(text, written, key, statement -> {
            List<StoredRecord> stored;
            try (ResultSet rows = statement.executeQuery()) {
                stored = new FullRecordReader(tables, versions, session).all(table, rows);
            }
            if (stored.size() > 1) {
                throw ConstraintViolations.ambiguousKey(table);
            }
            return stored.stream().findFirst();
        });
    }

    /** Runs a statement that writes values of one record. */
    private void execute(String text, WrittenValues written, @Nullable RecordKey key) throws SQLException {
        run(text, written, key, statement -> {
            statement.execute();
            return Optional.<StoredRecord>empty();
        });
    }

    /** Runs a statement with bound parameters. */
    private interface Bound<T> {
        Optional<T> run(PreparedStatement statement) throws SQLException;
    }

    private <T> Optional<T> run(String text, WrittenValues written, @Nullable RecordKey key, Bound<T> work)
            throws SQLException {
        try (Session.Prepared prepared = session.prepare(text)) {
            PreparedStatement statement = prepared.statement();
            int at = 0;
            for (Column column : table.columns()) {
                if (written.isWritten[column.index()]) {
                    try {
                        column.codec().store(statement, ++at, written.values[column.index()]);
                    } catch (UnstorableValueException e) {
                        throw new ConstraintViolationException(
                                Kind.CHECK,
                                table.model(),
                                List.of(column.field()),
                                new ConstraintViolationException.Rule("", "", List.of(), e.expected()),
                                e);
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
                // the database does not report which reference, and the transaction can continue: query for it
                List<FieldDefinition> missing = missingReferences(written, key, true);
                missing.addAll(missingJoints(written));
                if (!missing.isEmpty()) {
                    throw new ConstraintViolationException(Kind.REFERENCE_NOT_FOUND, table.model(), missing, e);
                }
            }
            throw refusals.ofWrite(e, table, written.values, rejected(written, e));
        }
    }

    private Optional<FieldDefinition> rejected(WrittenValues written, SQLException failure) {
        int left = tables.dialect().rejectedParameter(failure).orElse(0);
        for (Column column : table.columns()) {
            if (written.isWritten[column.index()] && --left == 0) {
                return Optional.of(column.field());
            }
        }
        return Optional.empty();
    }

    /** Checks that referenced records exist where the database does not check it, or checks it only later. */
    private void checkReferences(WrittenValues written, @Nullable RecordKey own) throws SQLException {
        List<FieldDefinition> missing = missingReferences(written, own, false);
        if (!missing.isEmpty()) {
            throw new ConstraintViolationException(
                    Kind.REFERENCE_NOT_FOUND, table.model(), missing, new IllegalArgumentException("no such record"));
        }
    }

    /** The same for references of several fields: the row that was written has them all. */
    private void checkJoints(WrittenValues written, RecordKey own) throws SQLException {
        for (Model.Joint joint : table.model().joints()) {
            List<Column> columns = joint.fields().stream().map(table::column).toList();
            if (columns.stream().noneMatch(column -> written.isWritten[column.index()]) || isCheckedAtOnce(columns)) {
                continue;
            }
            if (leadsNowhere(joint, columns, own) && !isExpected(joint, columns, written)) {
                throw new ConstraintViolationException(
                        Kind.REFERENCE_NOT_FOUND,
                        table.model(),
                        joint.fields(),
                        new IllegalArgumentException("no such record"));
            }
        }
    }

    private boolean isCheckedAtOnce(List<Column> columns) {
        return !Transaction.current().checksLater()
                && table.facts()
                        .checkedReferences()
                        .contains(columns.stream()
                                .map(column -> column.field().column())
                                .collect(Collectors.toSet()));
    }

    private boolean leadsNowhere(Model.Joint joint, List<Column> columns, RecordKey own) throws SQLException {
        Table target = tables.of(session, joint.target());
        StringBuilder sql = new StringBuilder("SELECT 1 FROM " + table.name() + " t0 WHERE " + table.byKey());
        StringBuilder equal = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            sql.append(" AND ").append(columns.get(i).of("t0")).append(" IS NOT NULL");
            equal.append(i == 0 ? "" : " AND ")
                    .append(target.key()[i].of("t1"))
                    .append(" = ")
                    .append(columns.get(i).of("t0"));
        }
        sql.append(" AND NOT EXISTS (SELECT 1 FROM " + target.name() + " t1 WHERE " + equal + ")");
        return hasRow(sql.toString(), table, own.values());
    }

    private static boolean isExpected(Model.Joint joint, List<Column> columns, WrittenValues written) {
        List<Object> values = new ArrayList<>(columns.size());
        for (Column column : columns) {
            @Nullable Object value = written.values[column.index()];
            if (value == null) {
                return false;
            }
            values.add(value);
        }
        return ExpectedRecords.accepts(joint.fields(), joint.target(), values);
    }

    private List<FieldDefinition> missingReferences(WrittenValues written, @Nullable RecordKey own, boolean all)
            throws SQLException {
        List<FieldDefinition> missing = new ArrayList<>();
        for (Column column : table.columns()) {
            @Nullable Object value = written.values[column.index()];
            if (!written.isWritten[column.index()]
                    || value == null
                    || column.field().type() != FieldType.REFERENCE) {
                continue;
            }
            if (!all && isCheckedAtOnce(List.of(column))) {
                continue;
            }
            Model model = table.model().target(column.field());
            Table target = tables.of(session, model);
            boolean self = model == table.model() && value.equals(ownKey(written, own));
            if (!self
                    && !exists(target, List.of(value))
                    && !ExpectedRecords.accepts(List.of(column.field()), model, List.of(value))) {
                missing.add(column.field());
            }
        }
        return missing;
    }

    /** The fields of references of several fields that lead nowhere; those whose other fields stay as they are may do so. */
    private List<FieldDefinition> missingJoints(WrittenValues written) throws SQLException {
        List<FieldDefinition> missing = new ArrayList<>();
        for (Model.Joint joint : table.model().joints()) {
            List<Object> values = new ArrayList<>();
            List<FieldDefinition> changed = new ArrayList<>();
            boolean none = false;
            for (FieldDefinition field : joint.fields()) {
                int at = table.column(field).index();
                @Nullable Object value = written.values[at];
                none |= written.isWritten[at] && value == null;
                if (value != null) {
                    values.add(value);
                    changed.add(field);
                }
            }
            boolean whole = values.size() == joint.fields().size();
            if (!none && !changed.isEmpty() && !(whole && exists(tables.of(session, joint.target()), values))) {
                missing.addAll(changed);
            }
        }
        return missing;
    }

    private @Nullable Object ownKey(WrittenValues written, @Nullable RecordKey own) {
        return own == null
                ? written.values[table.key()[0].index()]
                : own.values().getFirst();
    }

    /** Checks that expected records that were referred to exist now. */
    void requireExpected(ExpectedRecords expected) throws SQLException {
        for (Map.Entry<RecordKey, List<FieldDefinition>> one :
                expected.referred().entrySet()) {
            if (!exists(table, one.getKey().values())) {
                throw new ConstraintViolationException(
                        Kind.REFERENCE_NOT_FOUND,
                        table.model(),
                        one.getValue(),
                        new IllegalStateException("the record was not created"));
            }
        }
    }

    private boolean exists(Table target, List<Object> key) throws SQLException {
        return hasRow(
                target.text("exists", () -> "SELECT 1 FROM " + target.name() + " t0 WHERE " + target.byKey()),
                target,
                key);
    }

    private boolean hasRow(String text, Table table, List<Object> key) throws SQLException {
        try (Session.Prepared prepared = session.prepare(text)) {
            for (int i = 0; i < table.key().length; i++) {
                table.key()[i].codec().bind(prepared.statement(), i + 1, key.get(i));
            }
            try (ResultSet row = prepared.statement().executeQuery()) {
                return row.next();
            }
        }
    }

    private Optional<StoredRecord> readBack(RecordKey key) throws SQLException {
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
