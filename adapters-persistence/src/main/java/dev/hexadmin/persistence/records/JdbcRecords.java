package dev.hexadmin.persistence.records;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Operation;
import dev.hexadmin.domain.records.Aggregation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Summed;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.persistence.database.FullTextSearch;
import dev.hexadmin.persistence.database.SchemaSyntax;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.indexes.ListUses;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import dev.hexadmin.persistence.session.Transaction;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Records in a database. Thread-safe. */
public final class JdbcRecords implements Records {
    private final Database database;
    private final TableCache tables;
    private final CountCache counts;
    private final ConstraintViolations refusals;
    private final RecordVersions versions;
    private final ListUses uses;

    /**
     * Records of these models.
     *
     * @param versionKey keys the versions; the same on every server, at least 32 bytes
     */
    public JdbcRecords(Database database, ModelRegistry registry, byte[] versionKey) {
        this(database, registry, versionKey, model -> Optional.empty(), new ListUses(database));
    }

    /**
     * The same with indexes of words.
     *
     * @param indexes by model, those that are there now
     * @param uses counts the lists
     */
    public JdbcRecords(
            Database database,
            ModelRegistry registry,
            byte[] versionKey,
            Function<Model, Optional<FullTextSearch.Index>> indexes,
            ListUses uses) {
        if (versionKey.length < 32) {
            throw new IllegalArgumentException("a version key has 32 bytes or more, not " + versionKey.length);
        }
        this.database = database;
        this.tables = new TableCache(database.kind(), indexes);
        this.counts = new CountCache(database, registry, System::nanoTime);
        this.refusals = new ConstraintViolations(tables, database.kind().errors(), registry);
        this.versions = new RecordVersions(versionKey);
        this.uses = uses;
    }

    @Override
    public Slice list(ListQuery query, RecordSink sink) {
        uses.note(query);
        return reading(query.shape().model(), session -> new ListReader(tables, counts, session, query).run(sink));
    }

    @Override
    public Optional<Version> read(Shape shape, Shape covered, RecordKey key, Condition condition, RecordSink sink) {
        return reading(shape.model(), session -> {
            Table table = tables.of(session, shape.model());
            SelectPlan plan = table.plan(shape);
            SelectPlan digested = table.plan(covered);
            RelatedRecords related = new RelatedRecords(tables, session);
            RecordVersions.Digest digest;
            BufferedRecord held = BufferedRecord.NONE;
            try (Selected selected = select(session, table, key, condition, "")) {
                ResultSet row = selected.rows();
                if (!row.next()) {
                    return Optional.empty();
                }
                RecordSink shown = sink;
                if (plan.isPlain()) {
                    sink.begin();
                } else {
                    held = related.holdWhole(plan, row);
                    shown = held;
                }
                digest = versions.digest(shown, plan.fieldOfColumn());
                for (Column column : table.columns()) {
                    int field = plan.fieldOfColumn()[column.index()];
                    if (digested.covers(column)) {
                        column.codec().emit(row, column.index() + 1, digest, column.index());
                    } else if (field != SelectPlan.HIDDEN) {
                        column.codec().emit(row, column.index() + 1, shown, field);
                    }
                }
            }
            digestLinks(session, digested, key, digest);
            if (plan.isPlain()) {
                sink.end();
            } else {
                related.give(plan, List.of(held), Map.of(), sink);
            }
            return Optional.of(digest.version());
        });
    }

    @Override
    public Optional<Version> version(Shape covered, RecordKey key) {
        return reading(covered.model(), session -> {
            Table table = tables.of(session, covered.model());
            SelectPlan digested = table.plan(covered);
            RecordVersions.Digest digest = versions.digest();
            try (Selected selected = select(session, table, key, Condition.always(), "")) {
                ResultSet row = selected.rows();
                if (!row.next()) {
                    return Optional.empty();
                }
                for (Column column : table.columns()) {
                    if (digested.covers(column)) {
                        column.codec().emit(row, column.index() + 1, digest, column.index());
                    }
                }
            }
            digestLinks(session, digested, key, digest);
            return Optional.of(digest.version());
        });
    }

    private void digestLinks(Session session, SelectPlan digested, RecordKey key, RecordVersions.Digest digest)
            throws SQLException {
        Object own = key.values().getFirst();
        for (FieldDefinition field : digested.table().model().referencesFields()) {
            if (digested.shape().fields().contains(field)) {
                digest.links(new RelatedRecords(tables, session)
                        .links(digested.table(), field, List.of(own))
                        .getOrDefault(own, List.of()));
            }
        }
    }

