package dev.hexadmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example for Spring Boot, built from what is published in the versions that Boot manages, and used. */
class SpringBootIT {
    private static final String PASSWORD = "walnut kettle riverbank";
    private static final String BOOT_4 = "target/warehouse.jar";
    private static final String BOOT_3 = "target/boot3/warehouse.jar";

    /** Both poms in one run of Maven. */
    private static final String BOTH = """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>com.example</groupId>
          <artifactId>both</artifactId>
          <version>1</version>
          <packaging>pom</packaging>
          <modules><module>pom.xml</module><module>pom-boot3.xml</module></modules>
        </project>
        """;

    @TempDir
    static Path folder;

    private static EmbeddedPostgres postgresql;

    @BeforeAll
    static void build() throws Exception {
        Published.copy(Launched.repository().resolve("examples/spring-boot"), folder);
        Path both = Files.writeString(folder.resolve("both.xml"), BOTH);
        ProcessBuilder maven = new ProcessBuilder("mvn", "-B", "-q", "-f", both.toString(), "package")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        maven.environment().putAll(Published.environment());
        Process process = maven.start();
        String said;
        try (InputStream out = process.getInputStream()) {
            said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (process.waitFor() != 0) {
            assumeThat(said)
                    .as("artifacts of Spring Boot")
                    .doesNotContain("org.springframework.boot:spring-boot-starter-parent")
                    .doesNotContain("Could not transfer artifact")
                    .doesNotContain("Could not find artifact org.springframework");
        }
        assertThat(process.exitValue()).as(said).isZero();
        postgresql = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        if (postgresql != null) {
            postgresql.close();
        }
    }

    /** A running program of Boot with its own port and Hexadmin's. */
    private static final class Program implements AutoCloseable {
        private final String database;
        private final int port = freePort();
        private final int adminPort = freePort();
        private final Path log;
        private final Process process;
        private final HttpClient http = HttpClient.newHttpClient();

        Program(String jar) throws Exception {
            database = jar.replaceAll("[^a-z0-9]", "_");
            sql("postgres", "CREATE DATABASE " + database);
            log = folder.resolve(database + ".log");
            Map<String, String> environment = new HashMap<>(Published.environment());
            environment.put(
                    "SPRING_DATASOURCE_URL", "jdbc:postgresql://127.0.0.1:" + postgresql.getPort() + "/" + database);
            environment.put("SPRING_DATASOURCE_USERNAME", "postgres");
            environment.put("WAREHOUSE_DATABASE_PASSWORD", "postgres");
            environment.put("WAREHOUSE_FIRST_PASSWORD", PASSWORD);
            environment.put("HEXADMIN_SECRET_KEY", "a secret of more than thirty-two characters");
            environment.put("PORT", String.valueOf(port));
            environment.put("ADMIN_PORT", String.valueOf(adminPort));
            ProcessBuilder builder = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "--enable-native-access=ALL-UNNAMED",
                            "-jar",
                            folder.resolve(jar).toString())
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().putAll(environment);
            process = builder.start();
        }

        void awaitStart() throws Exception {
            while (!log().contains("Started WarehouseApplication")) {
                assertThat(process.isAlive()).as(log()).isTrue();
                process.waitFor(100, TimeUnit.MILLISECONDS);
            }
        }

        String log() throws IOException {
            return Files.readString(log);
        }

        HttpResponse<String> admin(String method, String path, String token, String body) throws Exception {
            return send(method, "http://127.0.0.1:" + adminPort + path, token.isEmpty() ? "" : "Bearer " + token, body);
        }

        HttpResponse<String> boot(String user, String path, String body) throws Exception {
            String credentials =
                    Base64.getEncoder().encodeToString((user + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
            return send("POST", "http://127.0.0.1:" + port + path, "Basic " + credentials, body);
        }

        private HttpResponse<String> send(String method, String url, String authorization, String body)
                throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                    .timeout(Duration.ofMinutes(1))
                    .header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(body));
            if (!authorization.isEmpty()) {
                request.header("Authorization", authorization);
            }
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }

        String token(String email) throws Exception {
            String said = admin(
                            "POST",
                            "/api/auth/token",
                            "",
                            "{\"email\":\"" + email + "\",\"password\":\"" + PASSWORD + "\"}")
                    .body();
            Matcher token = Pattern.compile("\"access_token\":\"([^\"]+)\"").matcher(said);
            assertThat(token.find()).as(said).isTrue();
            return token.group(1);
        }

        List<String> sql(String statement) throws SQLException {
            return sql(database, statement);
        }

        private static List<String> sql(String database, String statement) throws SQLException {
            List<String> cells = new ArrayList<>();
            try (Connection connection =
                            postgresql.getDatabase("postgres", database).getConnection();
                    Statement run = connection.createStatement()) {
                if (run.execute(statement)) {
                    ResultSet rows = run.getResultSet();
                    while (rows.next()) {
                        cells.add(rows.getString(1));
                    }
                }
            }
            return cells;
        }

        @Override
        public void close() {
            process.destroyForcibly();
            http.close();
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {BOOT_4, BOOT_3})
    void a_program_has_its_own_versions_and_shares_its_database_transactions_and_users(String jar) throws Exception {
        assertThat(libraries(jar))
                .as("the program's own Flyway and no other")
                .doesNotContain("flyway-core-13.12.0.jar")
                .filteredOn(library -> library.startsWith("flyway-core-"))
                .hasSize(1);
        assertThat(libraries(jar)).noneMatch(library -> library.startsWith("slf4j-jdk14"));
        try (Program program = new Program(jar)) {
            program.awaitStart();
            ownMigrationsRan(program);
            usersSignIn(program);
            recordsChange(program);
            transactionsAreShared(program);
            program.process.destroy();
            assertThat(program.process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(program.log())
                    .doesNotContain("ERROR")
                    .doesNotContain(" WARN ")
                    .doesNotContain("Exception")
                    .contains("Shutdown completed");
        }
    }

    private static List<String> libraries(String jar) throws IOException {
        try (JarFile file = new JarFile(folder.resolve(jar).toFile())) {
            return file.stream()
                    .map(entry -> entry.getName().substring(entry.getName().lastIndexOf('/') + 1))
                    .filter(name -> name.endsWith(".jar"))
                    .toList();
        }
    }

    private static void ownMigrationsRan(Program program) throws SQLException {
        assertThat(program.sql("SELECT script FROM flyway_schema_history WHERE success"))
                .containsExactly("V1__warehouse.sql");
        assertThat(program.sql("SELECT script FROM admin_schema_history WHERE success"))
                .contains("V1__identity.sql");
        assertThat(program.sql("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
                        + " AND table_name NOT LIKE 'admin\\_%'"))
                .containsExactlyInAnyOrder(
                        "authorities", "flyway_schema_history", "orders", "parts", "users", "withdrawals");
    }

    private static void usersSignIn(Program program) throws Exception {
        assertThat(program.admin(
                                "POST",
                                "/api/auth/token",
                                "",
                                "{\"email\":\"ada@example.com\",\"password\":\"something else\"}")
                        .statusCode())
                .isEqualTo(401);
        String clerk = program.token("eva@example.com");
        assertThat(program.admin("GET", "/admin/api/parts/", clerk, "").body()).contains("\"Bolt\"");
        assertThat(program.admin("POST", "/admin/api/parts/", clerk, "{\"name\":\"Rivet\",\"stock\":1}")
                        .statusCode())
                .isEqualTo(403);
        assertThat(program.admin("GET", "/admin/login", "", "").body()).contains("csrf_token");
    }

    private static void recordsChange(Program program) throws Exception {
        String token = program.token("ada@example.com");
        assertThat(program.admin("POST", "/admin/api/parts/", token, "{\"name\":\"Washer\",\"stock\":7}")
                        .body())
                .contains("\"id\":3");
        assertThat(program.admin("PATCH", "/admin/api/parts/3", token, "{\"stock\":8}")
                        .body())
                .contains("\"stock\":8");
        assertThat(program.admin("DELETE", "/admin/api/parts/3", token, "").statusCode())
                .isEqualTo(204);
        assertThat(program.admin(
                                "POST",
                                "/admin/api/withdrawals/",
                                token,
                                "{\"part_id\":1,\"amount\":10,\"purpose\":\"test\"}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(program.admin(
                                "POST",
                                "/admin/api/withdrawals/",
                                token,
                                "{\"part_id\":2,\"amount\":10,\"purpose\":\"test\"}")
                        .body())
                .contains("\"code\":\"stock\"");
        assertThat(program.sql("SELECT stock FROM parts ORDER BY id")).containsExactly("90", "5");
    }

    private static void transactionsAreShared(Program program) throws Exception {
        HttpResponse<String> rejected =
                program.boot("eva@example.com", "/orders", "{\"purpose\":\"repair\",\"amounts\":{\"1\":20,\"2\":50}}");
        assertThat(rejected.statusCode()).as(rejected.body()).isEqualTo(409);
        assertThat(rejected.body()).contains("There are not that many in stock.");
        String facts = "SELECT (SELECT count(*) FROM orders) || ' ' || (SELECT count(*) FROM withdrawals) || ' ' ||"
                + " (SELECT count(*) FROM admin_notifications) || ' ' || (SELECT stock FROM parts WHERE id = 1) || ' ' ||"
                + " (SELECT count(*) FROM admin_audit_log WHERE actor LIKE '%repair%')";
        assertThat(program.sql(facts)).containsExactly("0 1 0 90 0");
        HttpResponse<String> placed =
                program.boot("eva@example.com", "/orders", "{\"purpose\":\"repair\",\"amounts\":{\"1\":20,\"2\":2}}");
        assertThat(placed.statusCode()).as(placed.body()).isEqualTo(201);
        assertThat(program.sql(facts)).containsExactly("1 3 1 70 2");
    }
}
