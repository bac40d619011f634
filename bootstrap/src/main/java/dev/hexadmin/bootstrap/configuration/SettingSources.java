package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.OidcProvider;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.domain.text.Nearest;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * The value of each setting in all sources, as text or as nodes of the file. Unknown keys, variables and overrides are
 * problems that suggest the nearest known name.
 */
final class SettingSources {
    /** The setting that names the file; it is not allowed in the file itself. */
    private static final String CONFIG = "config";

    private static final String CONFIG_VARIABLE = "HEXADMIN_CONFIG";
    private static final String DEFAULT_FILE = "hexadmin.yaml";

    /** Variables of the launcher, which the server does not read. */
    private static final Set<String> LAUNCHER_VARIABLES = Set.of("HEXADMIN_JAVA_OPTS", "HEXADMIN_AOT");

    private final Overrides overrides;
    private final Map<String, String> environment;
    private final Problems problems;
    private final Map<String, SourceValue> fromFile = new HashMap<>();
    private final Map<String, Node> structures = new HashMap<>();
    private final ProviderSources providers;
    private final List<OidcProvider> registered;
    private YamlSource file;

    /**
     * The source with the highest precedence.
     *
     * @param values by key; {@code config} names the file
     */
    record Overrides(Map<String, String> values, Place place) {}

    /**
     * The value of a setting in one source.
     *
     * @param texts one, or any number for a list
     * @param name as the operator wrote it: a key, or a variable
     */
    record SourceValue(List<String> texts, Place place, String name) {
        String text() {
            return texts.getFirst();
        }

        boolean isEmpty() {
            return texts.size() == 1 && texts.getFirst().isEmpty();
        }
    }

    /** @param registered the identity providers of an embedding program */
    SettingSources(
            Overrides overrides, Map<String, String> environment, Problems problems, List<OidcProvider> registered) {
        this.registered = registered;
        this.overrides = overrides;
        this.environment = environment;
        this.problems = problems;
        this.file = new YamlSource(DEFAULT_FILE, problems);
        this.providers = new ProviderSources(this, problems);
    }

    /**
     * Reads the file and checks all sources for unknown names.
     *
     * @param folder where relative paths start, and {@code hexadmin.yaml} is looked for
     * @param usual read instead of {@code hexadmin.yaml}
     */
    void read(Path folder, Optional<Settings.Text> usual) {
        readFile(folder, usual);
        refuseUnknownVariables();
        refuseUnknownOverrides();
    }

    private void readFile(Path folder, Optional<Settings.Text> usual) {
        @Nullable String named = overrides.values().get(CONFIG);
        Place namedBy = overrides.place();
        if (named == null) {
            named = environment.get(CONFIG_VARIABLE);
            namedBy = Place.ENVIRONMENT;
        }
        boolean explicit = named != null && !named.isEmpty();
        if (!explicit && usual.isPresent()) {
            file = new YamlSource(usual.get().name(), problems);
            file.root(usual.get().yaml()).ifPresent(root -> walk(root, ""));
            return;
        }
        String name = named == null || named.isEmpty() ? DEFAULT_FILE : named;
        file = new YamlSource(name, problems);
        String text;
        try {
            text = Files.readString(folder.resolve(name));
        } catch (NoSuchFileException e) {
            if (explicit) {
                problems.add(
                        namedBy,
                        namedBy.equals(Place.ENVIRONMENT) ? CONFIG_VARIABLE : CONFIG,
                        "there is no file " + name);
            }
            return;
        } catch (CharacterCodingException e) {
            problems.add(Place.file(name), "", "the file is not UTF-8");
            return;
        } catch (IOException | InvalidPathException e) {
            problems.add(Place.file(name), "", "the file cannot be read");
            return;
        }
        file.root(text.startsWith("\uFEFF") ? text.substring(1) : text).ifPresent(root -> walk(root, ""));
    }

    private void walk(Node node, String group) {
        file.members(node, group).forEach((name, value) -> {
            String key = YamlSource.join(group, name);
            Optional<SettingDefinition<?>> setting = SettingTable.of(key);
            if (setting.isEmpty() && (SettingTable.isGroup(key) || ProviderSources.isGroup(key))) {
                if (!YamlSource.isNull(value)) {
                    walk(value, key);
                }
            } else if (setting.isEmpty() && ProviderSources.isGroup(group)) {
                providers.take(file, group, name, value);
            } else if (setting.isEmpty()) {
                problems.add(file.place(value), key, "this key is unknown", nearestKey(group, name));
            } else if (!YamlSource.isNull(value)) {
                take(setting.get(), value);
            }
        });
    }

    private void take(SettingDefinition<?> setting, Node value) {
        String key = setting.key();
        if (setting.variable().isEmpty()) {
            structures.put(key, value);
        } else {
            Optional<List<String>> texts = setting.type().isList()
                    ? file.scalars(value, key)
                    : file.scalar(value, key).map(List::of);
            texts.ifPresent(all -> fromFile.put(key, new SourceValue(all, file.place(value), key)));
        }
    }

    /**
     * Searches the siblings first, then all keys for the same last name, as for {@code port} instead of {@code
     * server.port}.
     */
    private static Optional<String> nearestKey(String group, String name) {
        Optional<String> neighbour = Nearest.to(name, SettingTable.below(group));
        Optional<String> elsewhere = SettingTable.keys().stream()
                .filter(key -> key.substring(key.lastIndexOf('.') + 1).equals(name))
                .findFirst();
        return neighbour.isPresent() && elsewhere.isEmpty()
                ? neighbour.map(near -> YamlSource.join(group, near))
                : elsewhere.or(() -> Nearest.to(YamlSource.join(group, name), SettingTable.keys()));
    }

