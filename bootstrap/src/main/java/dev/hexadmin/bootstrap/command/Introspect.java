package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.ConfigurationSchema;
import dev.hexadmin.bootstrap.configuration.ModelDifferences;
import dev.hexadmin.bootstrap.configuration.ModelsYaml;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "introspect",
        description = "Prints models for the tables that have none, ready for a configuration file. Changes nothing.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class Introspect implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions settings;

    @Option(
            names = "--diff",
            description =
                    "Prints how the tables differ from the models of the configuration file instead, and exits with"
                            + " 1 if they do.")
    private boolean diff;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Settings read = settings.ofTables();
        DatabaseSettings database = read.connection();
        SettingsOptions.requireFile(database);
        try (Persistence persistence = Persistence.open(database)) {
            if (diff) {
                return differences(
                        out,
                        read.models(),
                        persistence.tables(read.get(Setting.DATABASE_SCHEMAS)),
                        persistence.heldAsNumbers(),
                        persistence.heldAsTexts());
            }
            out.println(ConfigurationSchema.REFERENCE);
            out.print(ModelsYaml.write(persistence.introspect(read.models(), read.get(Setting.DATABASE_SCHEMAS))));
            out.flush();
        }
        return 0;
    }

    private static int differences(
            PrintWriter out,
            List<ModelDefinition> models,
            List<ModelDefinition> tables,
            Set<FieldType> heldAsNumbers,
            Set<FieldType> heldAsTexts) {
        List<String> lines = ModelDifferences.of(models, tables, heldAsNumbers, heldAsTexts);
        lines.forEach(out::println);
        List<String> unused = ModelDifferences.unused(models, tables);
        if (!unused.isEmpty()) {
            out.println("# Tables without a model: " + String.join(", ", unused));
        }
        out.flush();
        return lines.isEmpty() ? 0 : 1;
    }
}
