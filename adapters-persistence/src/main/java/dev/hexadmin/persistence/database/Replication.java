package dev.hexadmin.persistence.database;

import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * How the replicas of a server follow it. Positions are numbers of the server's log that grow with each commit. Stateless.
 */
public interface Replication {
    /** A pool of connections to a replica, which need not be reachable. */
    HikariDataSource open(DatabaseSettings.Server replica);

    /**
     * The position after all commits until now.
     *
     * @return {@link dev.hexadmin.application.port.WriteMarks#UNKNOWN} when the server writes no such log
     */
    long written(Connection server) throws SQLException;

    /**
     * The position up to which a replica has all commits.
     *
     * @return {@link dev.hexadmin.application.port.WriteMarks#NONE} when it follows no server
     */
    long replayed(Connection replica) throws SQLException;
}
