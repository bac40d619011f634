package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.ConfigurationException.Problem;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.domain.text.Nearest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one provider as text; only the provider can check them. The position of each value is stored, so that
 * an error of the provider is reported with the position. Equal when keys and values are equal, regardless of position.
 */
public final class ProviderSettings {
    private static final Pattern ABOUT_A_KEY = Pattern.compile("([a-z][a-z0-9_]*): (.*)", Pattern.DOTALL);

    private final String path;
    private final Place place;
    private final Map<String, SettingText> texts;

    /**
     * One value.
     *
     * @param key as the operator wrote it: a path, or a variable's name
     */
    record SettingText(String text, Place place, String key) {}

    /**
     * @param path such as {@code notifications.sms.twilio}
     * @param place of the whole group
     */
    ProviderSettings(String path, Place place, Map<String, SettingText> texts) {
        this.path = path;
        this.place = place;
        this.texts = Map.copyOf(texts);
    }

    /** By key. */
    public Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        texts.forEach((key, value) -> values.put(key, value.text()));
        return values;
    }

    /** The same settings with one more. */
    ProviderSettings with(String key, String text) {
        Map<String, SettingText> more = new LinkedHashMap<>(texts);
        more.put(key, new SettingText(text, place, path + "." + key));
        return new ProviderSettings(path, place, more);
    }

    /** Converts a provider's error to a problem at the key with which the message begins, if it begins with one. */
    public Problem refused(String message) {
        Matcher about = ABOUT_A_KEY.matcher(message);
        if (!about.matches()) {
            return problem(place, path, message, Optional.empty());
        }
        @Nullable SettingText value = texts.get(about.group(1));
        if (value != null) {
            return problem(value.place(), value.key(), about.group(2), Optional.empty());
        }
        String key = path + "." + about.group(1);
        return problem(
                place,
                place.equals(Place.ENVIRONMENT) ? SettingDefinition.variable(key) : key,
                about.group(2),
                Optional.empty());
    }

    /** Reports that the provider, or the channel, of these settings does not exist. */
    public Problem unknown(Collection<String> names) {
        return problem(
                place,
                path,
                path.startsWith("notifications.channels.")
                        ? "there is no channel of this name"
                        : "there is no provider of this name",
                Nearest.to(path.substring(path.lastIndexOf('.') + 1), names));
    }

    private static Problem problem(Place place, String key, String message, Optional<String> nearest) {
        return new Problem(place.source(), place.line(), key, message, nearest);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ProviderSettings settings
                && path.equals(settings.path)
                && values().equals(settings.values());
    }

    @Override
    public int hashCode() {
        return path.hashCode() * 31 + values().hashCode();
    }

    /** The text form without the values: some are secrets, and only the provider knows which. */
    @Override
    public String toString() {
        return path + texts.keySet();
    }
}
