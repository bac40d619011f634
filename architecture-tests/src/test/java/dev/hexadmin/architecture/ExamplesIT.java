package dev.hexadmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import no.nav.security.mock.oauth2.http.NettyWrapper;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import no.nav.security.mock.oauth2.token.OAuth2TokenProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples that are projects of their own, built and tried with the commands that their READMEs show. */
class ExamplesIT {
    private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    @Test
    void the_lending_desk_has_custom_routes_next_to_the_panel_and_the_api() throws Exception {
        String said = tried("embedded");
        assertThat(said)
                .contains("Monday to Friday")
                .contains("\"title\":\"Middlemarch\"")
                .contains("\"due_on\":\"2026-12-04\"")
                .contains("\"code\":\"on_loan\"")
                .contains("\"code\":\"loan_days\"")
                .contains("\"unread\":1")
                .contains("Please bring the book back by 2026-12-04.")
                .contains("{\"message\":\"Back on the shelf: 1\",\"records\":1}")
                .contains("{\"returned_on\":\"2026-12-07\",\"days_late\":3}")
                .contains("\"code\":\"loan_ended\"");
    }

    @Test
    void the_clinic_keeps_its_rule_on_both_databases_tells_patients_and_signs_its_staff_in() throws Exception {
        String said;
        MockOAuth2Server provider = new MockOAuth2Server(
                new OAuth2Config(false, null, null, false, new OAuth2TokenProvider(), Set.of(), new NettyWrapper()));
        provider.start(InetAddress.getLoopbackAddress(), 0);
        try {
            Path copy = copied("clinic");
            String settings = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                    .matcher(Files.readString(copy.resolve("README.md")))
                    .results()
                    .findFirst()
                    .orElseThrow()
                    .group(1);
            String issuer = provider.issuerUrl("clinic").toString();
            Files.writeString(
                    copy.resolve("hexadmin.yaml"),
                    settings.replaceFirst("issuer: .*", "issuer: " + issuer + "\n    allow_http: true"));
            said = tried("clinic", Map.of("ID_TOKEN", idToken(provider)));
        } finally {
            provider.shutdown();
        }
        assertThat(said)
                .contains("\"access_token\":")
                .contains("\"code\":\"overlap\"")
                .contains("Dr. Adams has another appointment at this time.")
                .contains("{\"message\":\"1 cancelled.\",\"records\":1}")
                .contains("\"starts_at\":\"2026-12-01T09:15:00Z\"");
        assertPassed();
        Map<String, String> environment = new HashMap<>(Published.environment());
        try (EmbeddedPostgres postgresql = EmbeddedPostgres.start()) {
            environment.put(
                    "CLINIC_TEST_DATABASE",
                    "postgresql://postgres:postgres@127.0.0.1:" + postgresql.getPort() + "/postgres");
            run(folder.resolve("clinic"), environment, "mvn -B -q test");
        }
        assertPassed();
    }

    private static String idToken(MockOAuth2Server provider) {
        return provider.issueToken(
                        "clinic",
                        "clinic",
                        new DefaultOAuth2TokenCallback(
                                "clinic",
                                "u-7",
                                "JWT",
                                List.of("clinic"),
                                Map.of("email", "eva@example.com", "email_verified", true),
                                300))
                .serialize();
    }

    private void assertPassed() throws IOException {
        Path report = folder.resolve("clinic/target/surefire-reports/com.example.clinic.ClinicTest.txt");
        assertThat(Files.readString(report)).contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");
        Files.delete(report);
    }

    @Test
    void messages_work_without_a_panel() throws Exception {
        String said = tried("notifications-only");
        assertThat(said)
                .contains("\"title\":\"Thank you\"")
                .contains("\"channel\":\"email\",\"enabled\":false")
                .contains("event: notification")
                .contains("\"count\":0")
                .contains("\"code\":\"invalid_token\"");
    }

    @Test
    void a_provider_is_built_against_what_is_published_and_sends_for_a_server() throws Exception {
        Path copy = copied("sms-provider");
        String place = folder.resolve("try").toString();
        run(
                copy,
                Published.environment(),
                "set -eu\n" + commands(copy, "mvn package|mkdir").replace("/tmp/try", place));
        assertThat(Files.readString(copy.resolve("target/surefire-reports/com.example.sms.FileSmsProviderTest.txt")))
                .contains("Failures: 0, Errors: 0, Skipped: 0");

        String launcher = Launched.repository().resolve("hexadmin").toString();
        String start = commands(copy, "hexadmin serve")
                .replace("/tmp/try", place)
                .replace("\"$OLDPWD\"/../../hexadmin", "exec '" + launcher + "'");
        String said = served(
                copy, "HEXADMIN_SERVER_PORT", start, commands(copy, "curl").replace("/tmp/try", place), Map.of());
        assertThat(said)
                .contains("\"provider\":\"file\",\"status\":\"sent\"")
                .contains("\"to\":\"+15017122661\"")
                .contains("Your parcel is here");
    }

