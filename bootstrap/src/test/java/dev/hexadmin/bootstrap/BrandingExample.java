package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.plugin.HexadminPlugin;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** {@code examples/branding} as it is in the repository: its plugin and its settings. */
final class BrandingExample implements AutoCloseable {
    static final Path REPOSITORY = Path.of(Files.exists(Path.of("docs")) ? "" : "..");

    private static final Path EXAMPLE = REPOSITORY.resolve("examples/branding");

    private final Path folder;
    private final URLClassLoader classes;
    private final HexadminPlugin plugin;

    private BrandingExample(Path folder, URLClassLoader classes, HexadminPlugin plugin) {
        this.folder = folder;
        this.classes = classes;
        this.plugin = plugin;
    }

    /** @param folder where its classes and settings are put */
    static BrandingExample compiled(Path folder) throws IOException, ReflectiveOperationException {
        for (String file : List.of("hexadmin.yaml", "mark.svg", "mark-dark.svg", "mark.png", "own.css")) {
            Files.copy(EXAMPLE.resolve(file), folder.resolve(file));
        }
        URLClassLoader classes =
                new URLClassLoader(new URL[] {classes(folder).toUri().toURL()}, BrandingExample.class.getClassLoader());
        return new BrandingExample(folder, classes, (HexadminPlugin) classes.loadClass("com.example.branding.Nursery")
                .getDeclaredConstructor()
                .newInstance());
    }

    RunningServer start(DatabaseSettings database) {
        return RunningServer.start(database, builder -> builder.folder(folder).plugin(plugin));
    }

    /** Six plants, all but the last one with a rating. */
    static void plant(RunningServer server) {
        for (int i = 1; i <= 6; i++) {
            server.send(
                    "POST",
                    "/admin/api/plants/",
                    server.token(),
                    "{\"name\":\"Fern " + i + "\",\"sunlight\":\"shade\",\"stock\":" + i
                            + (i < 6 ? ",\"rating\":" + i : "") + "}");
        }
    }

    private static Path classes(Path folder) throws IOException {
        Path target = Files.createDirectories(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of(
                "-d",
                target.toString(),
                "-cp",
                Stream.of(HexadminPlugin.class, dev.hexadmin.domain.models.Model.class)
                        .map(type -> Path.of(type.getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .getPath())
                                .toString())
                        .reduce((one, other) -> one + ":" + other)
                        .orElseThrow()));
        try (Stream<Path> sources = Files.list(EXAMPLE.resolve("src/main/java/com/example/branding"))) {
            sources.forEach(source -> arguments.add(source.toString()));
        }
        ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
        assertThat(javac.run(System.out, System.err, arguments.toArray(String[]::new)))
                .isZero();
        Files.copy(
                EXAMPLE.resolve("src/main/resources/com/example/branding/stars.css"),
                target.resolve("com/example/branding/stars.css"));
        return target;
    }

    @Override
    public void close() throws IOException {
        classes.close();
    }
}
