package dev.hexadmin.persistence.audit;

import dev.hexadmin.application.audit.port.AuditRetention;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.persistence.database.MonthlyTable;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.jdbc.MonthlyTables;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;

/**
 * The table {@code admin_audit_log}, which triggers keep from being changed. A sweep drops its oldest partitions; without
 * partitions it opens the triggers for what is older than its moment, for the length of its transaction.
 */
public final class JdbcAuditTrail implements AuditTrail, AuditRetention {
    private static final String APPEND =
            "INSERT INTO admin_audit_log (at, user_id, actor, address, request_id, event, model, record_id, changes)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ";
    private static final String TABLE = "admin_audit_log";
    private static final int BATCH = 1_000;

    private final Database database;
    private final MonthlyTables months;
    private final String append;

    public JdbcAuditTrail(Database database) {
        this.database = database;
        this.months = new MonthlyTables(database);
        this.append = APPEND + database.kind().sql().json("?") + ")";
    }

    @Override
    public void append(AuditEntry entry) {
        database.insertLater(TABLE, append, statement -> bind(statement, entry));
    }

    private void bind(PreparedStatement statement, AuditEntry entry) throws SQLException {
        statement.setObject(1, database.parameter(entry.at()));
        switch (entry.actor()) {
            case Actor.SignedIn user -> {
                statement.setLong(2, user.id().value());
                statement.setString(3, user.name());
            }
            case Actor.Operator operator -> {
                statement.setNull(2, Types.BIGINT);
                statement.setString(3, operator.name());
            }
            case Actor.Anonymous anonymous -> {
                statement.setNull(2, Types.BIGINT);
                statement.setString(3, "anonymous");
            }
        }
        statement.setString(4, entry.actor().origin().address());
        statement.setString(5, entry.actor().origin().requestId());
        statement.setString(6, entry.event());
        statement.setString(7, entry.model());
        statement.setString(8, entry.recordId());
        statement.setString(9, entry.changesJson());
    }

    /** The partitions of whole months where the database has partitions, else rows. */
    @Override
    public void sweep(Instant before) {
        if (months.exist()) {
            months.drop(MonthlyTable.AUDIT_LOG, before);
        } else {
            deleteRows(before);
        }
    }

    private void deleteRows(Instant before) {
        Object moment = database.parameter(before);
        long batch;
        do {
            batch = database.write(scope -> database.execute(execute -> {
                execute.insert("INSERT INTO admin_audit_sweep (\"before\") VALUES (?)", moment);
                long gone = execute.delete(
                        database.kind()
                                .sql()
                                .deleteSelected(
                                        TABLE,
                                        "id",
                                        "SELECT id FROM admin_audit_log WHERE at < ? ORDER BY at LIMIT " + BATCH),
                        moment);
                execute.delete("DELETE FROM admin_audit_sweep WHERE \"before\" = ?", moment);
                return gone;
            }));
        } while (batch == BATCH);
    }
}
