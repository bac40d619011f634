package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.database.MonthlyPartitions;
import dev.hexadmin.persistence.database.MonthlyTable;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The tables in partitions of a database; each operation is a unit of work of its own. Thread-safe. */
public final class MonthlyTables {
    private final Database database;
    private final Optional<MonthlyPartitions> partitions;

    public MonthlyTables(Database database) {
        this.database = database;
        this.partitions = database.kind().partitions();
    }

    /** Whether the database has partitions. */
    public boolean exist() {
        return partitions.isPresent();
    }

    /** Prepares all tables for the present month and the next ones. */
    public void advance(Instant now) {
        if (partitions.isEmpty()) {
            return;
        }
        @Nullable RuntimeException failure = null;
        for (MonthlyTable table : MonthlyTable.values()) {
            try {
                database.write(scope -> database.change(session -> {
                    partitions.get().advance(session, table, MonthlyPartitions.monthOf(now));
                    return table;
                }));
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** See {@link MonthlyPartitions#endOfPast}; empty without partitions. */
    public OptionalLong endOfPast(MonthlyTable table, Instant before) {
        return partitions.isEmpty()
                ? OptionalLong.empty()
                : database.read(session -> partitions.get().endOfPast(session, table, before));
    }

    /** See {@link MonthlyPartitions#drop}. */
    public void drop(MonthlyTable table, Instant before) {
        partitions.ifPresent(all -> database.write(scope -> database.change(session -> {
            all.drop(session, table, before);
            return table;
        })));
    }
}
