package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program on the {@code PATH} that a test runs.
 *
 * @param path its file
 */
record CommandLineTool(Path path) {
    /** The program of this name; the test is skipped if it is not installed. */
    static CommandLineTool named(String name) {
        Optional<Path> found = Stream.of(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1))
                .map(each -> Path.of(each, name))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(found.isPresent(), name + " is not installed");
        return new CommandLineTool(found.orElseThrow());
    }

    /** The program's output. The test fails unless the program ends with exit code 0 within five minutes. */
    String run(Path folder, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        List<String> command = new ArrayList<>(List.of(path.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(process.waitFor())
                .as(String.join(" ", command) + "\n" + text)
                .isZero();
        return text;
    }
}
