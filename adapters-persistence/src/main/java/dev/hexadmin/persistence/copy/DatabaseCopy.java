package dev.hexadmin.persistence.copy;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.catalogue.TableDescription;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.migration.Migrations;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.persistence.settings.SchemaMismatchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Copies an installation into an empty database: it creates the tables there and copies their rows in one transaction. The source
 * is read in one snapshot, and never written. When the copy fails, what was created is dropped again.
 */
public final class DatabaseCopy {
    // any number that nothing else in the database locks on
    private static final long LOCK = 0x6865_7861_636f_7079L;
    private static final int RECENT = 60; // seconds; a server reports every two

    private final Database source;
    private final Database target;
    private final Collection<Model> models;
    private final Progress progress;

    private DatabaseCopy(Database source, Database target, Collection<Model> models, Progress progress) {
        this.source = source;
        this.target = target;
        this.models = models;
        this.progress = progress;
    }

    /** Receives how far the copy is. */
    public interface Progress {
        /** A large table is being copied, so many rows so far. */
        void copying(String table, long rows);

        /** A table with so many rows was copied. */
        void copied(String table, long rows);
    }

    /**
     * What was copied.
     *
     * @param others tables of the source that belong to no model, and were not copied
     * @param columns those of managed tables that belong to no field, as {@code table.column}, and were not copied
     */
    public record Result(int tables, long rows, List<String> others, List<String> columns) {
        public Result {
            others = List.copyOf(others);
            columns = List.copyOf(columns);
        }
    }

    /**
     * Runs the copy.
     *
     * @param to an empty database
     * @param models those whose tables are managed
     * @param whileRunning whether a server may be running on the source; what it writes from now on is missing in the target
     * @throws CopyFailedException when the databases cannot be used for it, or a row cannot be stored
     * @throws SchemaMismatchException when the tables of a model do not match it, or cannot be made in the target
     */
    public static Result run(
            Database source, DatabaseSettings to, Collection<Model> models, boolean whileRunning, Progress progress) {
        requireCurrent(source, models);
        if (!whileRunning) {
            requireStopped(source);
        }
        boolean created = to instanceof DatabaseSettings.Embedded(String product, var file) && !Files.exists(file);
        try (Database target = Database.open(to)) {
            return new DatabaseCopy(source, target, models, progress).run();
        } catch (Throwable e) {
            if (created) {
                delete((DatabaseSettings.Embedded) to);
            }
            throw e;
        }
    }

