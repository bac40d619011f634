package dev.hexadmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The image of the server with a Java runtime of its own, and the container image that Jib makes of the same parts. */
class ImageIT {
    private static final long MOST_BYTES = 145_000_000;
    private static final Map<String, String> WITHOUT_JAVA = Map.of(
            "JAVA_HOME", "",
            "PATH", "/usr/bin:/bin",
            "HEXADMIN_AOT", "off",
            "HEXADMIN_SERVER_PORT", "0",
            "HEXADMIN_ADMIN_EMAIL", "root@example.com",
            "HEXADMIN_ADMIN_PASSWORD", "walnut-Kettle-39-riverbank");

    @TempDir
    Path folder;

    private static Path lib() {
        return Launched.repository().resolve("bootstrap/target/app/lib");
    }

    private static String launcher() throws IOException {
        return Files.readString(Launched.repository().resolve("hexadmin"));
    }

    private static String pom() throws IOException {
        return Files.readString(Launched.repository().resolve("examples/container/pom.xml"));
    }

    private static String found(String expression, String text) {
        Matcher matcher = Pattern.compile(expression, Pattern.DOTALL).matcher(text);
        assertThat(matcher.find()).as(expression).isTrue();
        return matcher.group(1);
    }

    private static Set<String> names(String modules) {
        return new TreeSet<>(Arrays.asList(modules.replaceAll("[\\\\\\s]", "").split(",")));
    }

    /** A server that answers, as the process does that {@code command} starts; it is stopped. */
    private void answers(List<String> command) throws Exception {
        try (Launched server = Launched.run(folder, WITHOUT_JAVA, command);
                HttpClient client = HttpClient.newHttpClient()) {
            String url = server.url();
            HttpResponse<String> ready = client.send(
                    HttpRequest.newBuilder(URI.create(url + "/observe/health/ready"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(ready.statusCode()).as(ready.body()).isEqualTo(200);
            HttpResponse<String> signedIn = client.send(
                    HttpRequest.newBuilder(URI.create(url + "/api/auth/token"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"email\":\"root@example.com\",\"password\":\""
                                    + WITHOUT_JAVA.get("HEXADMIN_ADMIN_PASSWORD") + "\"}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(signedIn.statusCode()).as(signedIn.body()).isEqualTo(200);
            assertThat(server.stop()).as(server.errors()).isIn(0, 143);
        }
    }

    private static long size(Path image) throws IOException {
        AtomicLong bytes = new AtomicLong();
        Files.walkFileTree(image, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                bytes.addAndGet(attributes.isSymbolicLink() ? 0 : attributes.size());
                return FileVisitResult.CONTINUE;
            }
        });
        return bytes.get();
    }

    @Test
    void the_runtime_has_the_modules_that_the_program_requires() throws IOException {
        Set<String> required = Configuration.empty()
                .resolve(
                        ModuleFinder.compose(ModuleFinder.of(lib()), ModuleFinder.ofSystem()),
                        ModuleFinder.of(),
                        Set.of("dev.hexadmin.bootstrap", "dev.hexadmin.notify", "com.example.storefront"))
                .modules()
                .stream()
                .map(ResolvedModule::name)
                .filter(name -> name.startsWith("java.") || name.startsWith("jdk."))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> linked = names(found("RUNTIME_MODULES=([\\w.,\\\\\\n]+)\\n\\n", launcher()));
        assertThat(names(found("<runtime.modules>(.*?)</runtime.modules>", pom())))
                .isEqualTo(linked);
        Set<String> has =
                Configuration.empty().resolve(ModuleFinder.ofSystem(), ModuleFinder.of(), linked).modules().stream()
                        .map(ResolvedModule::name)
                        .collect(Collectors.toSet());
        assertThat(has).containsAll(required);
    }

    @Test
    void the_container_has_the_options_of_the_launcher() throws IOException {
        List<String> options = found("FLAGS='(.*?)\\n-Djdk.virtualThreadScheduler", launcher())
                .lines()
                .toList();
        assertThat(options).hasSizeGreaterThan(8);
        assertThat(Pattern.compile("<arg>(.*?)</arg>").matcher(pom()).results().map(match -> match.group(1)))
                .containsAll(options);
    }

    @Test
    void an_image_runs_without_an_installed_jdk_and_is_small() throws Exception {
        Path image = folder.resolve("image");
        try (Launched made = Launched.start(folder, Map.of(), "image", image.toString())) {
            assertThat(made.exit()).as(made.errors()).isZero();
        }
        assertThat(size(image)).isLessThan(MOST_BYTES);
        answers(List.of(image.resolve("hexadmin").toString(), "serve"));
    }

    @Test
    void a_container_image_is_made_without_docker_and_is_the_same_each_time() throws Exception {
        Path project = folder.resolve("container");
        Published.copy(Launched.repository().resolve("examples/container"), project);
        String[] build = {"package", "-Dcontainer.base=scratch"};
        Published.maven(project, build);
        String digest = Files.readString(project.resolve("target/jib-image.digest"));
        Path tar = project.resolve("target/jib-image.tar");
        Path unpacked = Files.createDirectories(folder.resolve("unpacked"));
        run("tar", "-xf", tar.toString(), "-C", unpacked.toString());
        String manifest = Files.readString(unpacked.resolve("manifest.json"));
        Path root = Files.createDirectories(folder.resolve("root"));
        for (String layer :
                found("\"Layers\":\\[(.*?)\\]", manifest).replace("\"", "").split(",")) {
            run("tar", "-xzf", unpacked.resolve(layer).toString(), "-C", root.toString());
        }
        String config = Files.readString(unpacked.resolve(found("\"Config\":\"(.*?)\"", manifest)));
        assertThat(found("\"Cmd\":\\[(.*?)\\]", config)).isEqualTo("\"serve\",\"--host\",\"0.0.0.0\"");
        assertThat(Files.size(tar)).isLessThan(MOST_BYTES);
        assertThat(found("\"User\":\"(.*?)\"", config)).isEqualTo("65532:65532");
        assertThat(found("\"Env\":\\[(.*?)\\]", config))
                .as("without it, Java reads variables as ASCII")
                .contains("\"LC_ALL=C.UTF-8\"");
        List<String> command = new ArrayList<>();
        for (String argument : found("\"Entrypoint\":\\[(.*?)\\]", config).split("\",\"")) {
            command.add(argument.replace("\"", "").replaceFirst("(^|=)(/opt|/app)", "$1" + root + "$2"));
        }
        command.addAll(
                List.of("serve", "--config", root.resolve("srv/hexadmin.yaml").toString()));
        answers(command);

        Published.maven(project, build);
        assertThat(Files.readString(project.resolve("target/jib-image.digest"))).isEqualTo(digest);
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
    }
}
