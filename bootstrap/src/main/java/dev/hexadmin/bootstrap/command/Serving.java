package dev.hexadmin.bootstrap.command;

import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.logging.Logging;
import dev.hexadmin.bootstrap.plugins.DemoData;
import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.bootstrap.wiring.Platform;
import dev.hexadmin.bootstrap.wiring.Registrations;
import dev.hexadmin.bootstrap.wiring.Server;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.Account;
import dev.hexadmin.http.HttpAdapter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The life of a server, from its start to the signal that stops it. */
final class Serving {
    private static final Duration FIRST_USER = Duration.ofSeconds(1);

    private final Arguments arguments;
    private final Map<String, String> environment;
    private final PrintWriter out;
    private final PrintWriter err;
    private final AtomicReference<@Nullable Server> opened = new AtomicReference<>();

    Serving(Arguments arguments, Map<String, String> environment, PrintWriter out, PrintWriter err) {
        this.arguments = arguments;
        this.environment = environment;
        this.out = out;
        this.err = err;
    }

    /** The options of the command line. */
    record Arguments(Optional<String> config, Optional<String> host, Optional<String> port, boolean demo) {
        /** Parses {@code serve} with its long options, each at most once; empty when there is anything else. */
        static Optional<Arguments> plain(String[] args) {
            if (args.length == 0 || !args[0].equals("serve")) {
                return Optional.empty();
            }
            Map<String, String> given = new LinkedHashMap<>();
            boolean demo = false;
            for (int i = 1; i < args.length; i++) {
                switch (args[i]) {
                    case "--demo" -> demo = true;
                    case "--config", "--host", "--port" -> {
                        if (i + 1 == args.length
                                || args[i + 1].startsWith("-")
                                || given.put(args[i], args[i + 1]) != null) {
                            return Optional.empty();
                        }
                        i++;
                    }
                    default -> {
                        return Optional.empty();
                    }
                }
            }
            return Optional.of(new Arguments(
                    Optional.ofNullable(given.get("--config")),
                    Optional.ofNullable(given.get("--host")),
                    Optional.ofNullable(given.get("--port")),
                    demo));
        }
    }

    /** Runs the server; returns only when it could not start. */
    int run() throws InterruptedException {
        // Handles the signals that end a process: closes everything and exits with code 0.
        Thread stop = new Thread(
                () -> {
                    close();
                    Runtime.getRuntime().halt(0);
                },
                "hexadmin-stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            start();
        } catch (RuntimeException e) {
            failed(stop);
            throw e;
        }
        new CountDownLatch(1).await();
        return 0;
    }

    /** Starts the server and prints where it listens; when it throws, {@link #close} closes what it has opened. */
    Server start() {
        Optional<DemoData> demo = arguments.demo() ? Optional.of(demo()) : Optional.empty();
        Settings settings = settings(demo);
        Logging.install(
                switch (settings.get(Setting.LOG_FORMAT)) {
                    case TEXT -> Logging.Format.TEXT;
                    case JSON -> Logging.Format.JSON;
                });
        Server server = Server.open(settings, Registrations.NONE, Platform.DEFAULT);
        opened.set(server);
        Installation installation = server.installation();
        Optional<DemoData> loaded = demo.filter(data -> load(data, installation, err));
        loaded.ifPresent(data -> saveViews(data, installation));
        server.start();
        loaded.ifPresent(data -> saveFiles(data, installation));
        out.println("Listening on " + server.url());
        out.flush();
        setUp(server);
        return server;
    }

    /** Closes the server if it is open. */
    void close() {
        @Nullable Server server = opened.getAndSet(null);
        if (server != null) {
            server.close();
        }
    }

    /** Closes what a failed start has opened, unless a signal does that already. */
    private void failed(Thread stop) {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException e) {
            return; // a signal arrived first, and its hook closes everything
        }
        close();
    }

    private static DemoData demo() {
        return DemoData.find()
                .orElseThrow(() -> new CommandFailedException(
                        "--demo needs a module with a demo beside the program's own, and there is none."));
    }

    private Settings settings(Optional<DemoData> demo) {
        Map<String, String> overrides = new LinkedHashMap<>();
        arguments.config().ifPresent(file -> overrides.put("config", value("--config", file)));
        arguments.host().ifPresent(host -> overrides.put("server.host", value("--host", host)));
        arguments.port().ifPresent(port -> overrides.put("server.port", value("--port", port)));
        return demo.map(data -> Settings.load(overrides, environment, Path.of(""), data.configuration()))
                .orElseGet(() -> Settings.load(overrides, environment, Path.of("")));
    }

    /** Throws for an empty text, such as that of a variable that a script has not set. */
    private static String value(String option, String given) {
        if (given.isBlank()) {
            throw new ConfigurationException(new ConfigurationException.Problem(option, "", "a value is missing"));
        }
        return given;
    }

    /** Whether the records were loaded now. */
    private static boolean load(DemoData demo, Installation installation, PrintWriter err) {
        return switch (demo.load(installation.persistence().bulkLoad(), installation.registry(), err)) {
            case LOADED -> true;
            case NOT_EMPTY -> {
                err.println("The demo's tables already have rows; nothing was loaded.");
                yield false;
            }
            case OTHER_MODELS ->
                throw new CommandFailedException(
                        "--demo has records for its own models, and these settings have other models.");
        };
    }

    private static void saveFiles(DemoData demo, Installation installation) {
        Thread.ofPlatform()
                .daemon()
                .name("demo-files")
                .start(() -> demo.saveFiles(
                        installation.persistence().bulkLoad(),
                        installation.registry(),
                        installation.files().uploading(),
                        installation.persistence().files(),
                        installation.persistence().unitOfWork()));
    }

    /** The views belong to the first user, whom the set-up link may create later. */
    private static void saveViews(DemoData demo, Installation installation) {
        ManagingUsers users = installation.identity().managingUsers();
        Thread.ofVirtual().name("demo-views").start(() -> {
            try {
                while (users.empty()) {
                    Thread.sleep(FIRST_USER);
                }
            } catch (InterruptedException e) {
                return;
            }
            Account first = users.list(new Actor.Operator("demo")).getFirst();
            demo.saveViews(
                    installation.persistence().savedViews(),
                    installation.persistence().unitOfWork(),
                    first.id());
        });
    }

    private void setUp(Server server) {
        server.installation()
                .identity()
                .managingUsers()
                .createSetupToken()
                .ifPresent(token -> err.println("No user exists yet. Make the first one " + command()
                        + "on this page, whose link works once:\n  "
                        + server.url()
                        + HttpAdapter.setupLink(server.installation().settings().get(Setting.ADMIN_PATH), token)));
    }

    /** The command opens the database that its own settings name, which are not those of the demo. */
    private String command() {
        return arguments.demo() && arguments.config().isEmpty()
                ? ""
                : "with 'hexadmin createsuperuser"
                        + arguments.config().map(file -> " --config " + file).orElse("") + "', or ";
    }
}