    @Override
    public Optional<StoredRecord> find(Model model, RecordKey key, Condition condition) {
        return reading(model, session -> {
            Table table = tables.of(session, model);
            String lock = lock(session, model);
            Optional<StoredRecord> found = find(session, table, key, condition, lock);
            return found.isEmpty() && !lock.isEmpty() && table.facts().writes().hidesRows()
                    ? find(session, table, key, condition, "")
                    : found;
        });
    }

    @Override
    public Optional<StoredRecord> findUnlocked(Model model, RecordKey key, Condition condition) {
        return reading(model, session -> find(session, tables.of(session, model), key, condition, ""));
    }

    private Optional<StoredRecord> find(Session session, Table table, RecordKey key, Condition condition, String lock)
            throws SQLException {
        try (Selected selected = select(session, table, key, condition, lock)) {
            return new FullRecordReader(tables, versions, session)
                    .all(table, selected.rows()).stream().findFirst();
        }
    }

    @Override
    public void lock(Model model, Collection<RecordKey> keys) {
        if (keys.size() < 2) {
            return;
        }
        changing(model, session -> {
            String lock = lock(session, model);
            if (!lock.isEmpty()) {
                Table table = tables.of(session, model);
                SqlBuilder sql =
                        new SqlBuilder("SELECT 1 FROM ").add(table.name()).add(" t0 WHERE ");
                new ConditionSql(tables, session, sql).add(withKeys(model, keys), table, "t0");
                sql.add(" ORDER BY ")
                        .add(Arrays.stream(table.key())
                                .map(column -> column.of("t0"))
                                .collect(Collectors.joining(", ")))
                        .add(lock);
                try (Session.Prepared prepared = session.prepare(sql.toString())) {
                    sql.bound(prepared.statement()).execute();
                }
            }
            return true;
        });
    }

    @Override
    public List<StoredRecord> load(Model model, List<RecordKey> keys, Condition condition) {
        if (keys.isEmpty()) {
            return List.of();
        }
        return reading(model, session -> {
            Table table = tables.of(session, model);
            SqlBuilder sql = wholeRecords(table);
            new ConditionSql(tables, session, sql).add(withKeys(model, keys).and(condition), table, "t0");
            Map<RecordKey, StoredRecord> found = new HashMap<>();
            try (Session.Prepared prepared = session.prepare(sql.toString());
                    ResultSet rows = sql.bound(prepared.statement()).executeQuery()) {
                new FullRecordReader(tables, versions, session)
                        .all(table, rows)
                        .forEach(record -> found.put(record.key(), record));
            }
            spelledOtherwise(session, model, List.copyOf(found.keySet()), keys)
                    .forEach((key, known) -> found.put(key, found.get(known)));
            return keys.stream().map(found::get).filter(Objects::nonNull).toList();
        });
    }

    @Override
    public Map<RecordKey, RecordKey> spelledOtherwise(
            Model model, Collection<RecordKey> known, Collection<RecordKey> keys) {
        return model.key().size() > 1 || Set.copyOf(known).containsAll(keys)
                ? Map.of()
                : reading(model, session -> spelledOtherwise(session, model, known, keys));
    }

    private Map<RecordKey, RecordKey> spelledOtherwise(
            Session session, Model model, Collection<RecordKey> known, Collection<RecordKey> keys) throws SQLException {
        Map<RecordKey, RecordKey> spelled = new HashMap<>();
        if (model.key().size() == 1) {
            LooseKeys.among(session, tables.of(session, model), firsts(known), firsts(keys))
                    .forEach((text, key) -> spelled.put(new RecordKey(List.of(text)), new RecordKey(List.of(key))));
        }
        return spelled;
    }

    private static SqlBuilder wholeRecords(Table table) {
        return new SqlBuilder("SELECT ")
                .add(table.selected())
                .add(" FROM ")
                .add(table.name())
                .add(" t0 WHERE ");
    }

    private static List<Object> firsts(Collection<RecordKey> keys) {
        return keys.stream().map(key -> key.values().getFirst()).toList();
    }

    private static Condition withKeys(Model model, Collection<RecordKey> keys) {
        if (model.key().size() == 1) {
            return new Condition.Compare(FieldPath.of(model, model.key().getFirst()), Lookup.IN, firsts(keys));
        }
        List<Condition> each = new ArrayList<>();
        for (RecordKey key : keys) {
            Condition parts = Condition.always();
            for (int i = 0; i < key.values().size(); i++) {
                parts = parts.and(new Condition.Compare(
                        FieldPath.of(model, model.key().get(i)),
                        Lookup.EXACT,
                        List.of(key.values().get(i))));
            }
            each.add(parts);
        }
        return new Condition.Any(each);
    }

