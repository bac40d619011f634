package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.hexadmin.testkit.TestServer;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every block of Java in README.md, in docs and in the examples' README.md is a whole file that compiles, beside the other blocks of
 * its document, or a part of a file of an example, which is compiled there. A block that is a module descriptor names modules and
 * services that exist.
 */
class GuideSnippetsTest {
    private static final Path REPOSITORY = Path.of(Files.exists(Path.of("docs")) ? "" : "..");

    /** Made from the compiled classes by another test: signatures only. */
    private static final String GENERATED = "java-api.md";

    private static final Pattern BLOCK = Pattern.compile("^```java\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern PUBLIC =
            Pattern.compile("^public (?:final )?(?:class|record|interface|enum) (\\w+)", Pattern.MULTILINE);
    private static final Pattern TYPE =
            Pattern.compile("^(?:final )?(?:class|record|interface|enum) (\\w+)", Pattern.MULTILINE);
    private static final Pattern MODULE = Pattern.compile("^(?:open )?module [\\w.]+ \\{", Pattern.MULTILINE);

    static Collection<Path> documents() throws IOException {
        Collection<Path> found = new TreeSet<>();
        for (String folder : List.of("docs", "examples")) {
            try (Stream<Path> files = Files.walk(REPOSITORY.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md") && !file.endsWith(GENERATED))
                        .forEach(found::add);
            }
        }
        found.add(REPOSITORY.resolve("README.md"));
        found.removeIf(file -> blocks(file).isEmpty());
        return found;
    }

    private static List<String> blocks(Path document) {
        return BLOCK.matcher(read(document))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void the_documents_are_found() throws IOException {
        assertThat(documents())
                .map(REPOSITORY::relativize)
                .map(Path::toString)
                .contains("README.md", "docs/row-policies.md", "docs/guides/embedding.md", "docs/guides/plugin.md");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void the_java_of_a_document_compiles(Path document, @TempDir Path folder) throws IOException {
        List<Path> sources = new ArrayList<>();
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-d", folder.resolve("classes").toString(), "-cp", classPath()));
        for (String block : blocks(document)) {
            if (!MODULE.matcher(block).find() && !isPartOfExample(block)) {
                sources.add(written(block, folder));
            }
        }
        if (sources.isEmpty()) {
            return;
        }
        sources.forEach(source -> arguments.add(source.toString()));
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said, true);
        int failed = ToolProvider.findFirst("javac").orElseThrow().run(out, out, arguments.toArray(String[]::new));
        assertThat(failed).as("%s: %s", document, said).isZero();
    }

    private static boolean isPartOfExample(String block) throws IOException {
        try (Stream<Path> files = Files.walk(REPOSITORY.resolve("examples"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .anyMatch(file -> lines(read(file)).contains(lines(block)));
        }
    }

    /** Without indentation and empty lines. */
    private static String lines(String source) {
        return source.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n", "\n", "\n"));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void module_descriptors_of_a_document_name_what_exists(Path document) throws IOException {
        Set<String> modules = modules();
        assertThat(modules).contains("dev.hexadmin.bootstrap");
        for (String block : blocks(document)) {
            if (MODULE.matcher(block).find()) {
                assertThat(names(block, "(?:requires(?: static| transitive)*|to) (dev\\.hexadmin[\\w.]*)"))
                        .isNotEmpty()
                        .isSubsetOf(modules);
                names(block, "(?:provides|uses) (dev\\.hexadmin[\\w.]*)")
                        .forEach(service ->
                                assertThatCode(() -> Class.forName(service)).doesNotThrowAnyException());
            }
        }
    }

    private static List<String> names(String block, String expression) {
        return Pattern.compile(expression)
                .matcher(block)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static Set<String> modules() throws IOException {
        try (Stream<Path> files = Files.walk(REPOSITORY, 5)) {
            return files.filter(file -> file.endsWith("src/main/java/module-info.java"))
                    .map(GuideSnippetsTest::moduleName)
                    .collect(Collectors.toSet());
        }
    }

    private static String moduleName(Path descriptor) {
        return names(read(descriptor), "module ([\\w.]+) \\{").getFirst();
    }

    /** The file of a block, named after its public type, or after its last one. */
    private static Path written(String block, Path folder) throws IOException {
        assertThat(block).as("a block is a whole file").containsPattern("(?m)^(import|package) ");
        String name = PUBLIC.matcher(block)
                .results()
                .findFirst()
                .or(() -> TYPE.matcher(block).results().reduce((first, next) -> next))
                .map(type -> type.group(1))
                .orElseThrow();
        String place = PACKAGE.matcher(block)
                .results()
                .findFirst()
                .map((MatchResult named) -> named.group(1).replace('.', '/'))
                .orElse("");
        Path file = folder.resolve("sources").resolve(place).resolve(name + ".java");
        Files.createDirectories(file.getParent());
        return Files.writeString(file, block);
    }

    private static String classPath() {
        String kit = TestServer.class.getName().replace('.', '/') + ".class";
        String compiled =
                Objects.requireNonNull(TestServer.class.getResource("/" + kit)).toString();
        Path tests = Path.of(URI.create(compiled.substring(0, compiled.length() - kit.length())));
        return Stream.of(
                        tests.toString(),
                        System.getProperty("java.class.path", ""),
                        System.getProperty("jdk.module.path", ""))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
