package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.ConfigurationException.Problem;
import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Template;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings of notification channels, providers and templates.
 *
 * @param defaultChannels channels of a notification that names none
 * @param fallbackChannels attempted in order when a channel has failed
 * @param providers provider settings by the channel's name
 * @param channels settings of third-party channels by name
 * @param templates by name
 */
public record NotificationSettings(
        ChannelNames defaultChannels,
        ChannelNames fallbackChannels,
        Map<String, Providers> providers,
        Map<String, ProviderSettings> channels,
        Map<String, Template> templates) {

    /**
     * Settings of a channel's providers.
     *
     * @param preferred the default provider, when the operator names one
     * @param settings by name
     */
    public record Providers(Optional<Preferred> preferred, Map<String, ProviderSettings> settings) {
        static final Providers NOTHING = new Providers(Optional.empty(), Map.of());

        public Providers {
            settings = Map.copyOf(settings);
        }
    }

    /**
     * The default provider. Equal when the name is equal, regardless of position.
     *
     * @param key as the operator wrote it: a path, or a variable's name
     */
    public record Preferred(String name, Place place, String key) {
        /** A problem at the position of the setting. */
        public Problem problem(String message, Optional<String> nearest) {
            return new Problem(place.source(), place.line(), key, message, nearest);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Preferred preferred && name.equals(preferred.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    public NotificationSettings {
        providers = Map.copyOf(providers);
        channels = Map.copyOf(channels);
        templates = Map.copyOf(templates);
    }

    /** The same settings, with a name for the sender of mails where none is configured. */
    NotificationSettings sentBy(String name) {
        Providers mail = providers(Channel.EMAIL);
        @Nullable ProviderSettings smtp = mail.settings().get("smtp");
        if (smtp == null || smtp.values().containsKey("from_name")) {
            return this;
        }
        Map<String, ProviderSettings> named = new LinkedHashMap<>(mail.settings());
        named.put("smtp", smtp.with("from_name", name));
        Map<String, Providers> all = new LinkedHashMap<>(providers);
        all.put(Channel.EMAIL.word(), new Providers(mail.preferred(), named));
        return new NotificationSettings(defaultChannels, fallbackChannels, all, channels, templates);
    }

    /** The provider settings of a channel. */
    public Providers providers(Channel channel) {
        @Nullable Providers configured = providers.get(channel.word());
        return configured == null ? Providers.NOTHING : configured;
    }
}
