package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.configuration.ConfigurationSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "schema",
        description = "Prints the JSON Schema of hexadmin.yaml, for editors. Reads no settings.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class PrintSchema implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().println(ConfigurationSchema.write());
        return 0;
    }
}
