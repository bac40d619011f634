package dev.hexadmin.persistence.servers;

import dev.hexadmin.application.port.ServerRegistry;
import dev.hexadmin.persistence.jdbc.Database;
import java.time.Duration;
import java.util.UUID;

/** The table {@code admin_servers}. */
public final class JdbcServerRegistry implements ServerRegistry {
    private final Database database;
    private final String now;
    private final String id; // a parameter

    public JdbcServerRegistry(Database database) {
        this.database = database;
        this.now = database.sqlite() ? "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')" : "clock_timestamp()";
        this.id = database.sqlite() ? "?" : "CAST(? AS uuid)";
    }

    @Override
    public void beat(UUID server) {
        database.execute(execute -> execute.insert(
                "INSERT INTO admin_servers (id, started_at, heartbeat_at) VALUES (" + id + ", " + now + ", " + now
                        + ") ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at",
                server.toString()));
    }

    @Override
    public int expire(UUID server, Duration silence) {
        return (int) (long) database.execute(execute -> database.sqlite()
                ? execute.delete("DELETE FROM admin_servers WHERE id <> ?", server.toString())
                // what another server locks is alive, or is removed by that one
                : execute.delete(
                        "DELETE FROM admin_servers WHERE id IN (SELECT id FROM admin_servers WHERE id <> " + id
                                + " AND heartbeat_at < clock_timestamp() - ? * interval '1 second'"
                                + " FOR UPDATE SKIP LOCKED)",
                        server.toString(),
                        silence.toSeconds()));
    }

    @Override
    public void leave(UUID server) {
        database.execute(execute -> execute.delete("DELETE FROM admin_servers WHERE id = " + id, server.toString()));
    }
}
