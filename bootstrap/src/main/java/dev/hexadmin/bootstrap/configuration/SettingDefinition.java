package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.Setting;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One setting: its name, type, default, check and text. Immutable.
 *
 * @param <T> the type of its value
 */
public final class SettingDefinition<T> implements Setting<T> {
    static final String PREFIX = "HEXADMIN_";

    private final String key;
    private final Optional<String> variable;
    private final ConfigType<T> type;
    private final String defaultText;
    private final Optional<T> defaultValue;
    private final String text;

    private SettingDefinition(
            String key, Optional<String> variable, ConfigType<T> type, String defaultText, String text) {
        this.key = key;
        this.variable = variable;
        this.type = type;
        this.defaultText = defaultText;
        this.defaultValue = defaultText.isEmpty() && !type.isList()
                ? Optional.empty()
                : type.read(texts(type, defaultText), (message, nearest) -> {
                    throw new IllegalStateException(key + ": " + message);
                });
        this.text = text;
    }

    /**
     * A setting whose variable is derived from its key.
     *
     * @param key dotted path in the file
     * @param defaultText as written in the file; {@code ""} for none
     * @param text description for the documentation, in Markdown
     */
    public static <T> SettingDefinition<T> setting(String key, ConfigType<T> type, String defaultText, String text) {
        return setting(key, variable(key), type, defaultText, text);
    }

    /** A setting with its own variable name. */
    public static <T> SettingDefinition<T> setting(
            String key, String variable, ConfigType<T> type, String defaultText, String text) {
        return new SettingDefinition<>(key, Optional.of(variable), type, defaultText, text);
    }

    /** A setting that only the configuration file can have. */
    static SettingDefinition<Void> structure(String key, ConfigType<Void> type, String text) {
        return new SettingDefinition<>(key, Optional.empty(), type, "", text);
    }

    /** The definition behind a constant of {@link Setting}. */
    static <T> SettingDefinition<T> of(Setting<T> setting) {
        if (setting instanceof SettingDefinition<T> definition) {
            return definition;
        }
        throw new IllegalArgumentException("'" + setting.key() + "' is not a constant of Setting");
    }

    /** The environment variable that is derived from a key. */
    static String variable(String key) {
        return PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    /**
     * The value as written in the file.
     *
     * @throws IllegalArgumentException when the value is not valid
     */
    public static <T> String write(Setting<T> setting, T value) {
        try {
            return of(setting).type.write(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + setting.key() + "': " + e.getMessage(), e);
        }
    }

    private static List<String> texts(ConfigType<?> type, String text) {
        return type.isList()
                ? Arrays.stream(text.split(","))
                        .map(String::strip)
                        .filter(part -> !part.isEmpty())
                        .toList()
                : List.of(text);
    }

    /** The parts of a text from a variable or the command line: one, or any number for a list. */
    List<String> texts(String given) {
        return texts(type, given);
    }

    @Override
    public String key() {
        return key;
    }

    /** The environment variable; empty for a setting that only the file can have. */
    Optional<String> variable() {
        return variable;
    }

    ConfigType<T> type() {
        return type;
    }

    String defaultText() {
        return defaultText;
    }

    /** The default as it would be in the file: a number, a boolean, a text or a list of texts. */
    Object defaultJson() {
        return switch (defaultValue.orElseThrow()) {
            case Integer number -> number;
            case Boolean flag -> flag;
            case Duration seconds -> (int) seconds.toSeconds();
            case List<?> list -> texts(defaultText);
            default -> defaultText;
        };
    }

    Optional<T> defaultValue() {
        return defaultValue;
    }

    String text() {
        return text;
    }

    /** Whether the file takes precedence over the variable (contract, clarification 12.1). */
    boolean isFileFirst() {
        return key.equals("cache_enabled") || key.equals("cache_ttl");
    }

    @Override
    public String toString() {
        return key;
    }
}
