package dev.hexadmin.persistence.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import java.sql.DriverManager;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionPoolsTest {
    /** With 0 seconds, HikariCP would log at each end that it has not waited for the thread that opens connections. */
    @Test
    void a_pool_that_is_closed_waits_for_the_thread_that_opens_connections() {
        OpenedConnections source = new OpenedConnections(() -> DriverManager.getConnection("jdbc:sqlite::memory:"));
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(2);
        ConnectionPools.open(config, Duration.ofSeconds(1)).close();
        assertThat(source.getLoginTimeout()).isPositive();
    }
}