    private static void delete(DatabaseSettings.Embedded database) {
        try {
            Files.deleteIfExists(database.file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void requireCurrent(Database source, Collection<Model> models) {
        if (!new Migrations(source).plan().isEmpty()
                || !new ManagedSchema(source).plan(models, false).isEmpty()) {
            throw new CopyFailedException("The tables of the database do not match this version of Hexadmin and its"
                    + " models: run 'hexadmin migrate' first ('hexadmin migrate --plan' prints what it would do).");
        }
    }

    private static void requireStopped(Database source) {
        boolean shared = source.kind().shared(); // a server without others to look at it reports once
        String recent = shared ? " WHERE heartbeat_at > " + source.kind().sql().ago(String.valueOf(RECENT)) : "";
        if (source.read(session -> session.number("SELECT count(*) FROM admin_servers" + recent))
                        .orElse(0L)
                > 0) {
            throw new CopyFailedException((shared
                            ? "A server has used the database within the last minute: stop all servers, so that"
                                    + " nothing is written after the copy has begun, and repeat this in a minute"
                            : "A server uses the database, or was killed: stop it, so that nothing is written after"
                                    + " the copy has begun")
                    + ". With --while-running, the copy is made anyway, without what is written from now on.");
        }
    }

    private Result run() {
        Set<String> names = new TreeSet<>(OwnTables.all());
        names.addAll(CopiedTables.names(models));
        requireEmpty(names);
        try {
            target.protectFiles();
            new Migrations(target).apply();
            if (!models.isEmpty()) {
                new ManagedSchema(target).apply(models);
            }
            return copy();
        } catch (Throwable e) {
            drop(names, e);
            throw e;
        }
    }

    private void requireEmpty(Set<String> names) {
        Set<String> found =
                new TreeSet<>(target.read(session -> target.kind().tables().find(session, names))
                        .keySet());
        if (!found.isEmpty()) {
            throw new CopyFailedException("The target must be empty, and has the "
                    + (found.size() == 1 ? "table " : "tables ")
                    + found.stream().limit(5).collect(Collectors.joining(", "))
                    + (found.size() > 5 ? " and " + (found.size() - 5) + " others" : "")
                    + ": use another database. Nothing was changed.");
        }
    }

    private void drop(Set<String> names, Throwable because) {
        try {
            target.write(scope -> target.change(session -> {
                target.kind().schema().changing(session, LOCK, work -> {
                    target.kind().schema().drop(work, names);
                    return names;
                });
                return names;
            }));
        } catch (RuntimeException e) {
            because.addSuppressed(new CopyFailedException("The tables that were made could not be dropped again: "
                    + e.getMessage() + ". Drop those of the target by hand."));
        }
    }

    private Result copy() {
        CopiedTables.Found found = CopiedTables.find(source, target, models);
        List<String> names = found.tables().stream().map(CopiedTable::name).toList();
        long rows = source.read(from -> inSnapshot(
                from,
                () -> target.write(scope -> target.change(session ->
                        target.kind().schema().changing(session, LOCK, to -> fill(found.tables(), names, from, to))))));
        return new Result(names.size(), rows, found.others(), found.columns());
    }

    /** Work that reads from the source. */
    private interface Reading {
        long run();
    }

    private static long inSnapshot(Session from, Reading work) throws SQLException {
        Connection connection = from.connection();
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        try {
            return work.run();
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private long fill(List<CopiedTable> tables, List<String> names, Session from, Session to) throws SQLException {
        Map<String, Long> last = new LinkedHashMap<>();
        for (CopiedTable table : tables) {
            if (table.numbered().isPresent()) {
                last.put(
                        table.name(),
                        source.kind()
                                .schema()
                                .lastKey(from, table.name(), table.numbered().get())
                                .orElse(0L));
            }
        }
        SqlWork<Long> filling = session -> {
            long rows = 0;
            for (CopiedTable table : tables) {
                long copied = new RowCopy(table, source.kind(), target.kind(), so -> progress.copying(table.name(), so))
                        .run(from, session);
                progress.copied(table.name(), copied);
                rows += copied;
            }
            from.connection().rollback(); // the server may end the snapshot of one that reads no more
            for (CopiedTable table : tables) {
                requireTargets(session, table, tables);
            }
            return rows;
        };
        long rows = target.kind().schema().filling(to, names, filling);
        for (CopiedTable table : tables) {
            if (table.numbered().isPresent()) {
                target.kind()
                        .schema()
                        .continueKeys(to, table.name(), table.numbered().get(), last.getOrDefault(table.name(), 0L));
            }
        }
        return rows;
    }

    /** Refuses rows whose foreign keys lead nowhere, which not every database does itself. */
    private void requireTargets(Session session, CopiedTable table, List<CopiedTable> tables) throws SQLException {
        Dialect dialect = target.kind().dialect();
        List<String> shown = table.shownKey();
        for (TableDescription.ForeignKey key : table.target().foreignKeys()) {
            List<String> columns = key.targetColumns().isEmpty() ? key(key.target(), tables) : key.targetColumns();
            String query = "SELECT "
                    + shown.stream()
                            .map(column -> "c." + dialect.quote(column) + ", ")
                            .collect(Collectors.joining())
                    + "1 FROM " + dialect.table(table.name()) + " c WHERE "
                    + key.columns().stream()
                            .map(column -> "c." + dialect.quote(column) + " IS NOT NULL AND ")
                            .collect(Collectors.joining())
                    + "NOT EXISTS (SELECT 1 FROM " + dialect.table(key.target()) + " p WHERE "
                    + IntStream.range(0, columns.size())
                            .mapToObj(i -> "p." + dialect.quote(columns.get(i)) + " = c."
                                    + dialect.quote(key.columns().get(i)))
                            .collect(Collectors.joining(" AND "))
                    + ") LIMIT 1";
            try (PreparedStatement statement = session.connection().prepareStatement(query);
                    ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    List<String> values = new ArrayList<>();
                    for (String column : shown) {
                        values.add(column + " " + row.getString(values.size() + 1));
                    }
                    throw new CopyFailedException("The table " + table.name() + ", a row"
                            + (values.isEmpty() ? "" : " (" + String.join(", ", values) + ")") + ": "
                            + String.join(", ", key.columns()) + " leads to a row of the table " + key.target()
                            + " that does not exist; correct it in the source.");
                }
            }
        }
    }

    private List<String> key(String table, List<CopiedTable> tables) {
        return tables.stream()
                .filter(other -> target.kind().catalogue().same(other.name(), table))
                .findFirst()
                .map(other -> other.target().key())
                .orElseThrow();
    }
}
