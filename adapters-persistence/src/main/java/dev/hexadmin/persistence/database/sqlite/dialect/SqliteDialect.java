package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Lookup.TextMatch;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.ColumnMappings;
import dev.hexadmin.persistence.dialect.ConstraintFailure;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;

/** Statements on records as SQLite has them. */
public final class SqliteDialect implements Dialect {
    private static final int STEPS_BETWEEN_LOOKS = 10_000; // of SQLite's machine: well under a millisecond

    @Override
    public ColumnMappings<?> columns() {
        return SqliteColumns.MAPPINGS;
    }

    @Override
    public TableFacts inspect(Session session, Model model) throws SQLException {
        return new SqliteTableInspection(this, session, model).inspect();
    }

    @Override
    public Map<String, String> defaults(Session session, Model model) {
        return Map.of(); // every statement returns its rows
    }

    @Override
    public Match match(ColumnCodec codec, String column, TextMatch how, String needle) {
        return SqliteTextMatch.of(codec.compared(column), how, ColumnCodec.storable(needle));
    }

    /** False: its text indexes are tables of their own. */
    @Override
    public boolean indexes(ColumnCodec codec, TextMatch how, String needle) {
        return false;
    }

    @Override
    public boolean nullIsSmallest() {
        return true;
    }

    @Override
    public String nulls(boolean nullable, boolean descending) {
        return "";
    }

    @Override
    public Optional<String> checksLater() {
        return Optional.of("PRAGMA defer_foreign_keys = ON");
    }

    /** Other units of work share the transaction. */
    @Override
    public Optional<String> checksAtOnce() {
        return Optional.of("PRAGMA defer_foreign_keys = OFF");
    }

    @Override
    public Set<FieldType> heldAsNumbers() {
        return EnumSet.of(FieldType.BOOLEAN, FieldType.DATE, FieldType.DATETIME, FieldType.DURATION);
    }

    @Override
    public Set<FieldType> heldAsTexts() {
        return EnumSet.complementOf(EnumSet.of(FieldType.REFERENCE, FieldType.REFERENCES));
    }

    @Override
    public boolean goesOnAfterFailure() {
        return true;
    }

    @Override
    public String lock(String alias) {
        return ""; // there is one writer
    }

    /** The span of row ids, which is the number of rows where none was deleted. */
    @Override
    public OptionalLong estimatedRows(Session session, Model model) throws SQLException {
        String sql = "SELECT max(rowid) FROM " + quote(model.table()) + " UNION ALL SELECT min(rowid) FROM "
                + quote(model.table());
        try (Session.Prepared prepared = session.prepare(sql);
                ResultSet row = prepared.statement().executeQuery()) {
            row.next();
            long most = row.getLong(1);
            row.next();
            long least = row.getLong(1);
            return most - least < 0 ? OptionalLong.empty() : OptionalLong.of(most - least + 1);
        } catch (SQLException e) {
            if (e.getErrorCode() == SQLiteErrorCode.SQLITE_ERROR.code) {
                return OptionalLong.empty(); // a table WITHOUT ROWID
            }
            throw e;
        }
    }

    @Override
    public <T> Optional<T> within(Duration limit, Session session, PreparedStatement statement, SqlWork<T> work)
            throws SQLException {
        Connection connection = session.connection().unwrap(SQLiteConnection.class);
        long end = System.nanoTime() + limit.toNanos();
        ProgressHandler.setHandler(connection, STEPS_BETWEEN_LOOKS, new ProgressHandler() {
            @Override
            protected int progress() {
                return System.nanoTime() - end < 0 ? 0 : 1;
            }
        });
        try {
            return Optional.of(work.run(session));
        } catch (SQLException e) {
            if ((e.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_INTERRUPT.code) {
                return Optional.empty();
            }
            throw e;
        } finally {
            ProgressHandler.clearHandler(connection);
        }
    }

    @Override
    public Optional<String> unusable(SQLException failure) {
        return SqliteConstraintFailures.unusable(failure);
    }

    @Override
    public Optional<ConstraintFailure> broken(SQLException failure) {
        return SqliteConstraintFailures.broken(failure);
    }
}
