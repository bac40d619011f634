package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.wiring.Installation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "check",
        description = "Reads the settings and says what is wrong with them. Opens no database.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class Check implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions options;

    @Override
    public Integer call() {
        Settings settings = options.settings();
        Installation.check(settings);
        spec.commandLine()
                .getOut()
                .println("The settings are fine: " + settings.models().size() + " models in the file, "
                        + settings.database().connection() + ", listening on "
                        + settings.server().host() + " port "
                        + settings.server().port() + ".");
        return 0;
    }
}
