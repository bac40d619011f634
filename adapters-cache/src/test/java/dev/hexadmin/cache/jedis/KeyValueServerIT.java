package dev.hexadmin.cache.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.testing.keyvalue.TestRedis;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol;

class KeyValueServerIT {
    private static final Script ECHO = Script.of("return {KEYS[1], ARGV[1]}");

    private static void talks(String url) {
        try (KeyValueServer server = KeyValueServer.open(KeyValueUrl.parse(url), "test")) {
            assertThat(server.reachable()).isTrue();
            assertThat(server.ask(link -> Objects.requireNonNull(link.run(ECHO, 1, Link.bytes("k"), Link.bytes("v")))))
                    .isPresent();
            assertThat(server.ask(Link::run))
                    .hasValueSatisfying(run -> assertThat(run)
                            .hasValueSatisfying(id -> assertThat(id).hasSize(40)));
            assertThat(server.ask(link -> Link.text((byte[])
                            Objects.requireNonNull(link.call(Protocol.Command.CLIENT, Link.bytes("GETNAME"))))))
                    .contains("hexadmin");
        }
    }

    @Test
    void it_talks_to_a_server_without_a_password() {
        try (TestRedis redis = TestRedis.start()) {
            talks(redis.url());
        }
    }

    @Test
    void it_signs_in_and_takes_the_database_it_is_told(@TempDir Path folder) {
        Path socket = folder.resolve("s");
        try (TestRedis redis = TestRedis.start(
                "--requirepass",
                "p@ss",
                "--user",
                "ann",
                "on",
                ">s+cret",
                "~*",
                "&*",
                "+@all",
                "--unixsocket",
                socket.toString())) {
            talks("redis://:p%40ss@127.0.0.1:" + redis.port());
            talks("redis://ann:s+cret@127.0.0.1:" + redis.port() + "/3");
            talks("unix://ann:s+cret@" + socket + "?db=3");
        }
    }
}
