package dev.hexadmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A third-party program, a separate module, compiled and run against the shipped artifacts. */
class EmbeddingIT {
    private static final String MODULE = "module shop { requires dev.hexadmin.bootstrap; }";
    private static final String PROGRAM = """
            package shop;

            import dev.hexadmin.bootstrap.ConfigurationException;
            import dev.hexadmin.bootstrap.Hexadmin;

            class Shop {
                public static void main(String[] arguments) {
                    try {
                        Hexadmin.builder().setting("server.prot", "80").setting("cache_ttl", "-1").build();
                    } catch (ConfigurationException e) {
                        for (ConfigurationException.Problem problem : e.problems()) {
                            System.out.println(problem.key() + " " + problem.nearest().orElse("-"));
                        }
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void an_embedding_module_can_catch_what_is_wrong_with_its_settings() throws Exception {
        Path classes = folder.resolve("classes");
        assertThat(compile(Map.of("module-info.java", MODULE, "Shop.java", PROGRAM)))
                .isEmpty();
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-p",
                        classes + System.getProperty("path.separator") + shipped(),
                        "-m",
                        "shop/shop.Shop")
                .directory(folder.toFile())
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
        String printed = new String(program.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(() -> errors()).isZero();
        assertThat(printed.lines()).containsExactlyInAnyOrder("server.prot server.port", "cache_ttl -");
    }

    @Test
    void an_embedding_module_cannot_reach_into_what_is_not_exported() throws Exception {
        String nosy = PROGRAM.replace(
                "Hexadmin.builder()", "dev.hexadmin.bootstrap.wiring.Server.class.getName(); Hexadmin.builder()");
        assertThat(compile(Map.of("module-info.java", MODULE, "Shop.java", nosy)))
                .contains("dev.hexadmin.bootstrap.wiring")
                .contains("does not export it");
    }

    /** What the compiler has against them; empty for nothing. */
    private String compile(Map<String, String> sources) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path classes = folder.resolve("classes");
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            for (Map.Entry<String, String> source : sources.entrySet()) {
                Files.writeString(folder.resolve(source.getKey()), source.getValue());
            }
            Path[] written = sources.keySet().stream().map(folder::resolve).toArray(Path[]::new);
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of("-p", shipped().toString(), "-d", classes.toString()),
                            null,
                            files.getJavaFileObjects(written))
                    .call();
            return compiled ? "" : "refused: " + messages;
        }
    }

    private static Path shipped() {
        Path lib = Launched.repository().resolve("bootstrap/target/app/lib");
        assertThat(lib).isDirectory();
        return lib;
    }

    private String errors() {
        try (Stream<String> lines = Files.lines(folder.resolve("errors.txt"))) {
            return String.join("\n", lines.toList());
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }
}
