package dev.hexadmin.cache.jedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyValueUrlTest {
    private static KeyValueUrl host(String name, int port, boolean tls, String user, String password, int database) {
        return new KeyValueUrl(new KeyValueUrl.Place.Host(name, port, tls), user, password, database);
    }

    @Test
    void hosts_with_and_without_account_port_and_database() {
        assertThat(KeyValueUrl.parse("redis://cache")).isEqualTo(host("cache", 6379, false, "", "", 0));
        assertThat(KeyValueUrl.parse("redis://redis_1:6380/")).isEqualTo(host("redis_1", 6380, false, "", "", 0));
        assertThat(KeyValueUrl.parse("rediss://:p%40s%2Fs+1@cache.example/3"))
                .isEqualTo(host("cache.example", 6379, true, "", "p@s/s+1", 3));
        assertThat(KeyValueUrl.parse("redis://ann:a:b@10.0.0.1:1?db=15"))
                .isEqualTo(host("10.0.0.1", 1, false, "ann", "a:b", 15));
        assertThat(KeyValueUrl.parse("valkey://cache:1/2")).isEqualTo(host("cache", 1, false, "", "", 2));
        assertThat(KeyValueUrl.parse("valkeys://cache")).isEqualTo(host("cache", 6379, true, "", "", 0));
        assertThat(KeyValueUrl.parse("redis://[::1]:7000/0")).isEqualTo(host("::1", 7000, false, "", "", 0));
    }

    @Test
    void sockets_of_the_file_system() {
        assertThat(KeyValueUrl.parse("unix:///run/redis.sock"))
                .isEqualTo(new KeyValueUrl(new KeyValueUrl.Place.File(Path.of("/run/redis.sock")), "", "", 0));
        assertThat(KeyValueUrl.parse("unix://ann:secret@/a%20b/s?db=2"))
                .isEqualTo(new KeyValueUrl(new KeyValueUrl.Place.File(Path.of("/a b/s")), "ann", "secret", 2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hunter2",
                "localhost:6379",
                "http://:hunter2@h",
                "redis:h",
                "redis://",
                "redis://:hunter2@",
                "redis://hunter2@h",
                "redis://hunter2:@h",
                "redis://:hunter2@h:0",
                "redis://:hunter2@h:65536",
                "redis://:hunter2@h:port",
                "redis://:hunter2@h/one",
                "redis://:hunter2@h/1/2",
                "redis://:hunter2@h/-1",
                "redis://:hunter2@h/1?db=1",
                "redis://:hunter2@h?db=",
                "redis://:hunter2@h?password=hunter2",
                "redis://:a#hunter2@h",
                "redis://:a hunter2@h",
                "redis://:a%hunter2@h",
                "unix://hunter2",
                "unix://h/hunter2",
                "unix:///hunter2?x=1",
                "unix:///hunter2%00"
            })
    void what_is_no_address_of_a_server_is_refused_without_repeating_it(String text) {
        assertThatThrownBy(() -> KeyValueUrl.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2"));
    }

    @Test
    void its_text_holds_no_secret() {
        assertThat(KeyValueUrl.parse("rediss://ann:hunter2@h/3")).hasToString("rediss://h:6379/3");
        assertThat(KeyValueUrl.parse("redis://:hunter2@[::1]")).hasToString("redis://[::1]:6379");
        assertThat(KeyValueUrl.parse("unix://:hunter2@/s?db=1")).hasToString("unix:///s?db=1");
    }
}
