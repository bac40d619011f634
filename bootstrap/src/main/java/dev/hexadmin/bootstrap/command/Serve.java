package dev.hexadmin.bootstrap.command;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "serve",
        description = "Runs the server until it is stopped (SIGTERM, Ctrl-C); running requests are finished first.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class Serve implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions options;

    @Option(names = "--host", paramLabel = "HOST", description = "The address to listen on (127.0.0.1).")
    private @Nullable String host;

    @Option(names = "--port", paramLabel = "PORT", description = "The port to listen on (8080); 0 chooses a free one.")
    private @Nullable String port;

    @Option(
            names = "--demo",
            description =
                    "An example shop: its configuration, unless a file is named, and its records, into empty tables.")
    private boolean demo;

    @Override
    public Integer call() throws InterruptedException {
        return new Serving(
                        new Serving.Arguments(
                                options.config(), Optional.ofNullable(host), Optional.ofNullable(port), demo),
                        options.environment(),
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr())
                .run();
    }
}
