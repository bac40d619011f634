package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes in the guides of the Java interface compile, with the records that they are about. */
class GuideSnippetsTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(import .*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("^(?:final class|record|enum) (\\w+)", Pattern.MULTILINE);

    private static final String MODELS = """
        import dev.hexadmin.bootstrap.AdminModel;
        import java.time.*;
        import java.util.Optional;

        @AdminModel(name = "doctors")
        record Doctor(long id, String name) {}

        enum Status { BOOKED, CANCELLED }

        @AdminModel(name = "appointments")
        record Appointment(
                long id, Doctor doctor, Instant startsAt, Instant endsAt, String patient, Optional<String> note, Status status) {
            Appointment with(Status next) {
                return new Appointment(id, doctor, startsAt, endsAt, patient, note, next);
            }
        }

        @AdminModel(name = "stays")
        record Stay(long id, LocalDate startsOn, LocalDate endsOn) {}
        """;

    @Test
    void the_classes_in_the_guides_compile(@TempDir Path folder) throws IOException {
        List<String> blocks = new ArrayList<>();
        for (String guide : List.of("rules-and-columns", "records-in-java")) {
            Path documents = Path.of(Files.exists(Path.of("docs")) ? "docs" : "../docs");
            String text = Files.readString(documents.resolve("guides/" + guide + ".md"));
            BLOCK.matcher(text).results().map(block -> block.group(1)).forEach(blocks::add);
        }
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(5);
        List<String> arguments = new ArrayList<>(List.of(
                "-d",
                Files.createDirectory(folder.resolve("classes")).toString(),
                "-proc:none",
                "-cp",
                String.join(
                        File.pathSeparator,
                        Stream.of("java.class.path", "jdk.module.path")
                                .map(name -> System.getProperty(name, ""))
                                .toList())));
        arguments.add(Files.writeString(folder.resolve("Models.java"), MODELS).toString());
        for (String block : blocks) {
            Matcher named = CLASS.matcher(block);
            String name = named.results()
                    .map(MatchResult::group)
                    .findFirst()
                    .orElseThrow()
                    .replaceFirst(".* ", "");
            arguments.add(
                    Files.writeString(folder.resolve(name + ".java"), block).toString());
        }
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said, true);
        int failed = ToolProvider.findFirst("javac").orElseThrow().run(out, out, arguments.toArray(String[]::new));
        assertThat(failed).as(said.toString()).isZero();
    }
}
