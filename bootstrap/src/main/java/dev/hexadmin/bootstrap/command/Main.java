package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.logging.Logging;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The program {@code hexadmin}.
 *
 * <p>This class parses plain forms of {@code serve}; picocli parses everything else. Loading picocli takes longer than
 * the rest of the start, since the JVM's AOT cache cannot hold its classes.
 */
public final class Main {
    private Main() {}

    /** Runs a command and ends the process: exit code 0 success, 1 failure, 2 invalid usage or settings. */
    public static void main(String[] args) {
        System.exit(run(args, System.getenv()));
    }

    private static int run(String[] args, Map<String, String> environment) {
        Logging.keepUntilTheEnd();
        Logging.install(Logging.Format.TEXT); // serve configures logging by its settings
        StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        PrintWriter out = new PrintWriter(output, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        if (args.length == 1 && args[0].equals(Exercise.NAME)) {
            return guarded(err, () -> Exercise.run(out, err));
        }
        Optional<Serving.Arguments> serve = Serving.Arguments.plain(args);
        if (serve.isPresent()) {
            return guarded(err, () -> new Serving(serve.get(), environment, out, err).run());
        }
        int code = Commands.line(environment, new Passwords(System.in, System.console()))
                .setOut(out)
                .setErr(err)
                .execute(args);
        out.flush();
        return code == 0 ? output.report(err) : code;
    }

    /** A command that may throw any exception. */
    private interface Work {
        int run() throws Exception;
    }

    private static int guarded(PrintWriter err, Work work) {
        try {
            return work.run();
        } catch (Exception e) {
            return Failures.report(e, err);
        }
    }
}
