package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.bootstrap.configuration.ProviderSettings.Said;
import dev.hexadmin.bootstrap.configuration.SettingSources.Given;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/**
 * What the sources say about providers and channels of messages. They check it themselves; those of others have any keys.
 */
final class ProviderSources {
    /** Where channels stand that are not built in. */
    static final String CHANNELS = "notifications.channels";

    private static final Pattern DEFAULT = Pattern.compile("notifications\\.default_([a-z_]+)_provider");
    /** The settings that name a default provider, by the name of the channel. */
    private static final Map<String, SettingDefinition<?>> DEFAULTS = defaults();

    private static final List<String> GROUPS = Stream.concat(
                    DEFAULTS.keySet().stream().map(ProviderSources::group), Stream.of(CHANNELS))
            .toList();
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    private final SettingSources sources;
    private final Problems problems;
    private final Map<String, External> externals = new TreeMap<>();

    /**
     * A provider that is not built in.
     *
     * @param place where its group begins
     */
    private record External(Place place, Map<String, Said> said) {}

    ProviderSources(SettingSources sources, Problems problems) {
        this.sources = sources;
        this.problems = problems;
    }

    private static Map<String, SettingDefinition<?>> defaults() {
        Map<String, SettingDefinition<?>> defaults = new LinkedHashMap<>();
        for (SettingDefinition<?> setting : SettingTable.all()) {
            Matcher key = DEFAULT.matcher(setting.key());
            if (key.matches()) {
                defaults.put(key.group(1), setting);
            }
        }
        return defaults;
    }

    private static String group(String channel) {
        return "notifications." + channel;
    }

    /** Whether providers stand directly below {@code key}. */
    static boolean isGroup(String key) {
        return GROUPS.contains(key);
    }

    /** Whether the setting is one of a provider, which reads and checks it itself. */
    static boolean isOfProvider(String key) {
        return GROUPS.stream().anyMatch(group -> key.startsWith(group + "."));
    }

    /** The JSON Schema of a provider that is not built in. */
    static Map<String, Object> schema() {
        return JsonSchema.named(JsonSchema.text());
    }

    /** A provider in the file. */
    void take(YamlSource file, String group, String name, Node value) {
        String path = YamlSource.join(group, name);
        if (!NAME.matcher(name).matches()) {
            problems.add(file.place(value), path, "the name of a provider has the form " + NAME);
            return;
        }
        External external = new External(file.place(value), new TreeMap<>());
        externals.put(path, external);
        if (!YamlSource.isNull(value)) {
            file.members(value, path).forEach((key, node) -> {
                String whole = YamlSource.join(path, key);
                if (!YamlSource.isNull(node)) {
                    file.scalar(node, whole)
                            .ifPresent(text -> external.said().put(key, new Said(text, file.place(node), whole)));
                }
            });
        }
    }

    /**
     * A variable about a provider that is not built in. Its name ends where that of a provider does which the file, or a
     * default provider, names; else with the first word.
     *
     * @return whether it is one
     */
    boolean takeVariable(String variable, @Nullable String text) {
        for (String group : GROUPS) {
            String prefix = SettingDefinition.variable(group) + "_";
            if (variable.startsWith(prefix)) {
                String rest = variable.substring(prefix.length()).toLowerCase(Locale.ROOT);
                Optional<String> known = names(group)
                        .filter(name -> rest.startsWith(name + "_"))
                        .max(Comparator.comparingInt(String::length));
                String name = known.orElse(rest.contains("_") ? rest.substring(0, rest.indexOf('_')) : rest);
                String key = rest.substring(Math.min(rest.length(), name.length() + 1));
                return take(group, name, key, text, Place.ENVIRONMENT, variable);
            }
        }
        return false;
    }

    private Stream<String> names(String group) {
        return Stream.of(
                        SettingTable.below(group).stream(),
                        externals.keySet().stream()
                                .filter(path -> path.startsWith(group + "."))
                                .map(path -> path.substring(group.length() + 1)),
                        DEFAULTS.values().stream().flatMap(setting -> sources.given(setting).map(Given::text).stream()))
                .flatMap(each -> each);
    }

    /** Whether an override is about a provider that is not built in; it is taken then. */
    boolean takeOverride(String path, @Nullable String text, Place place) {
        for (String group : GROUPS) {
            String[] parts = path.startsWith(group + ".")
                    ? path.substring(group.length() + 1).split("\\.", -1)
                    : new String[0];
            if (parts.length == 2) {
                return take(group, parts[0], parts[1], text, place, path);
            }
        }
        return false;
    }

    /** Whether there can be such a setting. What is taken later wins. */
    private boolean take(String group, String name, String key, @Nullable String text, Place place, String written) {
        if (key.isEmpty()
                || !NAME.matcher(name).matches()
                || SettingTable.below(group).contains(name)) {
            return false;
        }
        if (text != null && !text.isEmpty()) {
            externals
                    .computeIfAbsent(YamlSource.join(group, name), path -> new External(place, new TreeMap<>()))
                    .said()
                    .put(key, new Said(text, place, written));
        }
        return true;
    }

    /** What is said about the providers of each channel that has some, by the channel's name. */
    Map<String, NotificationSettings.Providers> read() {
        Map<String, NotificationSettings.Providers> all = new TreeMap<>();
        DEFAULTS.forEach((channel, setting) -> all.put(
                channel,
                new NotificationSettings.Providers(sources.given(setting).map(Given::text), read(group(channel)))));
        return all;
    }

    /** What is said about the providers of a group, by their names. */
    Map<String, ProviderSettings> read(String group) {
        Map<String, ProviderSettings> providers = new TreeMap<>();
        for (String name : SettingTable.below(group)) {
            String path = YamlSource.join(group, name);
            Map<String, Said> said = new TreeMap<>();
            for (String each : SettingTable.below(path)) {
                SettingTable.of(YamlSource.join(path, each))
                        .flatMap(sources::given)
                        .ifPresent(given -> said.put(each, new Said(given.text(), given.place(), given.name())));
            }
            if (!said.isEmpty()) {
                Place place = said.values().iterator().next().place();
                providers.put(name, new ProviderSettings(path, place, said));
            }
        }
        externals.forEach((path, external) -> {
            if (path.startsWith(group + ".")) {
                providers.put(
                        path.substring(group.length() + 1),
                        new ProviderSettings(path, external.place(), external.said()));
            }
        });
        return providers;
    }
}
