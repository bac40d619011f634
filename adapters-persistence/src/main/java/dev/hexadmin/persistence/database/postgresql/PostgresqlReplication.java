package dev.hexadmin.persistence.database.postgresql;

import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.persistence.database.Replication;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Physical replicas: hot standbys, which replay the write-ahead log. */
final class PostgresqlReplication implements Replication {
    @Override
    public HikariDataSource open(DatabaseSettings.Server replica) {
        return PostgresqlConnections.replica(replica);
    }

    /** Not only what is flushed: commits with {@code synchronous_commit = off} are, too. */
    @Override
    public long written(Connection server) throws SQLException {
        return number(server, "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn");
    }

    /** A replica that was promoted goes its own way. */
    @Override
    public long replayed(Connection replica) throws SQLException {
        return number(
                replica,
                "SELECT CASE WHEN pg_is_in_recovery() THEN coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0) ELSE 0 END");
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
