package dev.hexadmin.persistence.migration;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.persistence.dialect.TableName;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.migration.MigrationScripts.Script;
import io.helidon.dbclient.DbRow;
import java.time.Duration;
import java.util.List;
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

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final Database database;
    private final MigrationScripts scripts;

    public Migrations(Database database) {
        this.database = database;
        this.scripts = new MigrationScripts(database.kind().name());
    }

    /**
     * Applies what is missing.
     *
     * @return how many migrations were applied
     * @throws IllegalStateException when a newer version of the program created the database, or a migration fails
     * @throws ServiceUnavailableException when another program has a table with the name of a built-in one
     */
    public int apply() {
        List<Script> all = scripts.all();
        List<Script> missing = missing(all);
        if (missing.isEmpty()) {
            return 0;
        }
        boolean first = missing.size() == all.size();
        if (first) {
            requireFreeNames();
            database.read(session -> {
                database.kind().checkBeforeFirstMigration(session);
                return session;
            });
        }
        try {
            return run(all);
        } catch (RuntimeException e) {
            // of servers that start at once one may find the history that another has created, and not filled yet
            if (!first || !isBegunByAnother(all)) {
                throw e;
            }
            return run(all);
        }
    }

    private int run(List<Script> all) {
        return IsolatedFlyway.migrate(
                database.migrationSource(),
                HISTORY,
                all.stream().collect(Collectors.toMap(Script::file, each -> scripts.text(each.file()))));
    }

    private boolean isBegunByAnother(List<Script> all) {
        for (long end = System.nanoTime() + PATIENCE.toNanos(); System.nanoTime() - end < 0; ) {
            if (missing(all).size() < all.size()) {
                return true;
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return false;
    }

    /**
     * The scripts that {@link #apply} would run now, each below a comment with its name; changes nothing.
     *
     * @throws IllegalStateException when a newer version of the program created the database
     */
    public List<String> plan() {
        return missing(scripts.all()).stream()
                .map(migration -> "-- " + migration.file() + "\n"
                        + scripts.text(migration.file()).strip())
                .toList();
    }

    /** Whether they were applied to another schema of a database that has schemas. */
    public boolean existIn(String schema) {
        String history = database.kind().dialect().table(new TableName(schema, HISTORY).text());
        boolean[] found = new boolean[1];
        database.read(session -> {
            session.forEach(database.kind().schema().columnsQuery(), row -> found[0] = true, history);
            return found;
        });
        return found[0];
    }

    private List<Script> missing(List<Script> bundled) {
        List<Integer> applied = applied();
        int newest = bundled.stream().mapToInt(Script::version).max().orElse(0);
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

    private void requireFreeNames() {
        if (exists(HISTORY)) {
            return; // another server makes the tables
        }
        List<String> taken = scripts.tables().stream().filter(this::exists).toList();
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
}
