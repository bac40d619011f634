package dev.hexadmin.bootstrap.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/** The provider in {@code examples/}, built once for all tests like a third party's, with its own tests. */
public final class ExampleProvider {
    private ExampleProvider() {}

    private static final class Built {
        static final Path FOLDER = build();
    }

    public static Path jar() {
        return Built.FOLDER.resolve("target/file-sms-1.0.jar");
    }

    static Path testReport() {
        return Built.FOLDER.resolve("target/surefire-reports/TEST-com.example.sms.FileSmsProviderTest.xml");
    }

    private static Path build() {
        try {
            Path repository = Path.of("").toAbsolutePath();
            while (!Files.isDirectory(repository.resolve("architecture-tests"))) {
                repository = repository.getParent();
            }
            Path folder = Files.createTempDirectory(
                    Files.createDirectories(Path.of("target").toAbsolutePath()), "example");
            Path copy = folder.resolve("sms-provider");
            copyTree(repository.resolve("examples/sms-provider"), copy);
            Path artifacts = mavenRepository(repository, folder);
            ProcessBuilder builder = new ProcessBuilder(
                            "mvn", "-B", "-o", "-q", "-Dmaven.repo.local=" + artifacts, "package")
                    .directory(copy.toFile())
                    .redirectErrorStream(true);
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            Process maven = builder.start();
            String said;
            try (InputStream out = maven.getInputStream()) {
                said = new String(out.readAllBytes());
            }
            if (maven.waitFor() != 0) {
                throw new IllegalStateException(said);
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * The Maven installation that runs this build, by links, with the modules that it has built as if they had been
     * installed.
     */
    private static Path mavenRepository(Path repository, Path folder) throws IOException {
        Path usual = Path.of(System.getProperty(
                "localRepository", // Maven passes this to its tests
                Path.of(System.getProperty("user.home"), ".m2/repository").toString()));
        Path linked = Files.createDirectories(folder.resolve("repository/dev")).getParent();
        link(usual, linked, "dev");
        link(usual.resolve("dev"), linked.resolve("dev"), "hexadmin");
        Path own = Files.createDirectories(linked.resolve("dev/hexadmin"));
        String version = "0.1.0-SNAPSHOT";
        install(repository.resolve("pom.xml"), own, "hexadmin", version, ".pom");
        for (String module : List.of("domain", "application")) {
            String name = "hexadmin-" + module;
            install(repository.resolve(module).resolve("pom.xml"), own, name, version, ".pom");
            Path built = repository.resolve(module).resolve("target");
            install(built.resolve(name + "-" + version + ".jar"), own, name, version, ".jar");
        }
        install(
                repository.resolve("application/target/hexadmin-application-" + version + "-tests.jar"),
                own,
                "hexadmin-application",
                version,
                "-tests.jar");
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

    private static void install(Path file, Path own, String name, String version, String ending) throws IOException {
        Path place = Files.createDirectories(own.resolve(name).resolve(version));
        Files.copy(file, place.resolve(name + "-" + version + ending));
    }

    private static void copyTree(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) throws IOException {
                if (each.endsWith("target")) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(from.relativize(each).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) throws IOException {
                Files.copy(each, to.resolve(from.relativize(each).toString()));
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