    /** Empty when records of the model cannot be changed, since a lock needs the right to change them. */
    private String lock(Session session, Model model) throws SQLException {
        return session.connection().getAutoCommit() || !model.allows(Operation.UPDATE)
                ? ""
                : tables.dialect().lock("t0");
    }

    @Override
    public boolean matches(Model model, RecordKey key, Condition condition) {
        return reading(model, session -> {
            Table table = tables.of(session, model);
            SqlBuilder sql =
                    byKey(new SqlBuilder("SELECT 1 FROM ").add(table.name()).add(" t0 WHERE "), table, key);
            new ConditionSql(tables, session, sql.add(" AND ")).add(condition, table, "t0");
            try (Session.Prepared prepared = session.prepare(sql.toString());
                    ResultSet row = sql.bound(prepared.statement()).executeQuery()) {
                return row.next();
            }
        });
    }

    @Override
    public long count(Model model, Condition condition) {
        return reading(model, session -> RecordCount.count(tables, session, tables.of(session, model), condition));
    }

    @Override
    public long beyond(ListQuery query, int most) {
        return reading(query.model(), session -> new ListReader(tables, counts, session, query).beyond(most));
    }

    @Override
    public List<Long> counts(List<Selection> selections, int most) {
        return selections.isEmpty()
                ? List.of()
                : reading(
                        selections.getFirst().model(),
                        session -> RecordCount.counts(tables, session, selections, most));
    }

    @Override
    public long links(Model model, FieldDefinition field, Collection<?> targets) {
        return reading(model, session -> {
            Table.Link link = tables.of(session, model).link(field);
            ColumnCodec codec = tables.of(session, model.target(field)).key()[0].codec();
            SqlBuilder sql = new SqlBuilder("SELECT count(*) FROM ")
                    .add(link.table())
                    .add(" WHERE ")
                    .in(codec, link.comparedTarget(), targets);
            return RecordCount.number(session, sql);
        });
    }

    @Override
    public Summed aggregate(Aggregation aggregation, Duration limit) {
        return reading(aggregation.model(), session -> new AggregateQuery(tables, session, aggregation).run(limit));
    }

    @Override
    public StoredRecord insert(Model model, Map<FieldDefinition, @Nullable Object> values) {
        return changing(model, session -> writing(session, model).insert(values));
    }

    @Override
    public void continueKeys(Model model) {
        changing(model, session -> {
            for (FieldDefinition key : model.key()) {
                if (key.generated() == Generated.BY_DATABASE && key.type() == FieldType.INTEGER) {
                    database.kind().schema().continueKeys(session, model.table(), key.column(), 0);
                }
            }
            return model;
        });
    }

    @Override
    public Optional<Runnable> keepNumbers(Model model) {
        SchemaSyntax schema = database.kind().schema();
        if (!schema.movesKeysForGood()) {
            return Optional.empty();
        }
        String key = model.key().getFirst().column();
        long next = 1
                + database.read(session -> schema.lastKey(session, model.table(), key))
                        .orElse(0L);
        return Optional.of(() -> database.write(scope -> changing(model, session -> {
            schema.setNextKey(session, model.table(), next);
            return model;
        })));
    }

    @Override
    public <T> T together(Model model, Set<RecordKey> keys, Supplier<T> work) {
        if (tables.dialect().checksLater().isEmpty()) {
            return work.get();
        }
        ExpectedRecords expected = new ExpectedRecords(model, keys);
        run(model, tables.dialect().checksLater(), true);
        T done;
        try {
            done = expected.bound().call(work::get);
        } finally {
            run(model, tables.dialect().checksAtOnce(), false);
        }
        return changing(model, session -> {
            writing(session, model).requireExpected(expected);
            return done;
        });
    }

    private void run(Model model, Optional<String> statement, boolean later) {
        if (statement.isPresent()) {
            changing(model, session -> {
                session.execute(statement.get());
                Transaction.current().setChecksLater(later);
                return later;
            });
        }
    }

    @Override
    public StoredRecord update(StoredRecord current, Map<FieldDefinition, @Nullable Object> changes) {
        return changing(
                current.model(), session -> writing(session, current.model()).update(current, changes));
    }

    private <T> T reading(Model model, SqlWork<T> work) {
        SqlWork<T> guarded = session -> guarded(model, session, work);
        // what rights and accounts are decided by is read from the database itself
        return model.builtIn() ? database.read(guarded) : database.readCopy(guarded);
    }

    private <T> T changing(Model model, SqlWork<T> work) {
        return database.change(session -> guarded(model, session, work));
    }

