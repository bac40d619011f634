package dev.hexadmin.persistence.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ServiceUnavailableException.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import javax.sql.DataSource;

/** Opens pools of connections, and borrows from those of a program. */
public final class ConnectionPools {
    private static final Duration VALIDATION = Duration.ofMillis(750);

    private ConnectionPools() {}

    /**
     * Opens a pool.
     *
     * @param patience how long a request waits for a connection
     * @throws ServiceUnavailableException when the database cannot be reached
     */
    public static HikariDataSource open(HikariConfig config, Duration patience) {
        config.setMinimumIdle(1);
        config.setConnectionTimeout(patience.toMillis());
        config.setValidationTimeout(VALIDATION.toMillis());
        try {
            return new HikariDataSource(config);
        } catch (HikariPool.PoolInitializationException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ServiceUnavailableException(Reason.DATABASE_UNAVAILABLE, "the database cannot be reached", cause);
        }
    }

    /** Opens a pool of connections to a server that need not be reachable. */
    public static HikariDataSource openLater(HikariConfig config, Duration patience) {
        config.setInitializationFailTimeout(-1);
        config.setReadOnly(true);
        return open(config, patience);
    }

    /** A connection of a program's own source. */
    public static Connection borrow(DataSource source) throws SQLException {
        try {
            return source.getConnection();
        } catch (SQLException e) { // pools differ in how they report that no connection is free
            throw new SQLTransientConnectionException("the program's own source gave no connection", e);
        } catch (RuntimeException e) {
            throw new SQLTransientConnectionException("the program's own source failed", e);
        }
    }
}
