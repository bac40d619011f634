package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.wiring.SettingsCheck;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "check",
        description = {"Checks the settings and reports problems.", "Opens the database only with --database."},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class Check implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions options;

    @Option(
            names = "--database",
            description = "Also checks the models against the tables of the database, and suggests indexes for"
                    + " what lists were asked for. Changes nothing.")
    private boolean database;

    @Override
    public Integer call() {
        Settings settings = options.settings();
        SettingsCheck.check(settings);
        if (database) {
            checkDatabase(settings).forEach(line -> spec.commandLine().getOut().println(line));
        }
        int models = settings.models().size();
        spec.commandLine()
                .getOut()
                .println("The settings are valid: " + models + (models == 1 ? " model" : " models") + " in the file, "
                        + settings.connection() + ", listening on "
                        + settings.get(Setting.HOST) + " port "
                        + settings.get(Setting.PORT) + ".");
        return 0;
    }

    private static List<String> checkDatabase(Settings settings) {
        SettingsOptions.requireFile(settings.connection());
        return SettingsCheck.checkDatabase(settings);
    }
}
