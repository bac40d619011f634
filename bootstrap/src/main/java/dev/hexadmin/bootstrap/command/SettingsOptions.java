package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.bootstrap.wiring.Platform;
import dev.hexadmin.bootstrap.wiring.Registrations;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The sources of a command's settings. */
final class SettingsOptions {
    private final Map<String, String> environment;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file; hexadmin.yaml in the working directory when it is not given.")
    private @Nullable String config;

    SettingsOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Reads the settings from environment and file. */
    Settings settings() {
        return Settings.load(overrides(), environment, Path.of(""));
    }

    /** The same for a command that only reads the tables of the database. */
    Settings ofTables() {
        return Settings.ofTables(overrides(), environment, Path.of(""));
    }

    private Map<String, String> overrides() {
        return config == null ? Map.of() : Map.of("config", config);
    }

    Optional<String> config() {
        return Optional.ofNullable(config);
    }

    Map<String, String> environment() {
        return environment;
    }

    /** The same for a command that needs a database with something in it. */
    Installation existing() {
        Settings read = settings();
        requireFile(read.connection());
        return Installation.open(read, Registrations.NONE, Platform.DEFAULT);
    }

    /**
     * Makes sure that opening the database does not create it.
     *
     * @throws CommandFailedException if its file is missing
     */
    static void requireFile(DatabaseSettings database) {
        if (database instanceof DatabaseSettings.Embedded embedded && !Files.exists(embedded.file())) {
            throw new CommandFailedException("There is no database " + embedded.file()
                    + ". Run the command where the server runs, or name its configuration file with --config or"
                    + " its database with DATABASE_URL.");
        }
    }

    /** Opens and migrates the database that the settings name. */
    Installation installation() {
        return Installation.open(settings(), Registrations.NONE, Platform.DEFAULT);
    }
}
