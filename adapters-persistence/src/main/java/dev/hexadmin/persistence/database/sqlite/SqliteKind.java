package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.persistence.database.ConnectionPools;
import dev.hexadmin.persistence.database.DatabaseConnections;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.sqlite.dialect.SqliteDialect;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.session.SqlWork;
import dev.hexadmin.persistence.settings.DataSourceRejectedException;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** A database in a file, which only one process uses. */
public final class SqliteKind implements DatabaseKind {
    private static final String PRODUCT = "SQLite";
    private static final String URL_START = "sqlite:";
    private static final String NO_FILE = "'sqlite:' needs a file, such as sqlite:data/hexadmin.db";

    private static final Dialect DIALECT = new SqliteDialect();
    private static final Parts PARTS = new Parts(
            new SqliteFragments(),
            new SqliteSchema(),
            DIALECT,
            new SqliteFullTextSearch(DIALECT),
            new SqliteErrorCodes(),
            new SqliteCatalogue(DIALECT),
            new SqliteTableFinder(),
            Optional.empty());

    @Override
    public String product() {
        return PRODUCT;
    }

    @Override
    public List<String> urlStarts() {
        return List.of(URL_START);
    }

    @Override
    public String supported() {
        return "files of SQLite";
    }

    @Override
    public DatabaseSettings settings(String url, int poolSize) {
        String file = url.substring(URL_START.length());
        if (file.startsWith("//")) {
            file = file.substring(2);
        }
        if (file.isBlank() || file.startsWith("file:")) {
            throw new IllegalArgumentException(NO_FILE);
        }
        if (file.endsWith(":memory:")) {
            throw new IllegalArgumentException(
                    "a database of SQLite in memory would end with each connection; " + NO_FILE);
        }
        if (file.contains("?")) {
            throw new IllegalArgumentException("'sqlite:' takes no parameters, which begin with '?'; " + NO_FILE);
        }
        try {
            return new DatabaseSettings.Embedded(PRODUCT, Path.of(file));
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(NO_FILE, e);
        }
    }

    @Override
    public DatabaseConnections open(DatabaseSettings settings) {
        return switch (settings) {
            case DatabaseSettings.Embedded(String product, Path file) -> SqliteConnections.open(file);
            case DatabaseSettings.Given given -> SqliteConnections.open(file(given));
            case DatabaseSettings.Server server -> throw new IllegalArgumentException(server + " is no file");
        };
    }

    /** The file of a program's data source. Hexadmin opens the file a second time. */
    private Path file(DatabaseSettings.Given given) {
        if (given.transactions().isPresent()) {
            throw new DataSourceRejectedException(
                    "Hexadmin opens a file of SQLite with its own connections, so it cannot"
                            + " join transactions of the program; they are joined on PostgreSQL");
        }
        try (Connection connection = ConnectionPools.borrow(given.source())) {
            return file(connection);
        } catch (SQLException e) {
            throw new ServiceUnavailableException(
                    errors().reasonOf(e).orElse(Reason.DATABASE_UNAVAILABLE), "the database cannot be used", e);
        }
    }

    /** The file as SQLite reports it, since a URL has many forms. */
    private static Path file(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet databases = statement.executeQuery("PRAGMA database_list")) {
            while (databases.next()) {
                String file = databases.getString("file");
                if (databases.getString("name").equals("main") && file != null && !file.isEmpty()) {
                    return Path.of(file);
                }
            }
        }
        throw new DataSourceRejectedException(
                "it leads to a database of SQLite in memory, which no other connection would see, and"
                        + " Hexadmin needs several; give it a file");
    }

    @Override
    public boolean shared() {
        return false;
    }

    @Override
    public boolean exclusive() {
        return true;
    }

    /** Commits a page that is the same as before: SQLite writes it anyway. */
    @Override
    public Optional<SqlWork<Boolean>> writeProbe(boolean failing) {
        return Optional.of(session -> {
            try (Statement statement = session.connection().createStatement()) {
                int version;
                try (ResultSet row = statement.executeQuery("PRAGMA user_version")) {
                    version = row.next() ? row.getInt(1) : 0;
                }
                return statement.execute("PRAGMA user_version = " + version);
            }
        });
    }

    @Override
    public Parts parts() {
        return PARTS;
    }
}
