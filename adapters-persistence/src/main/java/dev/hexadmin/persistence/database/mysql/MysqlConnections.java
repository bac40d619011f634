package dev.hexadmin.persistence.database.mysql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.persistence.database.ConnectionPools;
import dev.hexadmin.persistence.database.DatabaseConnections;
import dev.hexadmin.persistence.database.OpenedConnections;
import dev.hexadmin.persistence.database.TlsMode;
import dev.hexadmin.persistence.database.UnitOfWorkRunner;
import dev.hexadmin.persistence.database.mysql.dialect.Products;
import dev.hexadmin.persistence.session.DriverAdapter;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.Transaction;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/** A pool of connections to a server. */
final class MysqlConnections implements DatabaseConnections {
    static final Duration LOCK_PATIENCE = Duration.ofSeconds(4); // for rows and tables
    private static final Duration SILENCE = Duration.ofSeconds(30); // as long as a statement may take
    private static final String TLS = "sslMode";
    private static final Duration POOL_PATIENCE = Duration.ofSeconds(1); // so that an outage is noticed soon
    private static final Duration REPLICA_PATIENCE = Duration.ofMillis(250); // there is the primary

    /**
     * Statements are those of standard SQL as far as possible: names in double quotes, no escapes in texts. A value that a
     * column cannot hold is an error, and a key may be 0. A date may be the 0000-00-00 that is a column's default. Tables have
     * transactions, whatever the server's default is. MariaDB ends the session of a program that was frozen or lost, whose
     * transaction would hold locks, unless the server has another limit; MySQL has none and takes the last part for a comment.
     */
    private static final String SESSION = "SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,"
            + "STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_VALUE_ON_ZERO,"
            + "NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY', default_storage_engine = InnoDB, time_zone = '+00:00',"
            + " innodb_lock_wait_timeout = "
            + LOCK_PATIENCE.toSeconds() + ", lock_wait_timeout = " + LOCK_PATIENCE.toSeconds()
            + " /*M!, idle_transaction_timeout = IF(@@idle_transaction_timeout = 0, " + SILENCE.toSeconds()
            + ", @@idle_transaction_timeout) */";

    /** Keys that the database generates come with the answer to the insert. */
    private static final DriverAdapter DRIVER = new DriverAdapter() {
        @Override
        public Session.Prepared prepare(Connection connection, String sql) throws SQLException {
            return new Session.Prepared(
                    sql.startsWith("INSERT")
                            ? connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)
                            : connection.prepareStatement(sql),
                    false);
        }
    };

    private final DatabaseSettings.Server server;
    private final HikariDataSource pool;

    private MysqlConnections(DatabaseSettings.Server server, HikariDataSource pool) {
        this.server = server;
        this.pool = pool;
    }

    static MysqlConnections open(DatabaseSettings.Server server) {
        TlsMode.report(server, TLS);
        HikariDataSource pool = ConnectionPools.open(config(server), POOL_PATIENCE);
        try (Connection connection = pool.getConnection()) {
            Products.check(connection);
        } catch (SQLException e) {
            pool.close();
            throw new ServiceUnavailableException(
                    new MysqlErrorCodes().reasonOf(e).orElse(ServiceUnavailableException.Reason.DATABASE_UNAVAILABLE),
                    "the database cannot be used",
                    e);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
        return new MysqlConnections(server, pool);
    }

    /** A pool of connections to a replica. */
    static HikariDataSource replica(DatabaseSettings.Server server) {
        TlsMode.report(server, TLS);
        HikariConfig config = config(server);
        config.setPoolName("mysql-replica");
        return ConnectionPools.openLater(config, REPLICA_PATIENCE);
    }

    private static HikariConfig config(DatabaseSettings.Server server) {
        String url = url(server);
        HikariConfig config = new HikariConfig();
        config.setDataSource(new OpenedConnections(() -> OpenedConnections.connect(url, server.login())));
        config.setMaximumPoolSize(server.poolSize());
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setConnectionInitSql(SESSION);
        config.setPoolName("mysql");
        return config;
    }

    /** The URL's own parameters come last and take precedence. Moments are read in UTC, whatever zone the JVM is in. */
    private static String url(DatabaseSettings.Server server) {
        String parameters = server.parameters().isEmpty() ? "" : "&" + server.parameters();
        return "jdbc:mariadb://" + server.host() + ":" + server.port() + "/" + server.database()
                + "?socketTimeout=30000&connectTimeout=5000&tcpKeepAlive=true&connectionTimeZone=UTC"
                + "&forceConnectionTimeZoneToSession=false&preserveInstants=true&allowLocalInfile=false" + parameters;
    }

    @Override
    public DataSource readers() {
        return pool;
    }

    @Override
    public DataSource writers() {
        return pool;
    }

    @Override
    public int atOnce() {
        return server.poolSize();
    }

    @Override
    public DriverAdapter driver() {
        return DRIVER;
    }

    @Override
    public boolean failsFast() {
        return true;
    }

    @Override
    public void probe() throws SQLException {
        OpenedConnections.connect(url(server) + "&connectTimeout=1000&socketTimeout=1000", server.login())
                .close();
    }

    @Override
    public void pause(boolean unavailable) {
        pool.setMinimumIdle(unavailable ? 0 : 1);
    }

    @Override
    public Optional<UnitOfWorkRunner> runner(Transaction.Start start) {
        return Optional.empty();
    }

    @Override
    public void close() {
        pool.close();
    }
}
