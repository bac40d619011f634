package dev.hexadmin.testing;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.util.List;

/** A server of MariaDB with a binary log, and one that follows it. They run until the process ends. */
public final class ReplicatedMysql {
    private final DatabaseSettings.Server primary =
            database(MysqlServer.start("--log-bin=log", "--server-id=1").ownPort());
    private final DatabaseSettings.Server replica =
            database(MysqlServer.start("--log-bin=log", "--server-id=2").ownPort());

    /** Both have an empty database afterwards. */
    public ReplicatedMysql() {
        TestDatabases.execute(
                in("mysql", replica),
                List.of(
                        "SET GLOBAL gtid_slave_pos = ''",
                        "CHANGE MASTER TO master_host = '127.0.0.1', master_port = " + primary.port()
                                + ", master_user = 'root', master_use_gtid = slave_pos",
                        "START SLAVE"));
        TestDatabases.execute(in("mysql", primary), List.of("CREATE DATABASE replicated CHARACTER SET utf8mb4"));
        while (TestDatabases.texts(in("mysql", replica), "SHOW DATABASES LIKE 'replicated'")
                .isEmpty()) {
            Thread.onSpinWait();
        }
    }

    private static DatabaseSettings.Server database(int port) {
        return new DatabaseSettings.Server("MySQL", "127.0.0.1", port, "replicated", "root", "", "", 4);
    }

    private static DatabaseSettings.Server in(String database, DatabaseSettings.Server server) {
        return new DatabaseSettings.Server("MySQL", "127.0.0.1", server.port(), database, "root", "", "", 4);
    }

    public DatabaseSettings.Server primary() {
        return primary;
    }

    public DatabaseSettings.Server replica() {
        return replica;
    }

    /** From now on the replica does not change. */
    public void pause() {
        TestDatabases.execute(replica, List.of("STOP SLAVE SQL_THREAD"));
    }

    public void resume() {
        TestDatabases.execute(replica, List.of("START SLAVE SQL_THREAD"));
    }
}
