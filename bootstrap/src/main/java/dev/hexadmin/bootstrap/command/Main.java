package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.logging.Logging;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The program {@code hexadmin}.
 *
 * <p>Plain forms of {@code serve} are read here, everything else by picocli, which alone would take longer than the rest
 * of the start: its classes are of a form that the Java machine's AOT cache leaves out.
 */
public final class Main {
    private Main() {}

    /** Runs a command and ends the process: 0 done, 1 failed, 2 wrong usage or settings. */
    public static void main(String[] args) {
        System.exit(run(args, System.getenv()));
    }

    private static int run(String[] args, Map<String, String> environment) {
        Logging.keepUntilTheEnd();
        Logging.install(Logging.Format.TEXT); // serve installs what its settings say
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        if (args.length == 1 && args[0].equals(Exercise.NAME)) {
            return guarded(err, Exercise::run);
        }
        Optional<Serving.Arguments> serve = Serving.Arguments.plain(args);
        if (serve.isPresent()) {
            return guarded(err, () -> new Serving(serve.get(), environment, out, err).run());
        }
        return Commands.line(environment, new Passwords(System.in, System.console()))
                .setOut(out)
                .setErr(err)
                .execute(args);
    }

    /** What may end with any exception. */
    private interface Work {
        int run() throws Exception;
    }

    private static int guarded(PrintWriter err, Work work) {
        try {
            return work.run();
        } catch (Exception e) {
            return Failures.tell(e, err);
        }
    }
}
