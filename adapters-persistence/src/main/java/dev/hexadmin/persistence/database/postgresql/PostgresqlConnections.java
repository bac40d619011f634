package dev.hexadmin.persistence.database.postgresql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.persistence.database.ConnectionPools;
import dev.hexadmin.persistence.database.DatabaseConnections;
import dev.hexadmin.persistence.database.OpenedConnections;
import dev.hexadmin.persistence.database.TlsMode;
import dev.hexadmin.persistence.database.UnitOfWorkRunner;
import dev.hexadmin.persistence.session.DriverAdapter;
import dev.hexadmin.persistence.session.Transaction;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Connections to a server: from Hexadmin's pool, or borrowed from a program's pool. */
final class PostgresqlConnections implements DatabaseConnections {
    private static final String TLS = "sslmode";
    private static final String PREPARE_THRESHOLD = "prepareThreshold=";
    private static final Duration POOL_PATIENCE = Duration.ofSeconds(1); // so that an outage is noticed soon
    private static final Duration REPLICA_PATIENCE = Duration.ofMillis(250); // there is the primary

    private final DataSource source;
    private final DataSource migrations;
    private final Optional<HikariDataSource> pool;
    private final int atOnce;
    private final Connect connect;
    private final DriverAdapter driver;

    /** Opens a connection. */
    private interface Connect {
        Connection connection() throws SQLException;
    }

    /** @param connect opens connections for the pool */
    private PostgresqlConnections(Connect connect, int atOnce, PostgresqlSessions sessions, Connect probe) {
        HikariDataSource own = ConnectionPools.open(config(connect, atOnce, sessions), POOL_PATIENCE);
        this.source = own;
        this.migrations = new OpenedConnections(() -> sessions.preparedForMigrations(connect.connection()));
        this.pool = Optional.of(own);
        this.atOnce = atOnce;
        this.driver = sessions;
        this.connect = probe;
    }

    private PostgresqlConnections(DataSource source, int atOnce) {
        this.source = new ExternalDataSource(source);
        this.migrations = this.source;
        this.pool = Optional.empty();
        this.atOnce = atOnce;
        this.driver = new DriverAdapter() {};
        this.connect = source::getConnection;
    }

    static PostgresqlConnections open(DatabaseSettings.Server server) {
        TlsMode.report(server, TLS);
        return new PostgresqlConnections(
                connecting(server, ""),
                server.poolSize(),
                sessions(server),
                connecting(server, "&connectTimeout=1&socketTimeout=1"));
    }

    /**
     * A data source of the driver opens a connection for each request, so it gets a pool. Any other source counts as a
     * pool.
     */
    static PostgresqlConnections borrowing(DataSource source, int connections) {
        ExternalDataSource.check(source);
        if (source instanceof PGSimpleDataSource) {
            return new PostgresqlConnections(
                    source::getConnection, connections, new PostgresqlSessions(false), source::getConnection);
        }
        return new PostgresqlConnections(source, ExternalDataSource.atOnce(source, connections));
    }

    /** A pool of connections to a replica. */
    static HikariDataSource replica(DatabaseSettings.Server server) {
        TlsMode.report(server, TLS);
        HikariConfig config = config(connecting(server, ""), server.poolSize(), sessions(server));
        config.setPoolName("postgresql-replica");
        return ConnectionPools.openLater(config, REPLICA_PATIENCE);
    }

    private static PostgresqlSessions sessions(DatabaseSettings.Server server) {
        return new PostgresqlSessions(server.parameters().contains(PREPARE_THRESHOLD));
    }

    private static HikariConfig config(Connect connect, int size, PostgresqlSessions sessions) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(new OpenedConnections(() -> sessions.prepared(connect.connection())));
        config.setMaximumPoolSize(size);
        config.setExceptionOverride(new ConnectionEviction());
        config.setPoolName("postgresql");
        return config;
    }

    /** The URL's own parameters come last and take precedence. */
    private static String url(DatabaseSettings.Server server) {
        String parameters = server.parameters().isEmpty() ? "" : "&" + server.parameters();
        return "jdbc:postgresql://" + server.host() + ":" + server.port() + "/"
                + URLEncoder.encode(server.database(), StandardCharsets.UTF_8)
                + "?ApplicationName=hexadmin&reWriteBatchedInserts=true&socketTimeout=30&connectTimeout=5"
                + "&tcpKeepAlive=true" + parameters;
    }

    private static Connect connecting(DatabaseSettings.Server server, String limits) {
        String url = url(server) + limits;
        return () -> OpenedConnections.connect(url, server.login());
    }

    @Override
    public DataSource readers() {
        return source;
    }

    @Override
    public DataSource writers() {
        return source;
    }

    /** A connection holds the lock of migrations in a transaction, which pauses while another one changes the tables. */
    @Override
    public DataSource migrations() {
        return migrations;
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