    private void refuseUnknownVariables() {
        List<String> variables = SettingTable.variables();
        variables.addFirst(CONFIG_VARIABLE);
        environment.keySet().stream().sorted().forEach(name -> {
            if (name.startsWith(SettingDefinition.PREFIX)
                    && !variables.contains(name)
                    && !LAUNCHER_VARIABLES.contains(name)
                    && !isClientSecret(name)
                    && !providers.takeVariable(name, environment.get(name))) {
                String bare = name.substring(SettingDefinition.PREFIX.length()).toLowerCase(Locale.ROOT);
                Optional<SettingDefinition<?>> plain = SettingTable.all().stream()
                        .filter(setting -> setting.key().replace('.', '_').equals(bare))
                        .findFirst();
                if (plain.isPresent() && plain.get().variable().isEmpty()) {
                    problems.add(Place.ENVIRONMENT, name, "this can only be set in the configuration file");
                } else {
                    problems.add(
                            Place.ENVIRONMENT,
                            name,
                            "this variable is unknown",
                            plain.or(() -> SettingTable.all().stream()
                                            .filter(setting -> setting.key().endsWith("." + bare))
                                            .findFirst())
                                    .flatMap(SettingDefinition::variable)
                                    .or(() -> Nearest.to(name, variables)));
                }
            }
        });
    }

    /** Whether a variable is the secret of a known identity provider. */
    private boolean isClientSecret(String variable) {
        return registered.stream().anyMatch(one -> variable.equals(IdentityProvidersReader.variable(one.name())))
                || structure(SettingTable.IDENTITY_PROVIDERS).filter(MappingNode.class::isInstance).stream()
                        .flatMap(node -> ((MappingNode) node).getValue().stream())
                        .anyMatch(tuple -> tuple.getKeyNode() instanceof ScalarNode name
                                && variable.equals(IdentityProvidersReader.variable(name.getValue())));
    }

    private void refuseUnknownOverrides() {
        overrides.values().keySet().stream().sorted().forEach(key -> {
            boolean known =
                    SettingTable.of(key).flatMap(SettingDefinition::variable).isPresent();
            if (!known
                    && !key.equals(CONFIG)
                    && !providers.takeOverride(key, overrides.values().get(key), overrides.place())) {
                boolean identityProvider = overrides.place().equals(Place.BUILDER)
                        && (key + ".").startsWith(SettingTable.IDENTITY_PROVIDERS.key() + ".");
                problems.add(
                        overrides.place(),
                        key,
                        identityProvider
                                ? "this setting is unknown; give the identity provider with oidc(OidcProvider)"
                                : "this setting is unknown",
                        identityProvider ? Optional.empty() : Nearest.to(key, SettingTable.keys()));
            }
        });
    }

    /** The value in the first source that has the setting. */
    Optional<SourceValue> given(SettingDefinition<?> setting) {
        Optional<SourceValue> inFile = Optional.ofNullable(fromFile.get(setting.key()));
        Optional<SourceValue> variable =
                setting.variable().flatMap(name -> outside(setting, environment.get(name), Place.ENVIRONMENT, name));
        return outside(setting, overrides.values().get(setting.key()), overrides.place(), setting.key())
                .or(() -> setting.isFileFirst() ? inFile.or(() -> variable) : variable.or(() -> inFile))
                .filter(given -> !given.isEmpty());
    }

    /** An empty variable counts as unset: compose files and service managers often pass empty variables. */
    private static Optional<SourceValue> outside(
            SettingDefinition<?> setting, @Nullable String text, Place place, String name) {
        return text == null || text.isEmpty()
                ? Optional.empty()
                : Optional.of(new SourceValue(setting.texts(text), place, name));
    }

    /** The node of a setting that only the file can have. */
    Optional<Node> structure(SettingDefinition<Void> setting) {
        return Optional.ofNullable(structures.get(setting.key()));
    }

    /** The settings of each channel's providers, by the channel's name. */
    Map<String, NotificationSettings.Providers> providers() {
        return providers.read();
    }

    /** The settings of the channels, by their names. */
    Map<String, ProviderSettings> channels() {
        return providers.channels();
    }

    /** The providers of OpenID Connect: those of the file, then those of the program. */
    List<IdentityProviderSettings> identityProviders() {
        List<IdentityProviderSettings> all = new ArrayList<>();
        structure(SettingTable.IDENTITY_PROVIDERS)
                .map(node -> new IdentityProvidersReader(file, environment)
                        .read(node, SettingTable.IDENTITY_PROVIDERS.key()))
                .ifPresent(all::addAll);
        for (OidcProvider one : registered) {
            if (all.stream().anyMatch(other -> other.provider().name().equals(one.name()))) {
                problems.add(
                        Place.BUILDER,
                        YamlSource.join(SettingTable.IDENTITY_PROVIDERS.key(), one.name()),
                        "there is another identity provider '" + one.name() + "' in the file");
            }
            all.add(IdentityProviderSettings.of(
                    one,
                    Optional.ofNullable(environment.get(IdentityProvidersReader.variable(one.name())))
                            .filter(secret -> !secret.isEmpty())));
        }
        return all;
    }

    YamlSource file() {
        return file;
    }

    /** Reports a problem at the position of a setting. */
    void problem(SettingDefinition<?> setting, String message, Optional<String> nearest) {
        Optional<SourceValue> given = given(setting);
        problems.add(
                given.map(SourceValue::place).orElse(Place.file(file.name())),
                given.map(SourceValue::name).orElse(setting.key()),
                message,
                nearest);
    }
}
