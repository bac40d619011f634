package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.bootstrap.configuration.ProviderSettings.SettingText;
import dev.hexadmin.bootstrap.configuration.SettingSources.SourceValue;
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
 * Settings of providers and channels in all sources. Providers check their settings themselves; third-party ones may
 * have any keys.
 */
final class ProviderSources {
    /** The path of third-party channels. */
    static final String CHANNELS = "notifications.channels";

    private static final String NOTIFICATIONS = "notifications";
    private static final Pattern DEFAULT = Pattern.compile("notifications\\.default_([a-z_]+)_provider");
    /** The settings that name a default provider, by the name of the channel. */
    private static final Map<String, SettingDefinition<?>> DEFAULTS = defaults();

    private static final List<String> GROUPS = Stream.concat(
                    DEFAULTS.keySet().stream().map(ProviderSources::group), Stream.of(CHANNELS))
            .toList();
    /** The built-in channels with settings of their own. */
    private static final List<String> BUILT_IN_CHANNELS = SettingTable.below(NOTIFICATIONS).stream()
            .filter(name -> SettingTable.of(group(name)).isEmpty() && !GROUPS.contains(group(name)))
            .toList();

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    private final SettingSources sources;
    private final Problems problems;
    private final Map<String, External> externals = new TreeMap<>();

    /**
     * A third-party provider.
     *
     * @param place where its group begins
     */
    private record External(Place place, Map<String, SettingText> texts) {}

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
        return YamlSource.join(NOTIFICATIONS, channel);
    }

    /** Whether {@code key} is a group of providers. */
    static boolean isGroup(String key) {
        return GROUPS.contains(key);
    }

    /** The names of the groups of providers directly below a group. */
    static List<String> below(String group) {
        return GROUPS.stream()
                .filter(each -> each.substring(0, each.lastIndexOf('.')).equals(group))
                .map(each -> each.substring(each.lastIndexOf('.') + 1))
                .toList();
    }

    /** Whether the setting belongs to a provider or a channel, which parses and checks it. */
    static boolean isOfProvider(String key) {
        return Stream.concat(GROUPS.stream(), BUILT_IN_CHANNELS.stream().map(ProviderSources::group))
                .anyMatch(group -> key.startsWith(group + "."));
    }

    /** The JSON Schema of a third-party provider. */
    static Map<String, Object> schema() {
        return JsonSchema.named(JsonSchema.text());
    }

    /** Reads a provider in the file. */
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
                            .ifPresent(
                                    text -> external.texts().put(key, new SettingText(text, file.place(node), whole)));
                }
            });
        }
    }

    /**
     * Reads a variable of a third-party provider. The provider's name in it ends like that of a provider in the file or
     * of a default provider; otherwise it is the first word.
     *
     * @return whether the variable belongs to such a provider
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
                        DEFAULTS.values().stream()
                                .flatMap(setting -> sources.given(setting).map(SourceValue::text).stream()))
                .flatMap(each -> each);
    }

    /** Reads an override of a third-party provider; returns whether it is one. */
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

    /** Whether such a setting can exist. Later sources take precedence. */
    private boolean take(String group, String name, String key, @Nullable String text, Place place, String written) {
        if (key.isEmpty()
                || !NAME.matcher(name).matches()
                || SettingTable.below(group).contains(name)) {
            return false;
        }
        if (text != null && !text.isEmpty()) {
            externals
                    .computeIfAbsent(YamlSource.join(group, name), path -> new External(place, new TreeMap<>()))
                    .texts()
                    .put(key, new SettingText(text, place, written));
        }
        return true;
    }

    /** The settings of each channel's providers, by the channel's name. */
    Map<String, NotificationSettings.Providers> read() {
        Map<String, NotificationSettings.Providers> all = new TreeMap<>();
        DEFAULTS.forEach((channel, setting) -> all.put(
                channel,
                new NotificationSettings.Providers(
                        sources.given(setting)
                                .map(given ->
                                        new NotificationSettings.Preferred(given.text(), given.place(), given.name())),
                        read(group(channel)))));
        return all;
    }

    /** The settings of the channels, by their names. */
    Map<String, ProviderSettings> channels() {
        Map<String, ProviderSettings> channels = read(CHANNELS);
        channels.putAll(known(NOTIFICATIONS, BUILT_IN_CHANNELS));
        return channels;
    }

    /** The settings of a group's providers, by their names. */
    private Map<String, ProviderSettings> read(String group) {
        Map<String, ProviderSettings> providers = known(group, SettingTable.below(group));
        externals.forEach((path, external) -> {
            if (path.startsWith(group + ".")) {
                providers.put(
                        path.substring(group.length() + 1),
                        new ProviderSettings(path, external.place(), external.texts()));
            }
        });
        return providers;
    }

    /** The settings in {@link SettingTable} of those that have any. */
    private Map<String, ProviderSettings> known(String group, List<String> names) {
        Map<String, ProviderSettings> known = new TreeMap<>();
        for (String name : names) {
            String path = YamlSource.join(group, name);
            Map<String, SettingText> texts = new TreeMap<>();
            for (String each : SettingTable.below(path)) {
                SettingTable.of(YamlSource.join(path, each))
                        .flatMap(sources::given)
                        .ifPresent(
                                given -> texts.put(each, new SettingText(given.text(), given.place(), given.name())));
            }
            if (!texts.isEmpty()) {
                Place place = texts.values().iterator().next().place();
                known.put(name, new ProviderSettings(path, place, texts));
            }
        }
        return known;
    }
}
