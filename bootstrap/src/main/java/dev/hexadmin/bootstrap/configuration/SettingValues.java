package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.Setting;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The values of settings that are given; the others have their defaults. Immutable.
 *
 * @param given by key, each of the type of its setting
 */
record SettingValues(Map<String, Object> given) {
    SettingValues {
        given = Map.copyOf(given);
    }

    /** The given value of a setting. */
    @SuppressWarnings("unchecked") // the type of each setting parsed its value
    <T> Optional<T> given(Setting<T> setting) {
        @Nullable Object value = given.get(setting.key());
        return value == null ? Optional.empty() : Optional.of((T) value);
    }

    /** The given value, or the default. */
    <T> Optional<T> find(Setting<T> setting) {
        return given(setting).or(SettingDefinition.of(setting)::defaultValue);
    }

    /** The value of a setting that has a default. */
    <T> T get(Setting<T> setting) {
        return find(setting).orElseThrow(() -> new IllegalStateException(setting.key() + " has no value"));
    }
}
