package dev.hexadmin.persistence.caching;

import dev.hexadmin.application.caching.port.MissedChanges;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;

/** A counter in the one row of {@code admin_installation}. */
public final class JdbcMissedChanges implements MissedChanges {
    private final Database database;

    public JdbcMissedChanges(Database database) {
        this.database = database;
    }

    @Override
    public long noted() {
        return database.query(execute -> Columns.whole(
                execute.get("SELECT cache_drops FROM admin_installation").orElseThrow(), "cache_drops"));
    }

    @Override
    public boolean note() {
        return !database.running() && database.write(scope -> noteIn(database)) == 1;
    }

    /** Records it in the running unit of work. */
    public static long noteIn(Database database) {
        return database.execute(
                execute -> execute.update("UPDATE admin_installation SET cache_drops = cache_drops + 1"));
    }
}
