package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.bootstrap.wiring.Platform;
import dev.hexadmin.bootstrap.wiring.Registrations;
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

    /** Opens and migrates the database that the settings name. */
    Installation installation() {
        return Installation.open(settings(), Registrations.NONE, Platform.DEFAULT);
    }
}