    private <T> T guarded(Model model, Session session, SqlWork<T> work) {
        try {
            return work.run(session);
        } catch (SQLException e) {
            RuntimeException thrown = refusals.ofStatement(e, model);
            if (thrown instanceof ServiceUnavailableException unavailable
                    && unavailable.reason() == ServiceUnavailableException.Reason.MODEL_UNAVAILABLE) {
                try {
                    session.dropStatements();
                } catch (SQLException alsoFailed) {
                    thrown.addSuppressed(alsoFailed);
                }
            }
            throw thrown;
        }
    }

    private RecordWriter writing(Session session, Model model) throws SQLException {
        return new RecordWriter(tables, refusals, versions, session, written(session, model));
    }

    private Table written(Session session, Model model) throws SQLException {
        Table table = tables.of(session, model);
        Transaction.current().note(refusals.rulesAtEnd(table));
        return table;
    }

    @Override
    public Map<String, Long> delete(List<StoredRecord> current) {
        Model model = current.getFirst().model();
        return changing(model, session -> {
            written(session, model);
            return new RecordDeletion(tables, refusals, session).run(model, current);
        });
    }

    @Override
    public List<StoredRecord> scan(Model model, Condition condition, Optional<RecordKey> after, int limit) {
        return reading(model, session -> {
            Table table = tables.of(session, model);
            SqlBuilder sql = wholeRecords(table);
            new ConditionSql(tables, session, sql).add(condition, table, "t0");
            StringBuilder key = new StringBuilder();
            StringBuilder marks = new StringBuilder();
            for (Column part : table.key()) {
                key.append(key.isEmpty() ? "" : ", ").append(part.codec().ordered(part.of("t0")));
                marks.append(marks.isEmpty() ? "?" : ", ?");
                String valid = part.codec().readable(part.of("t0"));
                if (!valid.isEmpty()) {
                    sql.add(" AND " + valid);
                }
            }
            if (after.isPresent()) {
                sql.add(" AND (" + key + ") > (" + marks + ")");
                values(sql, table, after.get());
            }
            sql.add(" ORDER BY " + key + " LIMIT ?").number(limit);
            String lock = lock(session, model);
            List<StoredRecord> locked = scan(session, table, sql, lock);
            return !lock.isEmpty() && table.facts().writes().hidesRows() ? scan(session, table, sql, "") : locked;
        });
    }

    private List<StoredRecord> scan(Session session, Table table, SqlBuilder sql, String lock) throws SQLException {
        try (Session.Prepared prepared = session.prepare(sql + lock);
                ResultSet rows = sql.bound(prepared.statement()).executeQuery()) {
            return new FullRecordReader(tables, versions, session).all(table, rows);
        }
    }

    /** A borrowed statement and its result. */
    private record Selected(Session.Prepared prepared, ResultSet rows) implements AutoCloseable {
        @Override
        public void close() throws SQLException {
            try (prepared) {
                rows.close();
            }
        }
    }

    /** Every column of one record. */
    private Selected select(Session session, Table table, RecordKey key, Condition condition, String lock)
            throws SQLException {
        String text = table.text(
                "read", () -> "SELECT " + table.selected() + " FROM " + table.name() + " t0 WHERE " + table.byKey());
        if (RecordCount.always(condition)) {
            Session.Prepared prepared =
                    session.prepare(lock.isEmpty() ? text : table.text("read and lock", () -> text + lock));
            PreparedStatement statement = prepared.statement();
            for (int i = 0; i < table.key().length; i++) {
                table.key()[i].codec().bind(statement, i + 1, key.values().get(i));
            }
            return new Selected(prepared, statement.executeQuery());
        }
        SqlBuilder sql = new SqlBuilder(text);
        values(sql, table, key);
        new ConditionSql(tables, session, sql.add(" AND ")).add(condition, table, "t0");
        Session.Prepared prepared = session.prepare(sql.add(lock).toString());
        return new Selected(prepared, sql.bound(prepared.statement()).executeQuery());
    }

    private static SqlBuilder byKey(SqlBuilder sql, Table table, RecordKey key) {
        values(sql.add(table.byKey()), table, key);
        return sql;
    }

    private static void values(SqlBuilder sql, Table table, RecordKey key) {
        if (key.values().size() != table.key().length) {
            throw new IllegalArgumentException("a key of " + key.values().size() + " values for '"
                    + table.model().name() + "', which has " + table.key().length);
        }
        for (int i = 0; i < table.key().length; i++) {
            sql.value(table.key()[i].codec(), key.values().get(i));
        }
    }
}
