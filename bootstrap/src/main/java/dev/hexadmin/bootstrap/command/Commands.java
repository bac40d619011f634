package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.Version;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** All commands, with their help. */
@Command(
        name = "hexadmin",
        description = "An admin API and panel over your database.",
        mixinStandardHelpOptions = true,
        versionProvider = Commands.OfProduct.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Commands of the launcher:",
            "  image            Makes a folder with the program and a Java runtime of its own.",
            "  test, build      In a checkout: runs all tests; builds without starting.",
        },
        subcommands = {
            Serve.class,
            CreateSuperuser.class,
            ChangePassword.class,
            ListUsers.class,
            Introspect.class,
            Migrate.class,
            Copy.class,
            PrintOpenApi.class,
            PrintSchema.class,
            Check.class,
            ListPlugins.class
        })
final class Commands {
    private Commands() {}

    /** The output of {@code --version}. */
    static final class OfProduct implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"hexadmin " + Version.OF_PRODUCT};
        }
    }

    /** The command line with these variables and this source of passwords. */
    static CommandLine line(Map<String, String> environment, Passwords passwords) {
        CommandLine line = new CommandLine(new Commands(), new CommandFactory(environment, passwords));
        line.setExpandAtFiles(false);
        line.setExecutionExceptionHandler((failure, command, parsed) -> Failures.report(failure, command.getErr()));
        line.setParameterExceptionHandler((failure, args) -> {
            PrintWriter err = failure.getCommandLine().getErr();
            err.println("hexadmin: " + failure.getMessage());
            CommandLine.UnmatchedArgumentException.printSuggestions(failure, err);
            err.println("Try 'hexadmin --help'.");
            return Failures.WRONG_USE;
        });
        return line;
    }
}
