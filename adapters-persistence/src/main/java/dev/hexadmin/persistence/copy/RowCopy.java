package dev.hexadmin.persistence.copy;

import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.dialect.ConstraintFailure;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.UnstorableValueException;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Copies the rows of one table. It has a batch of rows in memory. When the target refuses a batch, its rows are tried one by one
 * to find the one that cannot be stored. Used by one thread.
 */
final class RowCopy {
    private static final int BATCH = 1_000;
    private static final int FEW = 8;
    private static final long MOST_CHARACTERS = 4_000_000; // of the texts and bytes of a batch
    private static final int REPORTED = 100_000;

    private final CopiedTable table;
    private final DatabaseKind source;
    private final DatabaseKind target;
    private final LongConsumer progress;
    private final List<@Nullable Object[]> batch = new ArrayList<>();
    private long characters;
    private long written;

    /** @param progress is given the number of rows so far, now and then */
    RowCopy(CopiedTable table, DatabaseKind source, DatabaseKind target, LongConsumer progress) {
        this.table = table;
        this.source = source;
        this.target = target;
        this.progress = progress;
    }

    /**
     * Copies all rows.
     *
     * @return their number
     * @throws CopyFailedException when a row cannot be stored
     */
    long run(Session from, Session to) throws SQLException {
        String query = "SELECT "
                + table.columns().stream().map(CopiedColumn::selected).collect(Collectors.joining(", ")) + " FROM "
                + source.dialect().table(table.name());
        Dialect dialect = target.dialect();
        String insert = "INSERT INTO " + dialect.table(table.name())
                + table.columns().stream()
                        .map(column -> dialect.quote(column.name()))
                        .collect(Collectors.joining(", ", " (", ")"))
                + dialect.givenKeys()
                + table.columns().stream().map(column -> "?").collect(Collectors.joining(", ", " VALUES (", ")"));
        try (PreparedStatement reading = from.connection().prepareStatement(query);
                PreparedStatement writing = to.connection().prepareStatement(insert)) {
            reading.setFetchSize(table.large() ? FEW : BATCH);
            try (ResultSet row = reading.executeQuery()) {
                while (row.next()) {
                    add(row);
                    if (batch.size() == BATCH || characters > MOST_CHARACTERS) {
                        write(to, writing);
                    }
                }
            }
            write(to, writing);
        }
        return written;
    }

    private void add(ResultSet row) throws SQLException {
        @Nullable Object[] values = new Object[table.columns().size()];
        for (int i = 0; i < values.length; i++) {
            CopiedColumn column = table.columns().get(i);
            try {
                values[i] = column.reader().read(row, i + 1);
            } catch (UnstorableValueException | IllegalArgumentException | DateTimeException e) {
                throw failed(
                        written + batch.size() + 1,
                        values,
                        "the value of the column '" + column.name()
                                + "' cannot be read as one of its type; correct it in the source");
            }
            characters += switch (values[i]) {
                case byte[] bytes -> bytes.length;
                case String text -> text.length();
                case null, default -> 0;
            };
        }
        batch.add(values);
    }

    private void write(Session to, PreparedStatement writing) throws SQLException {
        if (batch.isEmpty()) {
            return;
        }
        to.execute("SAVEPOINT hexadmin_copy");
        try {
            for (@Nullable Object[] values : batch) {
                bind(writing, values);
                writing.addBatch();
            }
            writing.executeBatch();
        } catch (SQLException | UnstorableValueException e) {
            writing.clearBatch();
            to.execute("ROLLBACK TO SAVEPOINT hexadmin_copy");
            findRefused(writing);
            throw e;
        }
        to.execute("RELEASE SAVEPOINT hexadmin_copy");
        long before = written;
        written += batch.size();
        batch.clear();
        characters = 0;
        if (before / REPORTED != written / REPORTED) {
            progress.accept(written);
        }
    }

    private void findRefused(PreparedStatement writing) throws SQLException {
        long number = written;
        for (@Nullable Object[] values : batch) {
            number++;
            try {
                bind(writing, values);
                writing.executeUpdate();
            } catch (UnstorableValueException e) {
                throw failed(number, values, "the target cannot hold a value: " + e.getMessage());
            } catch (SQLException e) {
                if (target.errors().reason(e).isPresent()) {
                    throw e; // the database is unavailable
                }
                throw failed(number, values, reason(e));
            }
        }
    }

    private void bind(PreparedStatement writing, @Nullable Object[] values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            table.columns().get(i).writer().write(writing, i + 1, values[i]);
        }
    }

    private String reason(SQLException refused) {
        ConstraintFailure broken = target.dialect().broken(refused).orElse(null);
        if (broken != null && broken.kind() == ConstraintViolationException.Kind.UNIQUE) {
            return "another row has equal values in a unique index of the target"
                    + (broken.columns().isEmpty() ? "" : ", of the columns " + String.join(", ", broken.columns()));
        }
        return "the target refused the row"
                + (table.secret()
                        ? " (SQLSTATE " + refused.getSQLState() + ")"
                        : ": "
                                + String.valueOf(refused.getMessage())
                                        .lines()
                                        .findFirst()
                                        .orElse(""));
    }

    /**
     * @param number of the row, from 1
     * @param values of the row, as far as they were read
     */
    private CopyFailedException failed(long number, @Nullable Object[] values, String reason) {
        List<String> names = table.columns().stream().map(CopiedColumn::name).toList();
        List<String> key = new ArrayList<>();
        for (String column : table.shownKey()) {
            int at = names.indexOf(column);
            if (at >= 0 && values[at] != null) {
                key.add(column + " " + values[at]);
            }
        }
        return new CopyFailedException("The table " + table.name() + ", row " + number
                + (key.isEmpty() ? "" : " (" + String.join(", ", key) + ")") + ": " + reason + ".");
    }
}
