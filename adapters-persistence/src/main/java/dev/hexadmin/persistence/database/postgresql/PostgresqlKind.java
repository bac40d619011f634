package dev.hexadmin.persistence.database.postgresql;

import dev.hexadmin.persistence.database.DatabaseConnections;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.postgresql.dialect.PostgresqlDialect;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.session.SqlWork;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Statement;
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
            new PostgresqlTableFinder(DIALECT));

    @Override
    public String product() {
        return PRODUCT;
    }

    @Override
    public String urlStart() {
        return "postgresql://";
    }

    @Override
    public String supported() {
        return "PostgreSQL 14 or later";
    }

    @Override
    public Optional<DatabaseSettings> settings(String url, int poolSize) {
        if (!url.startsWith("postgresql://") && !url.startsWith("postgres://")) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(url);
            String info = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo();
            int colon = info.indexOf(':');
            String path = uri.getPath() == null ? "" : uri.getPath();
            if (uri.getHost() == null || path.length() < 2) {
                throw new IllegalArgumentException(
                        "a PostgreSQL URL looks like postgresql://user:password@host:5432/db");
            }
            return Optional.of(new DatabaseSettings.Server(
                    PRODUCT,
                    uri.getHost(),
                    uri.getPort() < 0 ? PORT : uri.getPort(),
                    path.substring(1),
                    decoded(colon < 0 ? info : info.substring(0, colon)),
                    colon < 0 ? "" : decoded(info.substring(colon + 1)),
                    uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                    poolSize));
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "the database URL cannot be read: " + e.getReason() + " (percent-encode special characters)", e);
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
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
