package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.wiring.InstallationCopy;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.copy.DatabaseCopy;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "copy",
        description = {
            "Copies everything into an empty database of any kind, such as from SQLite to PostgreSQL.",
            "Stop the server first. The database of the settings is not changed."
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class Copy implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions options;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "URL",
            description = "The empty database, such as postgresql://user:password@host:5432/name, mysql://… or"
                    + " sqlite:path/to/file.db.")
    private String to;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "The file with the password for a URL without one.")
    private @Nullable Path passwordFile;

    @Option(
            names = "--while-running",
            description = "Copies although a server may be running. What it writes meanwhile is not copied.")
    private boolean whileRunning;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        DatabaseSettings target = target();
        Settings settings = options.ofTables();
        SettingsOptions.requireFile(settings.connection());
        InstallationCopy.Done done = InstallationCopy.run(settings, target, whileRunning, new Lines(out));
        report(out, settings.connection(), target, done);
        return 0;
    }

    private DatabaseSettings target() {
        DatabaseSettings target;
        try {
            target = Persistence.settings(to, DatabaseSettings.DEFAULT_POOL_SIZE);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--to: " + e.getMessage(), e);
        }
        return passwordFile != null && target instanceof DatabaseSettings.Server server
                ? server.withPasswordFrom(passwordFile)
                : target;
    }

    /** A line for each table that has rows, and for every part of a large one. */
    private record Lines(PrintWriter out) implements DatabaseCopy.Progress {
        @Override
        public void copying(String table, long rows) {
            out.println("  " + table + ": " + counted(rows) + " so far");
        }

        @Override
        public void copied(String table, long rows) {
            if (rows > 0) {
                out.println(table + ": " + counted(rows));
            }
        }
    }

    private static String counted(long rows) {
        return String.format(Locale.ROOT, "%,d", rows).replace(',', ' ') + (rows == 1 ? " row" : " rows");
    }

    private static void report(
            PrintWriter out, DatabaseSettings source, DatabaseSettings target, InstallationCopy.Done done) {
        DatabaseCopy.Result copied = done.copied();
        out.println();
        out.println(target + " has " + counted(copied.rows()) + " in " + copied.tables() + " tables now. " + source
                + " is unchanged.");
        if (!copied.others().isEmpty()) {
            out.println("Not copied, because Hexadmin does not manage these tables: "
                    + String.join(", ", copied.others())
                    + ". Move those that you need with the tools of the databases.");
        }
        if (!copied.columns().isEmpty()) {
            out.println("Not copied, because these columns belong to no field: " + String.join(", ", copied.columns())
                    + ".");
        }
        out.println("Before you start the server:");
        out.println("- Set database.url, or DATABASE_URL, to the URL of --to.");
        out.println(done.secretKey()
                .map(file -> target instanceof DatabaseSettings.Embedded embedded
                        ? "- Copy " + file + " into the folder of " + embedded.file()
                                + ": secret_key has to stay the same."
                        : "- Set secret_key, or HEXADMIN_SECRET_KEY, to the text in " + file
                                + ": it has to stay the same.")
                .orElse("- Leave secret_key as it is."));
        done.files()
                .ifPresent(folder -> out.println("- Set files.path to " + folder + ", where the uploaded files are."));
        out.println("The first start builds the search indexes.");
    }
}
