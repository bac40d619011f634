package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.ConfigurationException.Problem;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.domain.models.ModelDefinition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The models of a configuration file. Equal when the definitions are equal, regardless of position.
 *
 * @param definitions those without a feature flag, or whose flag is on
 * @param places the positions of models, their options and their fields in the file, by path
 */
public record ConfiguredModels(List<ModelDefinition> definitions, Map<String, Place> places) {
    /** No models. */
    static final ConfiguredModels NONE = new ConfiguredModels(List.of(), Map.of());

    private static final Pattern MODEL = Pattern.compile("model '([^']*)'(?:: |, (?=field '))(.*)", Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("field '([^']*)'[ :].*", Pattern.DOTALL);
    private static final Pattern OPTION = Pattern.compile("'([a-z_]+)' .*", Pattern.DOTALL);

    public ConfiguredModels {
        definitions = List.copyOf(definitions);
        places = Map.copyOf(places);
    }

    /** A message of the models as a problem: one about a model of the file has the position and the words of the file. */
    public Problem problem(String message) {
        Matcher model = MODEL.matcher(message);
        if (!model.matches() || definitions.stream().noneMatch(one -> one.name().equals(model.group(1)))) {
            return new Problem("models", "", message);
        }
        String path = YamlSource.join(SettingTable.MODELS.key(), model.group(1));
        String rule = ModelsReader.words(model.group(2));
        @Nullable Place place = places.get(named(path, rule));
        if (place == null) {
            place = places.get(path);
        }
        return place == null
                ? new Problem("models", "", ModelsReader.words(message))
                : new Problem(place.source(), place.line(), path, rule, Optional.empty());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConfiguredModels models && definitions.equals(models.definitions);
    }

    @Override
    public int hashCode() {
        return definitions.hashCode();
    }

    /** The path of the field or the option of a model with which a message begins, or else of the model. */
    static String named(String path, String rule) {
        Matcher field = FIELD.matcher(rule);
        if (field.matches()) {
            return path + ".fields." + field.group(1);
        }
        Matcher option = OPTION.matcher(rule);
        return option.matches() ? path + "." + option.group(1) : path;
    }
}
