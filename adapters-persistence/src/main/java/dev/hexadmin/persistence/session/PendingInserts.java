package dev.hexadmin.persistence.session;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Rows of one table that a transaction has still to insert, with one text. Used by one thread. */
public final class PendingInserts {
    private static final int MOST = 100;

    private final String table;
    private final String insert;
    private final List<Row> rows = new ArrayList<>(1);

    /** A row that binds its values. */
    @FunctionalInterface
    public interface Row {
        void bind(PreparedStatement statement) throws SQLException;
    }

    PendingInserts(String table, String insert) {
        this.table = table;
        this.insert = insert;
    }

    String insert() {
        return insert;
    }

    void add(Row row) {
        rows.add(row);
    }

    boolean isSingle() {
        return rows.size() == 1;
    }

    boolean isFull() {
        return rows.size() >= MOST;
    }

    /** Whether a statement may read or change the table. */
    boolean isNamedBy(String sql) {
        return sql.contains(table);
    }

    void execute(Session session) throws SQLException {
        if (isSingle()) {
            executeSingle(session, insert);
            return;
        }
        try (Session.Prepared prepared = session.prepare(insert)) {
            for (Row row : rows) {
                row.bind(prepared.statement());
                prepared.statement().addBatch();
            }
            prepared.statement().executeBatch();
        }
    }

    /** @param text begins with the insert */
    void executeSingle(Session session, String text) throws SQLException {
        try (Session.Prepared prepared = session.prepare(text)) {
            rows.getFirst().bind(prepared.statement());
            prepared.statement().executeUpdate();
        }
    }
}
