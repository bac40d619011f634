package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.bootstrap.wiring.SettingsCheck;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.List;
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
            "serve does the same when it starts."
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class Migrate implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions settings;

    @Option(
            names = "--plan",
            description = "Prints the SQL that the tables of managed models need, and changes nothing.")
    private boolean plan;

    @Override
    public Integer call() {
        if (plan) {
            return printPlan();
        }
        try (Installation installation = settings.installation()) {
            spec.commandLine()
                    .getOut()
                    .println("The database is up to date, with "
                            + installation.models().size() + " models besides the built-in ones.");
        }
        return 0;
    }

    private int printPlan() {
        Settings read = settings.settings();
        if (read.connection() instanceof DatabaseSettings.Embedded embedded && !Files.exists(embedded.file())) {
            throw new CommandFailedException(
                    "There is no database " + embedded.file() + "; the first start creates all tables.");
        }
        PrintWriter out = spec.commandLine().getOut();
        List<String> statements = SettingsCheck.plan(read);
        statements.forEach(statement -> out.println(statement + ";"));
        if (statements.isEmpty()) {
            out.println("-- The tables match the models.");
        }
        return 0;
    }
}
