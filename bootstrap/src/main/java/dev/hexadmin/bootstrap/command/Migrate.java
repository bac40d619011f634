package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.bootstrap.wiring.SettingsCheck;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "migrate",
        description = {
            "Brings the database up to date: the built-in tables, and those of managed models.",
            "serve does the same when it starts with models that have changed."
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class Migrate implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions settings;

    @Option(names = "--plan", description = "Prints the SQL of what it would do, and changes nothing.")
    private boolean plan;

    @Option(
            names = "--drop",
            description = "Also drops the columns of managed tables that belong to no field, with their data.")
    private boolean drop;

    @Override
    public Integer call() {
        if (plan) {
            SettingsCheck.plan(settings.settings(), drop)
                    .forEach(line -> spec.commandLine().getOut().println(line));
            return 0;
        }
        SettingsCheck.migrate(settings.settings(), drop);
        try (Installation installation = settings.installation()) {
            int models = installation.models().size();
            spec.commandLine()
                    .getOut()
                    .println("The database is up to date, with " + models + (models == 1 ? " model" : " models")
                            + " besides the built-in ones.");
        }
        return 0;
    }
}
