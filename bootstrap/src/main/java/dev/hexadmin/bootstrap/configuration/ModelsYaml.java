package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.type.ValueType.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads and writes models as the {@code models} of a configuration file: output reads back equal. */
public final class ModelsYaml {
    private ModelsYaml() {}

    /**
     * Parses a text that has only {@code models:} at its root.
     *
     * @param name of the text in messages
     * @throws ConfigurationException with all problems
     */
    public static List<ModelDefinition> read(String name, String text, Set<String> features) {
        Problems problems = new Problems();
        YamlSource source = new YamlSource(name, problems);
        List<ModelDefinition> models = new ArrayList<>();
        source.root(text)
                .ifPresent(root -> source.section(root, "", List.of(SettingTable.MODELS.key()))
                        .node(SettingTable.MODELS.key())
                        .ifPresent(node -> models.addAll(new ModelsReader(source, features)
                                .read(node, SettingTable.MODELS.key())
                                .definitions())));
        problems.check();
        return models;
    }

    /**
     * Parses a field's default.
     *
     * @throws IllegalArgumentException when the field cannot hold it
     */
    public static DefaultValue defaultValue(FieldDefinition field, String text) {
        if (field.valueType().takes(Option.NOW) && text.equals(DefaultReader.NOW)) {
            return new DefaultValue.Now();
        }
        DefaultReader.Outcome outcome = DefaultReader.constant(field, text, Optional.empty());
        return outcome.value()
                .orElseThrow(() -> new IllegalArgumentException("field '" + field.name() + "': 'defaultValue': "
                        + outcome.problem().orElse("it holds nothing")));
    }

    /** Writes models as YAML, with {@code models:} at the root. Options with their default value are omitted. */
    public static String write(List<ModelDefinition> models) {
        return new ModelsWriter().write(models);
    }

    /** A text that is equal for equal models, on every server. It is made at each start, faster than YAML. */
    public static String canonical(List<ModelDefinition> models) {
        return new ModelsWriter().canonical(models);
    }
}
