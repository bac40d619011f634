package dev.hexadmin.cache.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.cache.spi.KeyValueClient;
import dev.hexadmin.testing.keyvalue.TestProxy;
import dev.hexadmin.testing.keyvalue.TestRedis;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol;

class KeyValueServerIT {
    /** Replies of a busy machine are late. */
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private static final Script ECHO = Script.of("return {KEYS[1], ARGV[1]}");

    private static void talks(String url) {
        talks(KeyValueServer.open(KeyValueUrl.parse(url), "test", PATIENT));
    }

    private static void talks(KeyValueServer opened) {
        try (KeyValueServer server = opened) {
            assertThat(server.reachable()).isTrue();
            assertThat(server.ask(link -> Objects.requireNonNull(
                            link.run(ECHO, 1, RedisConnection.bytes("k"), RedisConnection.bytes("v")))))
                    .isPresent();
            assertThat(server.ask(RedisConnection::run))
                    .hasValueSatisfying(run -> assertThat(run)
                            .hasValueSatisfying(id -> assertThat(id).hasSize(40)));
            assertThat(server.ask(link -> RedisConnection.text((byte[]) Objects.requireNonNull(
                            link.call(Protocol.Command.CLIENT, RedisConnection.bytes("GETNAME"))))))
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
    void it_signs_in_and_selects_the_database_of_the_url(@TempDir Path folder) {
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

    @Test
    void it_accepts_a_certificate_that_the_jvm_trusts_and_that_names_the_host(@TempDir Path folder) throws Exception {
        SSLContext own = selfSigned(folder);
        SSLContext before = SSLContext.getDefault();
        try (TestRedis redis = TestRedis.start("--requirepass", "secret");
                TestProxy proxy = TestProxy.to(redis.port(), own.getServerSocketFactory());
                LogLines log = new LogLines(KeyValueServer.class)) {
            refuses("rediss://:secret@localhost:" + proxy.port()); // signed by no known authority
            SSLContext.setDefault(own);
            talks("rediss://:secret@localhost:" + proxy.port() + "/2");
            talks(own(proxy.port(), "localhost"));
            refuses("rediss://:secret@127.0.0.1:" + proxy.port()); // not the host of the certificate
            refuses(own(proxy.port(), "127.0.0.1"));
            refuses("redis://:secret@localhost:" + proxy.port());
            assertThat(log.all())
                    .hasSize(6)
                    .allMatch(line -> line.contains(" is unavailable: ") || line.contains(" answers"))
                    .noneMatch(line -> line.contains("secret"));
        } finally {
            SSLContext.setDefault(before);
        }
    }

    /** With a connection that a program makes. */
    private static KeyValueServer own(int port, String host) {
        return KeyValueServer.open(
                () -> KeyValueClient.Connection.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                        .account("", "secret")
                        .encrypted(host),
                "test",
                PATIENT);
    }

    private static void refuses(String url) {
        refuses(KeyValueServer.open(KeyValueUrl.parse(url), "test", PATIENT));
    }

    private static void refuses(KeyValueServer opened) {
        try (KeyValueServer server = opened) {
            assertThat(server.reachable()).isFalse();
            assertThat(server.ask(RedisConnection::run)).isEmpty();
        }
    }

    /** A self-signed certificate for {@code localhost}. */
    private static SSLContext selfSigned(Path folder) throws Exception {
        Path file = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "k",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        file.toString())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance(file.toFile(), "changeit".toCharArray());
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, "changeit".toCharArray());
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, null);
        certificates.setCertificateEntry("k", keys.getCertificate("k"));
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(certificates);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }

    @Test
    void an_account_that_may_not_read_the_run_id_can_do_the_rest() {
        try (TestRedis redis =
                        TestRedis.start("--user", "ann", "on", ">s", "~hexadmin:*", "+eval", "+evalsha", "+ping");
                LogLines log = new LogLines(KeyValueServer.class);
                KeyValueServer server = KeyValueServer.open(
                        KeyValueUrl.parse("redis://ann:s@127.0.0.1:" + redis.port()), "test", PATIENT)) {
            assertThat(server.ask(link -> Objects.requireNonNull(
                            link.run(ECHO, 1, RedisConnection.bytes(server.key("k")), RedisConnection.bytes("v")))))
                    .isPresent();
            assertThat(server.ask(RedisConnection::run)).contains(Optional.empty());
            assertThat(log.all()).hasSize(2);
            assertThat(log.all().get(1)).contains("run id");
        }
    }
}
