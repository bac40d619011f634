package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.bootstrap.ConfigurationException.Problem;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.text.Nearest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Channels that the operator has listed, each once. Whether they are registered is known only after plugins are loaded,
 * so the positions of the names are stored for error messages. Equal when the names are equal.
 */
public final class ChannelNames {
    private final List<Channel> names;
    private final String key;
    private final Place place;

    /** @param key as the operator wrote it: a path, or a variable's name */
    ChannelNames(List<Channel> names, String key, Place place) {
        this.names = List.copyOf(names);
        this.key = key;
        this.place = place;
    }

    /** The names that are registered. */
    public List<Channel> among(MessageChannels registered) {
        return names.stream().filter(registered.all()::contains).toList();
    }

    /**
     * A problem for each that is not registered.
     *
     * @param unconfigured why a channel that was found is not registered, by name
     */
    public List<Problem> unknown(MessageChannels registered, Map<String, String> unconfigured) {
        List<String> all = registered.all().stream().map(Channel::word).toList();
        return names.stream()
                .filter(name -> registered.find(name).isEmpty())
                .map(name -> {
                    @Nullable String missing = unconfigured.get(name.word());
                    return missing == null
                            ? problem(
                                    YamlSource.shown(name.word()) + " is not one of " + registered.names(),
                                    Nearest.to(name.word(), all))
                            : problem("the channel '" + name + "' is not configured: " + missing, Optional.empty());
                })
                .toList();
    }

    private Problem problem(String message, Optional<String> nearest) {
        return new Problem(place.source(), place.line(), key, message, nearest);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ChannelNames channels && names.equals(channels.names);
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return names.toString();
    }
}
