package dev.hexadmin.notify.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one provider; unknown keys are rejected. An empty text counts as unset. Errors are {@link
 * IllegalArgumentException}s whose message begins with the key, as {@code application.spi} requires; a message never
 * contains the value.
 */
public final class KnownSettings {
    private final Map<String, String> values;

    public KnownSettings(Map<String, String> values, List<String> known) {
        this.values = Map.copyOf(values);
        this.values.keySet().stream()
                .sorted()
                .filter(key -> !known.contains(key))
                .findFirst()
                .ifPresent(key -> {
                    throw wrong(key, "unknown key; the keys are " + String.join(", ", known));
                });
    }

    public Optional<String> text(String key) {
        @Nullable String value = values.get(key);
        return value == null || value.isBlank() ? Optional.empty() : Optional.of(value.strip());
    }

    public String needed(String key) {
        return text(key).orElseThrow(() -> wrong(key, "this setting is required"));
    }

    public int number(String key, int minimum, int maximum, int usual) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return usual;
        }
        try {
            int number = Integer.parseInt(text.get());
            if (number >= minimum && number <= maximum) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw wrong(key, "a whole number from " + minimum + " to " + maximum + " is expected");
    }

    /** One of {@code words}; the first is the default. */
    public String word(String key, List<String> words) {
        String word = text(key).orElse(words.getFirst());
        if (!words.contains(word)) {
            throw wrong(key, "one of " + String.join(", ", words) + " is expected");
        }
        return word;
    }

    /** An {@code http} or {@code https} URL with a host and without credentials or a fragment. */
    public Optional<URI> url(String key) {
        return text(key).map(text -> {
            try {
                URI url = new URI(text);
                if (List.of("http", "https").contains(String.valueOf(url.getScheme()))
                        && url.getHost() != null
                        && url.getRawUserInfo() == null
                        && url.getRawFragment() == null) {
                    return url;
                }
            } catch (URISyntaxException e) {
                // reported below
            }
            throw wrong(key, "an http or https URL is expected");
        });
    }

    public static IllegalArgumentException wrong(String key, String message) {
        return new IllegalArgumentException(key + ": " + message);
    }
}
