package dev.hexadmin.persistence;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.jdbc.Database;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Inserts many rows into the tables of registered models, for data that a program generates itself. Only the database
 * checks the values; no hook runs, and no audit row is written. Thread-safe.
 *
 * <p>A few thousand rows share one transaction, so that other writers need not wait for the end. When a transaction
 * fails, the rows of earlier transactions stay, except inside {@link #atomically}.
 */
public final class BulkLoad {
    private static final int CHUNK = 5_000;

    private final Database database;
    private final Dialect dialect;

    BulkLoad(Database database) {
        this.database = database;
        this.dialect = database.kind().dialect();
    }

    /** Whether the model's table has no row. */
    public boolean empty(Model model) {
        return database.read(session -> {
            try (Statement statement = session.connection().createStatement();
                    ResultSet rows =
                            statement.executeQuery("SELECT 1 FROM " + dialect.table(model.table()) + " LIMIT 1")) {
                return !rows.next();
            }
        });
    }

    /**
     * Inserts records.
     *
     * @param rows the values of the model's stored fields, in their order, of the fields' Java classes; they include
     *     generated keys, and the database continues after the largest of them
     * @return number of rows
     * @throws dev.hexadmin.application.records.port.ConstraintViolationException when the database rejects a row
     */
    public long load(Model model, Iterator<? extends @Nullable Object[]> rows) {
        TableFacts facts = facts(model);
        List<ColumnCodec> codecs = new ArrayList<>();
        List<String> columns = new ArrayList<>();
        for (FieldDefinition field : model.storedFields()) {
            codecs.add(codec(facts, field));
            columns.add(field.column());
        }
        long count = insert(facts, model.table(), columns, codecs, rows);
        FieldDefinition key = model.key().getFirst();
        if (key.generated() == FieldDefinition.Generated.BY_DATABASE) {
            continueAfterLargest(model, key);
        }
        return count;
    }

    /**
     * Inserts links of a many-to-many field.
     *
     * @param pairs the key of the record that has the field, then the target's
     * @return number of links
     */
    public long link(Model model, FieldDefinition field, Iterator<? extends @Nullable Object[]> pairs) {
        Reference.JoinTable join = field.target()
                .through()
                .orElseThrow(() -> new IllegalArgumentException("'" + field.name() + "' is no many-to-many field"));
        Model target = model.target(field);
        TableFacts facts = facts(model);
        return insert(
                facts,
                join.table(),
                List.of(join.sourceColumn(), join.targetColumn()),
                List.of(
                        codec(facts, model.key().getFirst()),
                        codec(facts(target), target.key().getFirst())),
                pairs);
    }

    /**
     * Writes one value into a field of records with keys of one field.
     *
     * @return number of records
     */
    public long set(Model model, FieldDefinition field, Object value, List<?> keys) {
        TableFacts facts = facts(model);
        FieldDefinition key = model.key().getFirst();
        String sql = "UPDATE" + facts.writes().orFail() + " " + dialect.table(model.table()) + " SET "
                + dialect.quote(field.column()) + " = ? WHERE " + dialect.quote(key.column()) + " = ?";
        List<ColumnCodec> codecs = List.of(codec(facts, field), codec(facts, key));
        return batch(
                sql,
                codecs,
                keys.stream().map(each -> new @Nullable Object[] {value, each}).toList());
    }

    /** Runs loads in one transaction: all of their rows are there in the end, or none. */
    public <T> T atomically(Supplier<T> loads) {
        return database.write(scope -> loads.get());
    }

    /** Updates the statistics of the database, so that it plans well from the first query on. */
    public void analyze() {
        database.write(scope -> database.change(session -> {
            database.kind().schema().analyze(session);
            return session;
        }));
    }

    private TableFacts facts(Model model) {
        return database.read(session -> dialect.inspect(session, model));
    }

    private static ColumnCodec codec(TableFacts facts, FieldDefinition field) {
        TableFacts.@Nullable Column column = facts.columns().get(field.name());
        if (column == null) {
            throw new IllegalStateException("there is no column for the field '" + field.name() + "'");
        }
        return column.codec();
    }

    private long insert(
            TableFacts facts,
            String table,
            List<String> columns,
            List<ColumnCodec> codecs,
            Iterator<? extends @Nullable Object[]> rows) {
        String sql = "INSERT" + facts.writes().orFail() + " INTO " + dialect.quote(table)
                + columns.stream().map(dialect::quote).collect(Collectors.joining(", ", " (", ") VALUES "))
                + columns.stream().map(column -> "?").collect(Collectors.joining(", ", "(", ")"));
        long count = 0;
        while (rows.hasNext()) {
            List<@Nullable Object[]> chunk = new ArrayList<>(CHUNK);
            while (chunk.size() < CHUNK && rows.hasNext()) {
                chunk.add(rows.next());
            }
            count += batch(sql, codecs, chunk);
        }
        return count;
    }

    private long batch(String sql, List<ColumnCodec> codecs, List<@Nullable Object[]> rows) {
        return database.write(scope -> database.change(session -> {
            try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
                for (@Nullable Object[] row : rows) {
                    bind(statement, codecs, row);
                    statement.addBatch();
                }
                return (long) statement.executeBatch().length;
            }
        }));
    }

    private static void bind(PreparedStatement statement, List<ColumnCodec> codecs, @Nullable Object[] row)
            throws SQLException {
        if (row.length != codecs.size()) {
            throw new IllegalArgumentException(
                    "a row has " + row.length + " values for " + codecs.size() + " columns: " + Arrays.toString(row));
        }
        for (int i = 0; i < row.length; i++) {
            codecs.get(i).store(statement, i + 1, row[i]);
        }
    }

    private void continueAfterLargest(Model model, FieldDefinition key) {
        database.write(scope -> database.change(session -> {
            database.kind().schema().continueKeys(session, model.table(), key.column(), 0);
            return model;
        }));
    }
}
