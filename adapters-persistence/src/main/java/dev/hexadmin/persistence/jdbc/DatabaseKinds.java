package dev.hexadmin.persistence.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.persistence.database.ConnectionPools;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.mysql.MysqlKind;
import dev.hexadmin.persistence.database.postgresql.PostgresqlKind;
import dev.hexadmin.persistence.database.sqlite.SqliteKind;
import dev.hexadmin.persistence.settings.DataSourceRejectedException;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Kinds of databases. Immutable. */
public final class DatabaseKinds {
    /** The included kinds: the only place that names them. */
    public static final DatabaseKinds INCLUDED =
            new DatabaseKinds(List.of(new SqliteKind(), new PostgresqlKind(), new MysqlKind()));

    private static final String JDBC = "jdbc:";
    private static final int LEAST_CONNECTIONS = 2;

    private final List<DatabaseKind> kinds;

    DatabaseKinds(List<DatabaseKind> kinds) {
        this.kinds = List.copyOf(kinds);
    }

    /**
     * Reads {@code DATABASE_URL}, which may have the {@code jdbc:} of Java in front of it.
     *
     * @throws IllegalArgumentException when no kind knows the URL, or something is wrong with it; the message never
     *     holds the password
     */
    public DatabaseSettings settings(String url, int poolSize) {
        String address = url.startsWith(JDBC) ? url.substring(JDBC.length()) : url;
        return kinds.stream()
                .filter(kind -> kind.urlStarts().stream().anyMatch(address::startsWith))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the database URL must start with "
                        + kinds.stream()
                                .flatMap(kind -> kind.urlStarts().stream())
                                .map(start -> "'" + start + "'")
                                .collect(Collectors.joining(" or "))
                        + ", such as sqlite:data/hexadmin.db"))
                .settings(address, poolSize);
    }

    /**
     * The kind of database that settings lead to.
     *
     * @throws ServiceUnavailableException when a program's data source returns no connection
     * @throws DataSourceRejectedException when it leads to something else
     */
    public DatabaseKind of(DatabaseSettings settings) {
        return switch (settings) {
            case DatabaseSettings.Embedded(String product, var file) ->
                named(product).orElseThrow();
            case DatabaseSettings.Server server -> named(server.product()).orElseThrow();
            case DatabaseSettings.Given given -> of(given.source());
        };
    }

    /** The names of the kinds, as in {@link DatabaseKind#name}. */
    public List<String> names() {
        return kinds.stream().map(DatabaseKind::name).toList();
    }

    /** Whether two servers are of one kind. */
    public boolean isSameKind(DatabaseSettings.Server one, DatabaseSettings.Server other) {
        return of(one).equals(of(other));
    }

    private Optional<DatabaseKind> named(String product) {
        return kinds.stream().filter(kind -> kind.isProduct(product)).findFirst();
    }

    private DatabaseKind of(DataSource source) {
        if (source instanceof HikariDataSource pool && pool.getMaximumPoolSize() < LEAST_CONNECTIONS) {
            throw new DataSourceRejectedException(
                    "its pool has one connection; bringing tables up to date takes " + LEAST_CONNECTIONS);
        }
        try (Connection connection = ConnectionPools.borrow(source)) {
            String product = connection.getMetaData().getDatabaseProductName();
            return named(product)
                    .orElseThrow(() -> new DataSourceRejectedException("it leads to " + product + "; "
                            + kinds.reversed().stream()
                                    .map(DatabaseKind::supported)
                                    .filter(supported -> !supported.isEmpty())
                                    .collect(Collectors.joining(" and "))
                            + " are supported"));
        } catch (SQLException e) {
            throw unavailable(e);
        }
    }

    private ServiceUnavailableException unavailable(SQLException failure) {
        return new ServiceUnavailableException(
                kinds.stream()
                        .flatMap(kind -> kind.errors().reasonOf(failure).stream())
                        .findFirst()
                        .orElse(ServiceUnavailableException.Reason.DATABASE_UNAVAILABLE),
                "the database cannot be used",
                failure);
    }
}
