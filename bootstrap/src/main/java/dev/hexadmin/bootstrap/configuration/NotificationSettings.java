package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Template;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the operator decides about channels and providers of messages and templates.
 *
 * @param defaultChannels used by a notification that names none
 * @param fallbackChannels tried in order when a channel has failed
 * @param providers what is said about the providers of a channel, by the channel's name
 * @param channels what is said about channels that are not built in, by name
 * @param templates by name
 */
public record NotificationSettings(
        ChannelNames defaultChannels,
        ChannelNames fallbackChannels,
        Map<String, Providers> providers,
        Map<String, ProviderSettings> channels,
        Map<String, Template> templates) {

    /**
     * What is said about the providers of a channel.
     *
     * @param preferred the default provider, when the operator names one
     * @param settings by name
     */
    public record Providers(Optional<String> preferred, Map<String, ProviderSettings> settings) {
        static final Providers NOTHING = new Providers(Optional.empty(), Map.of());

        public Providers {
            settings = Map.copyOf(settings);
        }
    }

    public NotificationSettings {
        providers = Map.copyOf(providers);
        channels = Map.copyOf(channels);
        templates = Map.copyOf(templates);
    }

    /** What is said about the providers of a channel. */
    public Providers providers(Channel channel) {
        @Nullable Providers said = providers.get(channel.word());
        return said == null ? Providers.NOTHING : said;
    }
}
