package dev.hexadmin.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What others depend on, installed by Maven into a repository in which nothing of Hexadmin was before. Made once, from a copy
 * of the sources and of the classes that were compiled from them; the libraries are those of the repository in use.
 */
final class Published {
    static final List<String> MODULES = List.of(
            "domain",
            "application",
            "adapters-http",
            "adapters-persistence",
            "adapters-notify",
            "adapters-cache",
            "bootstrap");
    static final String VERSION = "0.1.0-SNAPSHOT";

    private static final class Once {
        static final Path REPOSITORY = install();
    }

    private Published() {}

    /** The local repository to give to Maven. */
    static Path repository() {
        return Once.REPOSITORY;
    }

    /** A file of an artifact, such as {@code -sources.jar}. */
    static Path file(String artifact, String ending) {
        return repository()
                .resolve("dev/hexadmin")
                .resolve(artifact)
                .resolve(VERSION)
                .resolve(artifact + "-" + VERSION + ending);
    }

    /** Runs Maven like a user of that repository. */
    static void maven(Path folder, String... arguments) {
        run(
                folder,
                repository(),
                Stream.concat(Stream.of("mvn", "-B", "-q"), Stream.of(arguments))
                        .toList());
    }

    /** The variables with which a script's {@code mvn} and {@code java} are the right ones. */
    static Map<String, String> environment() {
        return environment(repository());
    }

    private static Map<String, String> environment(Path repository) {
        String home = System.getProperty("java.home");
        Map<String, String> environment = new HashMap<>(Launched.SHORT_LIVED);
        environment.put("JAVA_HOME", home);
        environment.put("PATH", Path.of(home, "bin") + ":" + System.getenv("PATH"));
        environment.put("MAVEN_OPTS", "-XX:+UseSerialGC -Dmaven.repo.local=" + repository);
        return environment;
    }

    /** A copy of a folder, without what was built in it. */
    static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) throws IOException {
                if (each.endsWith("target") && !each.equals(from)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(from.relativize(each).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) throws IOException {
                Files.copy(
                        each,
                        to.resolve(from.relativize(each).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        StandardCopyOption.REPLACE_EXISTING);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static Path install() {
        try {
            Path folder = Files.createTempDirectory(
                    Files.createDirectories(Path.of("target").toAbsolutePath()), "published");
            Path repository = emptyOfHexadmin(folder.resolve("repository"));
            Path sources = folder.resolve("sources");
            Path checkout = Launched.repository();
            for (String file : List.of("pom.xml", "LICENSE", "hexadmin", "architecture-tests/pom.xml")) {
                Files.createDirectories(sources.resolve(file).getParent());
                Files.copy(checkout.resolve(file), sources.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
            }
            copy(checkout.resolve(".mvn"), sources.resolve(".mvn"));
            List<String> built = Stream.concat(MODULES.stream(), Stream.of("examples/storefront"))
                    .toList();
            for (String module : built) {
                copy(checkout.resolve(module), sources.resolve(module));
                if (!module.equals("application")) { // whose test jar is for providers of others
                    Files.move(
                            sources.resolve(module).resolve("src/test"),
                            folder.resolve("tests-of-" + module.replace('/', '-')));
                }
                Path kit = Path.of("src/test/java/dev/hexadmin/testkit");
                if (Files.isDirectory(checkout.resolve(module).resolve(kit))) {
                    copy(
                            checkout.resolve(module).resolve(kit),
                            sources.resolve(module).resolve(kit));
                }
                for (String output : List.of("classes", "generated-sources")) {
                    Path compiled = checkout.resolve(module).resolve("target").resolve(output);
                    if (Files.isDirectory(compiled)) {
                        copy(compiled, sources.resolve(module).resolve("target").resolve(output));
                    }
                }
            }
            run(
                    sources,
                    repository,
                    List.of(
                            "mvn",
                            "-B",
                            "-q",
                            "-Ppublish",
                            "-DskipTests",
                            "-DskipITs",
                            "-Dmaven.main.skip=true",
                            "-Dspotless.check.skip=true",
                            "-pl",
                            "bootstrap,bootstrap/bom",
                            "-am",
                            "install"));
            return repository;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The repository in use, by links, but for {@code dev/hexadmin}. */
    private static Path emptyOfHexadmin(Path linked) throws IOException {
        Path usual = Path.of(System.getProperty(
                "localRepository", // Maven passes this to its tests
                Path.of(System.getProperty("user.home"), ".m2/repository").toString()));
        Files.createDirectories(linked.resolve("dev"));
        link(usual, linked, "dev");
        link(usual.resolve("dev"), linked.resolve("dev"), "hexadmin");
        return linked;
    }

    private static void link(Path from, Path to, String except) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> each = Files.list(from)) {
            for (Path path : each.toList()) {
                if (!path.endsWith(except)) {
                    Files.createSymbolicLink(to.resolve(path.getFileName()), path);
                }
            }
        }
    }

    private static void run(Path folder, Path repository, List<String> command) {
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
            builder.environment().putAll(environment(repository));
            Process process = builder.start();
            String said;
            try (InputStream out = process.getInputStream()) {
                said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            }
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + "\n" + said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
