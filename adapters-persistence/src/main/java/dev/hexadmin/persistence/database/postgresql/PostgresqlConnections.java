package dev.hexadmin.persistence.database.postgresql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.persistence.database.ConnectionPools;
import dev.hexadmin.persistence.database.DatabaseConnections;
import dev.hexadmin.persistence.database.UnitOfWorkRunner;
import dev.hexadmin.persistence.session.DriverAdapter;
import dev.hexadmin.persistence.session.Transaction;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Connections to a server: from Hexadmin's pool, or borrowed from a program's pool. */
final class PostgresqlConnections implements DatabaseConnections {
    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(4); // of lock_timeout
    private static final Duration POOL_PATIENCE = Duration.ofSeconds(1); // so that an outage is noticed soon

    private final DataSource source;
    private final Optional<HikariDataSource> pool;
    private final int atOnce;
    private final Connect connect;
    private final DriverAdapter driver = new DriverAdapter() {};

    /** Opens a separate connection, to check whether the server is reachable. */
    private interface Connect {
        Connection connection() throws SQLException;
    }

    private PostgresqlConnections(HikariDataSource pool, int atOnce, Connect connect) {
        this.source = pool;
        this.pool = Optional.of(pool);
        this.atOnce = atOnce;
        this.connect = connect;
    }

    private PostgresqlConnections(DataSource source, int atOnce) {
        this.source = new ExternalDataSource(source);
        this.pool = Optional.empty();
        this.atOnce = atOnce;
        this.connect = source::getConnection;
    }

    static PostgresqlConnections open(DatabaseSettings.Server server) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url(server));
        config.setUsername(server.user());
        config.setPassword(server.password());
        return new PostgresqlConnections(pool(config, server.poolSize()), server.poolSize(), probe(server));
    }

    /**
     * A data source of the driver opens a connection for each request, so it gets a pool. Any other source counts as a
     * pool.
     */
    static PostgresqlConnections borrowing(DataSource source, int connections) {
        ExternalDataSource.check(source);
        if (source instanceof PGSimpleDataSource) {
            HikariConfig config = new HikariConfig();
            config.setDataSource(source);
            return new PostgresqlConnections(pool(config, connections), connections, source::getConnection);
        }
        return new PostgresqlConnections(source, ExternalDataSource.atOnce(source, connections));
    }

    private static HikariDataSource pool(HikariConfig config, int size) {
        config.setMaximumPoolSize(size);
        config.setConnectionInitSql("SET TIME ZONE 'UTC'; SET lock_timeout = " + LOCK_PATIENCE.toMillis());
        config.setExceptionOverride(new ConnectionEviction());
        config.setPoolName("postgresql");
        return ConnectionPools.open(config, POOL_PATIENCE);
    }

    /** The URL's own parameters come last and take precedence. */
    private static String url(DatabaseSettings.Server server) {
        String parameters = server.parameters().isEmpty() ? "" : "&" + server.parameters();
        return "jdbc:postgresql://" + server.host() + ":" + server.port() + "/" + server.database()
                + "?ApplicationName=hexadmin&reWriteBatchedInserts=true&socketTimeout=30&connectTimeout=5"
                + "&tcpKeepAlive=true" + parameters;
    }

    private static Connect probe(DatabaseSettings.Server server) {
        String url = url(server) + "&connectTimeout=1&socketTimeout=1";
        return () -> DriverManager.getConnection(url, server.user(), server.password());
    }

    @Override
    public DataSource readers() {
        return source;
    }

    @Override
    public DataSource writers() {
        return source;
    }

    @Override
    public int atOnce() {
        return atOnce;
    }

    @Override
    public DriverAdapter driver() {
        return driver;
    }

    @Override
    public boolean failsFast() {
        return pool.isPresent();
    }

    @Override
    public void probe() throws SQLException {
        connect.connection().close();
    }

    @Override
    public void pause(boolean unavailable) {
        pool.ifPresent(own -> own.setMinimumIdle(unavailable ? 0 : 1));
    }

    @Override
    public Optional<UnitOfWorkRunner> runner(Transaction.Start start) {
        return Optional.empty();
    }

    @Override
    public Adoption adopt(Connection connection) throws SQLException {
        return ExternalDataSource.adopt(connection);
    }

    @Override
    public void close() {
        pool.ifPresent(HikariDataSource::close);
    }
}
