package dev.hexadmin.persistence.servers;

import dev.hexadmin.application.port.ServerRegistry;
import dev.hexadmin.persistence.caching.JdbcMissedChanges;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.jdbc.Database;
import java.time.Duration;
import java.util.UUID;

/** The table {@code admin_servers}. */
public final class JdbcServerRegistry implements ServerRegistry {
    private final Database database;
    private final SqlFragments sql;
    private final String id; // a parameter

    public JdbcServerRegistry(Database database) {
        this.database = database;
        this.sql = database.kind().sql();
        this.id = sql.uuid("?");
    }

    @Override
    public void beat(UUID server) {
        database.execute(execute -> execute.insert(
                "INSERT INTO admin_servers (id, started_at, heartbeat_at) VALUES (" + id + ", " + sql.now() + ", "
                        + sql.now()
                        + ")" + sql.orUpdate("id", "heartbeat_at"),
                server.toString()));
    }

    @Override
    public int expire(UUID server, Duration silence) {
        long removed = database.execute(execute -> database.kind().shared()
                // a row that another server has locked belongs to a running server, or is removed by the other server
                ? execute.delete(
                        sql.deleteSelected(
                                "admin_servers",
                                "id",
                                "SELECT id FROM admin_servers WHERE id <> " + id + " AND heartbeat_at < " + sql.ago("?")
                                        + sql.forUpdate() + sql.skipLocked()),
                        server.toString(),
                        silence.toSeconds())
                : execute.delete("DELETE FROM admin_servers WHERE id <> " + id, server.toString()));
        if (removed > 0) {
            JdbcMissedChanges.noteIn(database); // it may have stopped between a commit and its publication
        }
        return (int) removed;
    }

    @Override
    public void leave(UUID server) {
        database.execute(execute -> execute.delete("DELETE FROM admin_servers WHERE id = " + id, server.toString()));
    }
}
