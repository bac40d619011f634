package dev.hexadmin.persistence.database.postgresql;

import dev.hexadmin.persistence.database.DatabaseConnections;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.Replication;
import dev.hexadmin.persistence.database.ServerUrl;
import dev.hexadmin.persistence.database.postgresql.dialect.PostgresqlDialect;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.session.SqlWork;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** A database of a server that several processes may use at the same time. */
public final class PostgresqlKind implements DatabaseKind {
    private static final String PRODUCT = "PostgreSQL";
    private static final int PORT = 5432;

    private static final Dialect DIALECT = new PostgresqlDialect();
    private static final Parts PARTS = new Parts(
            new PostgresqlFragments(),
            new PostgresqlSchema(DIALECT),
            DIALECT,
            new PostgresqlFullTextSearch(DIALECT),
            new PostgresqlErrorCodes(),
            new PostgresqlCatalogue(),
            new PostgresqlTableFinder(DIALECT),
            Optional.of(new PostgresqlPartitions(new PostgresqlFragments())));

    @Override
    public String product() {
        return PRODUCT;
    }

    @Override
    public List<String> urlStarts() {
        return List.of("postgresql://", "postgres://");
    }

    @Override
    public String supported() {
        return "PostgreSQL 14 or later";
    }

    @Override
    public DatabaseSettings settings(String url, int poolSize) {
        return ServerUrl.read(url, PRODUCT, "postgresql://user:password@host:5432/db", PORT, poolSize);
    }

    @Override
    public DatabaseConnections open(DatabaseSettings settings) {
        return switch (settings) {
            case DatabaseSettings.Server server -> PostgresqlConnections.open(server);
            case DatabaseSettings.Given given -> PostgresqlConnections.borrowing(given.source(), given.connections());
            case DatabaseSettings.Embedded file -> throw new IllegalArgumentException(file + " is no server");
        };
    }

    @Override
    public Optional<Replication> replication() {
        return Optional.of(new PostgresqlReplication());
    }

    @Override
    public boolean shared() {
        return true;
    }

    @Override
    public boolean exclusive() {
        return false;
    }

    /** Only after a failure: creates a table of one page that is dropped with the transaction. */
    @Override
    public Optional<SqlWork<Boolean>> writeProbe(boolean failing) {
        if (!failing) {
            return Optional.empty();
        }
        return Optional.of(session -> {
            try (Statement statement = session.connection().createStatement()) {
                return statement.execute("CREATE TEMPORARY TABLE hexadmin_probe ON COMMIT DROP AS SELECT 1 AS one");
            }
        });
    }

    @Override
    public Parts parts() {
        return PARTS;
    }
}
