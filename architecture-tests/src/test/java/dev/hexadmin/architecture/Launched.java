package dev.hexadmin.architecture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The real program, started by its launcher in a separate folder. */
final class Launched implements AutoCloseable {
    /** Variables for servers that live for seconds: the optimizing compiler would cost more than it gives. */
    static final Map<String, String> SHORT_LIVED = Map.of("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");

    private static final String LISTENING = "Listening on ";

    private final Process process;
    private final Path errors;
    private final CompletableFuture<String> url = new CompletableFuture<>();

    private Launched(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
    }

    /** Runs {@code ./hexadmin} with these arguments, no variables of this process but the ones given. */
    static Launched start(Path folder, Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(repository().resolve("hexadmin").toString());
        command.addAll(List.of(arguments));
        return run(folder, environment, command);
    }

    /** Runs another program, which says where it listens as the launcher does. */
    static Launched run(Path folder, Map<String, String> environment, List<String> command) throws IOException {
        Path errors = folder.resolve("errors.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("HEXADMIN_") || name.equals("DATABASE_URL"));
        builder.environment().putAll(environment);
        Launched launched = new Launched(builder.start(), errors);
        Thread.ofVirtual().start(launched::read);
        return launched;
    }

    static Path repository() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder.getParent() != null && !Files.isDirectory(folder.resolve("architecture-tests"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines()
                    .filter(line -> line.startsWith(LISTENING))
                    .forEach(line -> url.complete(line.substring(LISTENING.length())));
        } catch (IOException e) {
            url.completeExceptionally(e);
        }
        url.completeExceptionally(new IllegalStateException("it ended without listening"));
    }

    /** Where it listens, once it does. */
    String url() throws IOException, InterruptedException {
        try {
            return url.get(2, TimeUnit.MINUTES);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("not listening: " + errors(), e);
        }
    }

    /** What it wrote to standard error so far. */
    String errors() throws IOException {
        return Files.readString(errors);
    }

    /** Sends SIGTERM and waits for the end. */
    int stop() throws InterruptedException {
        process.destroy();
        return exit();
    }

    /** Sends SIGKILL and waits for the end. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Waits for the end. */
    int exit() throws InterruptedException {
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("it does not end");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
