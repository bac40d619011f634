package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.domain.notifications.Backoff;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Template;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the operator decides about notifications.
 *
 * @param defaultChannels used by a notification that names none
 * @param fallbackChannels tried in order when a channel has failed
 * @param defaultSmsProvider by name, when the operator names one
 * @param defaultEmailProvider by name, when the operator names one
 * @param sms what is said about SMS providers, by name
 * @param email what is said about e-mail providers, by name
 * @param templates by name
 * @param deadline how long a caller waits for channels to be tried
 * @param backoff when failed tries are repeated
 * @param maxFollowers sockets and event streams on one server at most
 * @param maxFollowersPerUser those of one user
 * @param maxFollowersPerAddress those from one client address
 * @param lease after what time a message that a dead server was sending is tried again
 */
public record NotificationSettings(
        List<Channel> defaultChannels,
        List<Channel> fallbackChannels,
        Optional<String> defaultSmsProvider,
        Optional<String> defaultEmailProvider,
        Map<String, ProviderSettings> sms,
        Map<String, ProviderSettings> email,
        Map<String, Template> templates,
        Duration deadline,
        Backoff backoff,
        Duration lease,
        int maxFollowers,
        int maxFollowersPerUser,
        int maxFollowersPerAddress) {
    public NotificationSettings {
        defaultChannels = List.copyOf(defaultChannels);
        fallbackChannels = List.copyOf(fallbackChannels);
        sms = Map.copyOf(sms);
        email = Map.copyOf(email);
        templates = Map.copyOf(templates);
    }
}
