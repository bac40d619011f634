package dev.hexadmin.architecture;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hexadmin.testing.waiting.Waiting;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a newcomer does, with the real launcher, the real module path and real signals. */
class LauncherIT {
    private static final Map<String, String> ADMIN =
            Map.of("HEXADMIN_ADMIN_EMAIL", "root@example.com", "HEXADMIN_ADMIN_PASSWORD", "walnut-Kettle-39-riverbank");
    private static final Pattern COMMAND = Pattern.compile("```sh ([0-9]{3})\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String token(String url) throws IOException, InterruptedException {
        String body = send(HttpRequest.newBuilder(URI.create(url + "/api/auth/token"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"email\":\"" + ADMIN.get("HEXADMIN_ADMIN_EMAIL")
                                + "\",\"password\":\"" + ADMIN.get("HEXADMIN_ADMIN_PASSWORD") + "\"}")))
                .body();
        return member(body, "access_token");
    }

    private static String member(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
        assertThat(matcher.find()).as(json).isTrue();
        return matcher.group(1);
    }

    private HttpResponse<String> get(String url, String token) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + token));
    }

    @Test
    void the_commands_of_the_api_guide_do_what_it_says_and_a_signal_ends_the_server_well() throws Exception {
        try (Launched server = Launched.start(folder, ADMIN, "serve", "--demo", "--port", "0")) {
            Map<String, String> environment = new HashMap<>();
            environment.put("HEXADMIN", server.url());
            environment.put("EMAIL", ADMIN.get("HEXADMIN_ADMIN_EMAIL"));
            environment.put("PASSWORD", ADMIN.get("HEXADMIN_ADMIN_PASSWORD"));
            Matcher commands =
                    COMMAND.matcher(Files.readString(Launched.repository().resolve("docs/api.md")));
            int run = 0;
            while (commands.find()) {
                String body = run(commands.group(2), commands.group(1), environment);
                if (body.contains("\"access_token\"")) {
                    environment.put("TOKEN", member(body, "access_token"));
                    environment.put("REFRESH", member(body, "refresh_token"));
                }
                run++;
            }
            assertThat(run).isGreaterThan(20);
            assertThat(server.stop()).isZero();
        }
    }

    /** Runs a command of the guide; prints the status of its response on a separate line. */
    private String run(String command, String status, Map<String, String> environment) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        "bash", "-c", "curl() { command curl -sS -w '\\n%{http_code}' \"$@\"; }\n" + command)
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(command + output).isZero();
        assertThat(output).as(command).endsWith("\n" + status);
        return output;
    }

    @Test
    void a_database_of_ones_own_is_served_without_writing_a_line() throws Exception {
        Path original = Launched.repository().resolveSibling("shared").resolve("data/chinook.sqlite");
        assumeTrue(Files.isReadable(original), "there is no ../shared/data/chinook.sqlite beside the repository");
        Path copy = folder.resolve("a copy.sqlite");
        Files.write(copy, Files.readAllBytes(original));
        Map<String, String> environment = new HashMap<>(ADMIN);
        environment.put("DATABASE_URL", "sqlite:" + copy);
        environment.put("HEXADMIN_INTROSPECT", "true");
        try (Launched server = Launched.start(folder, environment, "serve", "--port", "0")) {
            String token = token(server.url());
            for (String model : List.of(
                    "album",
                    "artist",
                    "customer",
                    "employee",
                    "genre",
                    "invoice",
                    "invoice_line",
                    "media_type",
                    "playlist",
                    "playlist_track",
                    "track")) {
                assertThat(get(server.url() + "/admin/api/" + model + "/", token)
                                .statusCode())
                        .as(model)
                        .isEqualTo(200);
            }
            assertThat(get(server.url() + "/admin/api/search?q=Iron%20Maiden", token)
                            .body())
                    .contains("Iron Maiden");
            assertThat(server.stop()).isZero();
        }
    }

    @Test
    void a_machine_without_a_locale_loses_no_character_of_folders_and_variables() throws Exception {
        Map<String, String> environment = new HashMap<>(ADMIN);
        environment.put("LC_ALL", "C");
        environment.put("HEXADMIN_AOT", "off");
        environment.put("LAUNCHER", Launched.repository().resolve("hexadmin").toString());
        // written by the shell: this machine may lose such characters, too
        List<String> command = List.of("sh", "-c", """
                name=$(printf 'Caf\\303\\251')
                mkdir "$name" && cd "$name" || exit 1
                export HEXADMIN_BRANDING_NAME="$name"
                exec "$LAUNCHER" serve --port 0
                """);
        try (Launched server = Launched.run(folder, environment, command)) {
            assertThat(send(HttpRequest.newBuilder(URI.create(server.url() + "/admin/login")))
                            .body())
                    .contains("Caf\u00e9");
            assertThat(server.stop()).isZero();
        }
    }

    @Test
    void a_wrong_setting_stops_the_start_with_exit_code_2_and_the_nearest_known_key() throws Exception {
        Files.writeString(folder.resolve("hexadmin.yaml"), "server: { prot: 80 }\n");
        try (Launched server = Launched.start(folder, Map.of(), "serve")) {
            assertThat(server.exit()).isEqualTo(2);
            assertThat(server.errors())
                    .contains("hexadmin.yaml")
                    .contains("prot")
                    .contains("port");
        }
    }

    @Test
    void a_port_that_is_in_use_stops_the_start_with_exit_code_1_and_one_line_that_names_it() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = String.valueOf(taken.getLocalPort());
            try (Launched server = Launched.start(folder, ADMIN, "serve", "--port", port)) {
                assertThat(server.exit()).isEqualTo(1);
                assertThat(server.errors().lines().filter(line -> line.contains("listen")))
                        .singleElement()
                        .asString()
                        .startsWith("hexadmin: Cannot listen on 127.0.0.1:" + port + ": the port is in use.")
                        .contains("--port");
                assertThatThrownBy(server::url).isInstanceOf(IllegalStateException.class);
            }
        }
    }

    @Test
    void a_folder_that_cannot_be_written_stops_the_start_with_one_line_that_names_it() throws Exception {
        // a file where the folder has to be: the superuser may write into every folder
        Files.writeString(folder.resolve("data"), "");
        try (Launched server = Launched.start(folder, ADMIN, "serve", "--port", "0")) {
            assertThat(server.exit()).isEqualTo(1);
            assertThat(server.errors())
                    .contains("hexadmin: the secret key data/secret.key can be neither read nor created: ")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void a_secret_key_that_is_made_for_a_database_with_users_is_a_warning() throws Exception {
        for (boolean lost : List.of(false, true)) {
            Files.deleteIfExists(folder.resolve("data/secret.key"));
            Files.deleteIfExists(folder.resolve("errors.txt"));
            try (Launched server = Launched.start(folder, ADMIN, "serve", "--port", "0")) {
                server.url();
                assertThat(server.stop()).isZero();
                assertThat(server.errors().contains("A new secret key was made for a database that has users"))
                        .isEqualTo(lost);
            }
        }
    }

    @Test
    void output_that_cannot_be_written_is_a_failure() throws Exception {
        Map<String, String> environment =
                Map.of("LAUNCHER", Launched.repository().resolve("hexadmin").toString());
        try (Launched full = shell(environment, "\"$LAUNCHER\" schema > /dev/full")) {
            assertThat(full.exit()).isEqualTo(1);
            assertThat(full.errors()).contains("hexadmin: the output could not be written: ");
        }
        Files.delete(folder.resolve("errors.txt"));
        try (Launched cut = shell(environment, "\"$LAUNCHER\" schema | true")) {
            assertThat(cut.exit()).isZero();
            assertThat(cut.errors()).isEmpty();
        }
    }

    @Test
    void a_limit_of_open_files_that_is_too_low_is_named() throws Exception {
        Path jdk = jdk("99", "exit 0");
        Map<String, String> environment = Map.of(
                "JAVA_HOME",
                jdk.toString(),
                "LAUNCHER",
                Launched.repository().resolve("hexadmin").toString());
        try (Launched limited = shell(environment, "ulimit -n 128; exec \"$LAUNCHER\" serve")) {
            assertThat(limited.exit()).isEqualTo(1);
            assertThat(limited.errors())
                    .endsWith("only 128 files may be open. Allow more before the start: ulimit -n 4096\n");
        }
    }

    private Launched shell(Map<String, String> environment, String script) throws IOException {
        return Launched.run(folder, environment, List.of("sh", "-c", script));
    }

    /** A Java home whose {@code java} is this script. */
    private Path jdk(String version, String script) throws IOException {
        Path jdk = folder.resolve("jdk");
        Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n" + script + "\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return jdk;
    }

    @Test
    void a_jdk_with_known_vulnerabilities_is_named_at_the_start() throws Exception {
        for (String version : List.of("25.0.1", "99")) {
            Path jdk = jdk(version, "exit 0");
            Files.deleteIfExists(folder.resolve("errors.txt"));
            Map<String, String> environment = Map.of("JAVA_HOME", jdk.toString(), "HEXADMIN_AOT", "off");
            try (Launched server = Launched.start(folder, environment, "serve")) {
                assertThat(server.exit()).isZero();
                assertThat(server.errors().contains("JDK " + version + " has known vulnerabilities"))
                        .as(version)
                        .isEqualTo(version.equals("25.0.1"));
            }
        }
    }

    /** With a program in Java's place that prints what it was started with. */
    @Test
    void options_of_the_java_machine_are_separated_by_spaces_and_quotes_keep_spaces() throws Exception {
        Path jdk = jdk("99", "printf '<%s>' \"$@\" >&2");
        Map<String, String> environment = new HashMap<>(Map.of("JAVA_HOME", jdk.toString(), "HEXADMIN_AOT", "off"));
        environment.put("HEXADMIN_JAVA_OPTS", " -Xmx1g  -Da=* '-Db=two words'\t-Dc=\"three of them\"\n-Dd=4 ");
        try (Launched server = Launched.start(folder, environment, "check")) {
            assertThat(server.exit()).isZero();
            assertThat(server.errors())
                    .contains("><-Xmx1g><-Da=*><-Db=two words><-Dc=three of them><-Dd=4><")
                    .endsWith("<-m><dev.hexadmin.bootstrap/dev.hexadmin.bootstrap.command.Main><check>");
        }
        Files.delete(folder.resolve("errors.txt"));
        environment.put("HEXADMIN_JAVA_OPTS", "-Da='secret");
        try (Launched refused = Launched.start(folder, environment, "check")) {
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.errors()).isEqualTo("hexadmin: HEXADMIN_JAVA_OPTS has a quote that is not closed.\n");
        }
    }

    /** With a program in Java's place that makes an empty line of a cache. */
    @Test
    void each_set_of_options_keeps_a_cache_and_three_remain() throws Exception {
        Path app = Files.createDirectories(folder.resolve("app/lib")).getParent();
        List<Boolean> prepared = new ArrayList<>();
        for (String option : List.of("-Da=1", "-Da=2", "-Da=1", "-Da=2", "-Da=3", "-Da=4")) {
            prepared.add(isPreparing(app, option));
        }
        assertThat(prepared).containsExactly(true, true, false, false, true, true);
        assertThat(names(app)).filteredOn(name -> name.endsWith(".aot")).hasSize(3);
        assertThat(names(app)).filteredOn(name -> name.endsWith(".aot.key")).hasSize(3);
        assertThat(names(app)).noneMatch(name -> name.endsWith(".making"));
    }

    @Test
    void a_cache_is_made_by_one_start_at_a_time() throws Exception {
        Path app = Files.createDirectories(folder.resolve("app/lib")).getParent();
        assertThat(isPreparing(app, "-Da=1")).isTrue();
        Path cache;
        try (Stream<Path> files = Files.list(app)) {
            cache = files.filter(file -> file.toString().endsWith(".aot"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.delete(Path.of(cache + ".key"));
        Path making = Files.createDirectory(Path.of(cache + ".making"));
        assertThat(isPreparing(app, "-Da=1")).isFalse();
        Files.setLastModifiedTime(making, FileTime.from(Instant.now().minus(Duration.ofMinutes(20))));
        assertThat(isPreparing(app, "-Da=1")).isTrue();
        assertThat(making).doesNotExist();
    }

    private boolean isPreparing(Path app, String option) throws Exception {
        Path launcher = app.resolve("hexadmin");
        if (Files.notExists(launcher)) {
            Files.copy(Launched.repository().resolve("hexadmin"), launcher, COPY_ATTRIBUTES);
            Files.createFile(app.resolve("BUILT"));
        }
        Path jdk = jdk("99", "for each; do case $each in -XX:AOTCacheOutput=*) echo > \"${each#*=}\" ;; esac; done");
        Files.deleteIfExists(folder.resolve("errors.txt"));
        Map<String, String> environment = Map.of("JAVA_HOME", jdk.toString(), "HEXADMIN_JAVA_OPTS", option);
        try (Launched server = Launched.run(folder, environment, List.of(launcher.toString(), "serve"))) {
            assertThat(server.exit()).isZero();
            return server.errors().contains("first start: preparing");
        }
    }

    @Test
    void the_test_command_explains_itself() throws Exception {
        try (Launched help = Launched.start(folder, Map.of(), "test", "--quick", "--help")) {
            assertThat(help.exit()).isZero();
            assertThat(help.errors()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--quik, unknown option --quik.",
        "clean, unexpected argument 'clean': only options are accepted.",
        "-pl, -pl needs a value."
    })
    void the_test_command_refuses_what_it_does_not_know_with_exit_code_2(String argument, String message)
            throws Exception {
        try (Launched refused = Launched.start(folder, Map.of(), "test", argument)) {
            assertThat(refused.exit()).isEqualTo(2);
            assertThat(refused.errors())
                    .isEqualTo("hexadmin: test: " + message
                            + "\nhexadmin: ./hexadmin test --help shows what it accepts.\n");
        }
    }

    /** With a program in Maven's place that prints what it was started with. */
    @Test
    void the_quick_tests_end_before_those_with_servers() throws Exception {
        Path maven = folder.resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\nprintf '<%s>' \"$@\" >&2\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        Map<String, String> environment = Map.of("PATH", folder + ":" + System.getenv("PATH"));
        try (Launched quick = Launched.start(folder, environment, "test", "--quick", "-pl", "domain", "-am")) {
            assertThat(quick.exit()).isZero();
            assertThat(quick.errors()).isEqualTo("<-B><-T><3><-Dspotless.check.skip=true><package><-pl><domain><-am>");
        }
        Files.delete(folder.resolve("errors.txt"));
        try (Launched whole = Launched.start(folder, environment, "test", "-Dname=two words")) {
            assertThat(whole.exit()).isZero();
            assertThat(whole.errors()).isEqualTo("<-B><-T><3><verify><-Dname=two words>");
        }
        Files.delete(folder.resolve("errors.txt"));
        try (Launched one = Launched.start(folder, environment, "test", "-T", "1")) {
            assertThat(one.exit()).isZero();
            assertThat(one.errors()).isEqualTo("<-B><verify><-T><1>");
        }
    }

    @Test
    void a_kill_in_the_middle_of_64_writers_loses_no_acknowledged_write_on_sqlite() throws Exception {
        killInTheMiddle(ADMIN);
    }

    @Test
    void a_kill_in_the_middle_of_64_writers_loses_no_acknowledged_write_on_postgresql() throws Exception {
        try (EmbeddedPostgres postgresql = EmbeddedPostgres.start()) {
            Map<String, String> environment = new HashMap<>(ADMIN);
            environment.put(
                    "DATABASE_URL", "postgresql://postgres:postgres@localhost:" + postgresql.getPort() + "/postgres");
            environment.put("HEXADMIN_SECRET_KEY", "a secret of more than thirty-two characters");
            killInTheMiddle(environment);
        }
    }

    private void killInTheMiddle(Map<String, String> environment) throws Exception {
        Files.writeString(folder.resolve("hexadmin.yaml"), """
            models:
              notes:
                fields:
                  id: { type: integer, primary_key: true }
                  text: { type: string, max_length: 80, required: true, unique: true }
            """);
        Set<String> acknowledged = new ConcurrentSkipListSet<>();
        try (Launched server = Launched.start(folder, environment, "serve", "--port", "0")) {
            String url = server.url();
            String token = token(url);
            try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 64; i++) {
                    String name = "writer " + i + " note ";
                    writers.execute(() -> write(url, token, name, acknowledged));
                }
                Waiting.until("3,000 writes", Duration.ofMinutes(3), () -> acknowledged.size() >= 3_000);
                server.kill();
            }
        }
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(3_000);
        try (Launched server = Launched.start(folder, environment, "serve", "--port", "0")) {
            String token = token(server.url());
            Set<String> kept = new TreeSet<>();
            String cursor = "";
            do {
                String page = get(
                                server.url() + "/admin/api/notes/?per_page=200&count=none"
                                        + (cursor.isEmpty() ? "" : "&cursor=" + cursor),
                                token)
                        .body();
                texts(page).forEach(kept::add);
                Matcher next = Pattern.compile("\"next_cursor\":\"([^\"]+)\"").matcher(page);
                cursor = next.find() ? next.group(1) : "";
            } while (!cursor.isEmpty());
            assertThat(kept).containsAll(acknowledged);
        }
    }

    @Test
    void a_kill_in_the_middle_of_an_upload_leaves_nothing_beside_the_file_that_it_becomes() throws Exception {
        Files.writeString(folder.resolve("hexadmin.yaml"), """
            models:
              things:
                fields:
                  id: { type: integer, primary_key: true }
                  manual: { type: file }
                  photo: { type: image }
            """);
        Map<String, String> environment = new HashMap<>(ADMIN);
        environment.putAll(Launched.SHORT_LIVED);
        environment.put("HEXADMIN_AOT", "off");
        byte[] content = new byte[20_000_000];
        new SplittableRandom(1).nextBytes(content);
        Path files = folder.resolve("data/files");
        String token;
        String upload;
        try (Launched server = Launched.start(folder, environment, "serve", "--port", "0")) {
            URI url = URI.create(server.url());
            token = token(server.url());
            upload = send(HttpRequest.newBuilder(url.resolve("/admin/api/files/uploads/"))
                            .header("Authorization", "Bearer " + token)
                            .header("Tus-Resumable", "1.0.0")
                            .header("Upload-Length", String.valueOf(content.length))
                            .header(
                                    "Upload-Metadata",
                                    "model " + base64("things") + ",field " + base64("manual") + ",filename "
                                            + base64("large.bin"))
                            .POST(HttpRequest.BodyPublishers.noBody()))
                    .headers()
                    .firstValue("Location")
                    .map(location -> URI.create(location).getPath())
                    .orElseThrow();
            try (Socket socket = new Socket(url.getHost(), url.getPort())) {
                String head = "PATCH " + upload + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                        + "\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0"
                        + "\r\nContent-Type: application/offset+octet-stream"
                        + "\r\nContent-Length: " + content.length + "\r\n\r\n";
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().write(content, 0, 12_000_000);
                socket.getOutputStream().flush();
                Waiting.until("a piece is stored, and another is being written", Duration.ofMinutes(1), () -> {
                    List<String> names = names(files);
                    return names.size() == 2 && names.stream().anyMatch(name -> name.endsWith(".part"));
                });
                server.kill();
            }
        }
        assertThat(names(files)).hasSize(2).anyMatch(name -> name.endsWith(".part"));
        try (Launched server = Launched.start(folder, environment, "serve", "--port", "0")) {
            URI url = URI.create(server.url());
            HttpRequest.Builder known = HttpRequest.newBuilder(url.resolve(upload))
                    .header("Authorization", "Bearer " + token)
                    .header("Tus-Resumable", "1.0.0");
            int stored = send(known.copy().HEAD())
                    .headers()
                    .firstValue("Upload-Offset")
                    .map(Integer::parseInt)
                    .orElseThrow();
            assertThat(stored).isBetween(1, 11_999_999);
            HttpResponse<String> rest = send(known.copy()
                    .header("Upload-Offset", String.valueOf(stored))
                    .header("Content-Type", "application/offset+octet-stream")
                    .method("PATCH", HttpRequest.BodyPublishers.ofByteArray(content, stored, content.length - stored)));
            assertThat(rest.statusCode()).as(rest.body()).isEqualTo(204);
            assertThat(member(send(known.copy()).body(), "sha256"))
                    .isEqualTo(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
            assertThat(names(files)).containsExactly("original");
            assertAnImageIsScaled(url, token);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The names of the files below a folder. */
    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of(); // it does not exist yet, or a file in it does no more
        }
    }

    private void assertAnImageIsScaled(URI url, String token) throws IOException, InterruptedException {
        ByteArrayOutputStream image = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(320, 200, BufferedImage.TYPE_INT_RGB), "png", image);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write("""
                --line
                Content-Disposition: form-data; name="model"

                things
                --line
                Content-Disposition: form-data; name="field"

                photo
                --line
                Content-Disposition: form-data; name="file"; filename="lamp.png"

                """.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
        body.write(image.toByteArray());
        body.write("\r\n--line--\r\n".getBytes(StandardCharsets.US_ASCII));
        HttpResponse<String> uploaded = send(HttpRequest.newBuilder(url.resolve("/admin/api/files/"))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "multipart/form-data; boundary=line")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())));
        assertThat(uploaded.statusCode()).as(uploaded.body()).isEqualTo(201);
        assertThat(uploaded.body()).contains("\"content_type\":\"image/png\"", "\"thumbnails\":{\"");
    }

    private void write(String url, String token, String name, Set<String> acknowledged) {
        try {
            for (int i = 0; ; i++) {
                HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(url + "/admin/api/notes/"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"text\":\"" + name + i + "\"}")));
                if (answer.statusCode() == 201) {
                    acknowledged.add(name + i);
                }
            }
        } catch (IOException e) {
            // the server is gone, as it should be
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Stream<String> texts(String page) {
        List<String> texts = new ArrayList<>();
        Matcher matcher = Pattern.compile("\"text\":\"([^\"]+)\"").matcher(page);
        while (matcher.find()) {
            texts.add(matcher.group(1));
        }
        return texts.stream();
    }
}
