package dev.hexadmin.persistence.migration;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Brings the built-in tables up to date with Flyway.
 *
 * <p>The history is stored in {@value #HISTORY}, separately from the history that an application stores in the same
 * database. Loading Flyway takes most of the time of a start, so it is loaded only when migrations are missing.
 */
public final class Migrations {
    /** The table of the migrations that were applied. */
    public static final String HISTORY = "admin_schema_history";

    private static final String FOLDER = "META-INF/dev.hexadmin.persistence/db-migrations/";
    private static final String INDEX = "index"; // the names of the files: a module, a jar in a jar cannot be listed
    private static final Pattern TABLE = Pattern.compile("CREATE TABLE (?:IF NOT EXISTS )?(admin_[a-z0-9_]+)");
    private static final Pattern FILE = Pattern.compile("V([0-9]+)__[a-z0-9_]+\\.sql");

    private final Database database;
    private final String folder;

    public Migrations(Database database) {
        this.database = database;
        this.folder = FOLDER + database.kind().name() + "/";
    }

    /**
     * Applies what is missing.
     *
     * @return how many migrations were applied
     * @throws IllegalStateException when a newer version of the program created the database, or a migration fails
     * @throws ServiceUnavailableException when another program has a table with the name of a built-in one
     */
    public int apply() {
        List<Bundled> bundled = bundled();
        List<Bundled> missing = missing(bundled);
        if (missing.isEmpty()) {
            return 0;
        }
        if (missing.size() == bundled.size()) {
            requireFreeNames(bundled);
            database.read(session -> {
                database.kind().checkBeforeFirstMigration(session);
                return session;
            });
        }
        return IsolatedFlyway.migrate(
                database.migrationSource(),
                HISTORY,
                bundled.stream().collect(Collectors.toMap(Bundled::file, each -> text(each.file()))));
    }

    /**
     * The scripts that {@link #apply} would run now, each below a comment with its name; changes nothing.
     *
     * @throws IllegalStateException when a newer version of the program created the database
     */
    public List<String> plan() {
        return missing(bundled()).stream()
                .map(migration ->
                        "-- " + migration.file() + "\n" + text(migration.file()).strip())
                .toList();
    }

    /** The names of the built-in tables, whether the database has them or not. */
    public Set<String> tables() {
        return tables(bundled());
    }

    private Set<String> tables(List<Bundled> bundled) {
        return bundled.stream()
                .flatMap(migration -> TABLE.matcher(text(migration.file())).results())
                .map(table -> table.group(1))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private List<Bundled> missing(List<Bundled> bundled) {
        List<Integer> applied = applied();
        int newest = bundled.stream().mapToInt(Bundled::version).max().orElse(0);
        int present = applied.stream().mapToInt(Integer::intValue).max().orElse(0);
        if (present > newest) {
            throw new IllegalStateException("the database has schema version " + present
                    + ", made by a newer Hexadmin; this one knows versions up to " + newest
                    + ". Start the newer program, or use another database");
        }
        return bundled.stream()
                .filter(migration -> !applied.contains(migration.version()))
                .toList();
    }

    private void requireFreeNames(List<Bundled> bundled) {
        if (exists(HISTORY)) {
            return; // another server makes the tables
        }
        List<String> taken = tables(bundled).stream().filter(this::exists).toList();
        if (!taken.isEmpty() && !exists(HISTORY)) {
            throw new ServiceUnavailableException(
                    ServiceUnavailableException.Reason.DATABASE_UNAVAILABLE,
                    "the database has tables of another program with names that Hexadmin needs",
                    new IllegalStateException(String.join(", ", taken)
                            + "; rename them, or use another database or schema (currentSchema=… in a URL of PostgreSQL)"
                            + " for Hexadmin"));
        }
    }

    private boolean exists(String table) {
        return database.query(execute -> execute.get(database.kind().sql().tableQuery(), table))
                        .map(row -> Columns.whole(row, "n"))
                        .orElse(0L)
                > 0;
    }

    private List<Integer> applied() {
        if (!exists(HISTORY)) {
            return List.of();
        }
        return database.query(execute -> {
            try (Stream<DbRow> rows =
                    execute.query("SELECT version, success FROM " + HISTORY + " WHERE version IS NOT NULL")) {
                return rows.filter(row -> Columns.flag(row, "success"))
                        .map(row -> Columns.text(row, "version"))
                        .filter(version -> version.matches("[0-9]{1,6}"))
                        .map(Integer::valueOf)
                        .toList();
            }
        });
    }

    /** A migration that comes with the program. */
    private record Bundled(int version, String file) {}

    private List<Bundled> bundled() {
        List<Bundled> found = text(INDEX)
                .lines()
                .map(FILE::matcher)
                .filter(Matcher::matches)
                .map(name -> new Bundled(Integer.parseInt(name.group(1)), name.group()))
                .sorted(Comparator.comparingInt(Bundled::version))
                .toList();
        if (found.isEmpty()) {
            throw new IllegalStateException("no migrations come with this program: " + folder + INDEX + " is empty");
        }
        return found;
    }

    private String text(String file) {
        try (InputStream in = Migrations.class.getResourceAsStream("/" + folder + file)) {
            if (in == null) {
                throw new IllegalStateException("the file " + folder + file + " is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