    @Test
    void the_nursery_brands_the_panel_and_adds_a_page_a_card_a_tab_and_stars() throws Exception {
        Path copy = copied("branding");
        String place = folder.resolve("nursery").toString();
        run(
                copy,
                Published.environment(),
                "set -eu\n" + commands(copy, "mvn package|mkdir").replace("/tmp/try", place));
        assertThat(Files.readString(copy.resolve("target/surefire-reports/com.example.branding.NurseryTest.txt")))
                .contains("Tests run: 4, Failures: 0, Errors: 0, Skipped: 0");

        String launcher = Launched.repository().resolve("hexadmin").toString();
        String start = commands(copy, "hexadmin serve")
                .replace("/tmp/try", place)
                .replace("\"$OLDPWD\"/../../hexadmin", "exec '" + launcher + "'");
        String said = served(copy, "HEXADMIN_SERVER_PORT", start, commands(copy, "curl"), Map.of());
        assertThat(said)
                .contains("<title>Dashboard · Fir &amp; Fern</title>", "Best rated", "brand.css", "stars.css")
                .contains("Save the count")
                .contains("How to keep Hart’s-tongue fern")
                .contains("aria-label=\"5 of 5 stars\"");
    }

    @Test
    void the_projects_in_the_guides_are_built_and_tested_with_their_poms() throws Exception {
        run(project("embedding"), Published.environment(), "mvn -B -q compile");
        assertThat(folder.resolve("embedding/target/classes/com/example/library/Main.class"))
                .exists();
        run(project("testing"), Published.environment(), "mvn -B -q test");
        assertThat(Files.readString(folder.resolve("testing/target/surefire-reports/LibraryTest.txt")))
                .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
    }

    /** The pom and the Java files that a guide shows, as a project. */
    private Path project(String guide) throws IOException {
        String text = Files.readString(Launched.repository().resolve("docs/guides/" + guide + ".md"));
        Path project = Files.createDirectory(folder.resolve(guide));
        MatchResult pom = Pattern.compile("```xml\n(<project .*?)```", Pattern.DOTALL)
                .matcher(text)
                .results()
                .findFirst()
                .orElseThrow();
        Files.writeString(project.resolve("pom.xml"), pom.group(1));
        for (MatchResult block : Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(text)
                .results()
                .toList()) {
            String source = block.group(1);
            String name = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)")
                    .matcher(source)
                    .results()
                    .findFirst()
                    .orElseThrow()
                    .group(1);
            String place = Pattern.compile("(?m)^package ([\\w.]+);")
                    .matcher(source)
                    .results()
                    .map(named -> named.group(1).replace('.', '/'))
                    .findFirst()
                    .orElse("");
            boolean test = source.contains("import dev.hexadmin.testkit.");
            Path file = project.resolve(test ? "src/test/java" : "src/main/java")
                    .resolve(place)
                    .resolve(name + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, source);
        }
        return project;
    }

    /** Builds and starts an example and gives what the rest of its README printed. */
    private String tried(String example) throws Exception {
        return tried(example, Map.of());
    }

    /** @param variables further ones of the commands of clients */
    private String tried(String example, Map<String, String> variables) throws Exception {
        Path copy = copied(example);
        run(copy, Published.environment(), "set -eu\n" + commands(copy, "mvn package"));
        String start = commands(copy, "java --").replaceFirst("java --", "exec java --");
        return served(copy, "PORT", start, commands(copy, "curl|post "), variables);
    }

    /** What the commands of clients print while a program is there on another port than 8080. */
    private String served(Path copy, String portVariable, String start, String commands, Map<String, String> variables)
            throws Exception {
        assumeThat(run(folder, Map.of(), "command -v curl || true")).as("curl").isNotEmpty();
        int port = freePort();
        Map<String, String> environment = new HashMap<>(Published.environment());
        environment.put(portVariable, String.valueOf(port));
        environment.putAll(variables);
        try (Launched program = Launched.run(copy, environment, List.of("sh", "-c", start))) {
            program.url();
            String said = run(copy, environment, "set -eu\n" + commands.replace(":8080", ":" + port));
            program.stop();
            assertThat(program.errors()).doesNotContain("SEVERE");
            return said;
        }
    }

    private Path copied(String example) throws IOException {
        Path copy = folder.resolve(example);
        Published.copy(Launched.repository().resolve("examples").resolve(example), copy);
        return copy;
    }

    /** The blocks of commands in which this is, but for those that install Hexadmin itself. */
    private static String commands(Path example, String containing) throws IOException {
        String found = COMMANDS.matcher(Files.readString(example.resolve("README.md")))
                .results()
                .map((MatchResult block) -> block.group(1))
                .filter(block -> Pattern.compile(containing).matcher(block).find() && !block.contains("install"))
                .reduce("", String::concat);
        assertThat(found).as(containing).isNotEmpty();
        return found;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String run(Path folder, Map<String, String> environment, String script) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said;
        try (InputStream out = process.getInputStream()) {
            said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
