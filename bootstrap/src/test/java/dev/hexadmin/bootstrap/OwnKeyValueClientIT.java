package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.cache.spi.KeyValueClient;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import dev.hexadmin.testing.keyvalue.TestProxy;
import dev.hexadmin.testing.keyvalue.TestRedis;
import dev.hexadmin.testing.waiting.Waiting;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole servers with a way to the key-value server that an embedding program brings. */
class OwnKeyValueClientIT {
    @TempDir
    Path folder;

    @Test
    void servers_hear_of_each_other_through_the_programs_own_way() {
        DatabaseSettings database = TestDatabases.postgresql();
        try (TestRedis redis = TestRedis.start("--requirepass", "secret");
                TestProxy tunnel = TestProxy.to(redis.port())) {
            KeyValueClient client = () -> KeyValueClient.Connection.to(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), tunnel.port()))
                    .account("", "secret");
            try (RunningServer one = RunningServer.start(database, b -> b.keyValueClient(client));
                    RunningServer other = RunningServer.start(database, b -> b.keyValueClient(client))) {
                assertThat(one.exchange("GET", "/observe/health/ready", "", "").statusCode())
                        .isEqualTo(200);
                Waiting.until(() -> redis.tellAs("secret", "PUBSUB CHANNELS *").matches("\\*[1-9].*"));
                String token = one.token(); // limits of signing in are counted there
                assertThat(redis.tellAs("secret", "INFO keyspace")).contains("db0:keys=");
                assertThat(other.send("GET", "/admin/api/admin_users/", token, "")
                                .statusCode())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void a_url_in_addition_to_it_is_rejected() {
        assertThatThrownBy(() -> Hexadmin.builder()
                        .folder(folder)
                        .setting("kvstore_url", "redis://127.0.0.1:1")
                        .keyValueClient(() -> {
                            throw new java.io.IOException("never asked");
                        })
                        .build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("kvstore_url: the program provides a key-value client, too");
    }
}
