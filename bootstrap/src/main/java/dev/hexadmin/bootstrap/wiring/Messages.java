package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.MessageProviders;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.spi.ChannelProvider;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.NotificationSettings;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.plugins.InstalledProvider;
import dev.hexadmin.bootstrap.plugins.Plugins;
import dev.hexadmin.domain.notifications.Backoff;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.domain.text.Nearest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses the providers of messages. A provider is used when it is configured; the console's, which only prints, when
 * the settings name it.
 */
final class Messages {
    private static final String CONSOLE = "console";

    private Messages() {}

    static NotificationsSettings settings(
            MessageChannels channels, Settings settings, Map<String, Template> registered) {
        Map<String, Template> templates =
                new LinkedHashMap<>(settings.notifications().templates());
        templates.putAll(registered);
        List<Channel> chosen = settings.notifications().defaultChannels().among(channels);
        Duration first = settings.get(Setting.NOTIFICATIONS_FIRST_RETRY);
        Duration longest = Backoff.USUAL.longest();
        NotificationsSettings usual = NotificationsSettings.usual();
        return new NotificationsSettings(
                channels,
                chosen.isEmpty() ? List.of(channels.inbox()) : chosen,
                settings.notifications().fallbackChannels().among(channels),
                templates,
                settings.get(Setting.NOTIFICATIONS_DEADLINE),
                new NotificationsSettings.Attempts(
                        new Backoff(
                                settings.get(Setting.NOTIFICATIONS_TRIES),
                                first,
                                longest.compareTo(first) < 0 ? first : longest),
                        usual.attempts().breaker(),
                        usual.attempts().atOnce(),
                        settings.get(Setting.NOTIFICATIONS_LEASE),
                        usual.attempts().givenUpAfter()),
                new NotificationsSettings.Retention(
                        usual.retention().events(), usual.retention().logs(), settings.notificationRetention()));
    }

    /**
     * The channels on which messages can be sent.
     *
     * @throws ConfigurationException when a configured channel or default provider cannot be used
     */
    static MessageChannels channels(Plugins plugins, NotificationSettings settings) {
        MessageChannels channels = plugins.registered();
        Map<String, String> unconfigured = new LinkedHashMap<>();
        plugins.channels().forEach(each -> each.missing().ifPresent(missing -> unconfigured.put(each.name(), missing)));
        List<ConfigurationException.Problem> problems = new ArrayList<>();
        problems.addAll(settings.defaultChannels().unknown(channels, unconfigured));
        problems.addAll(settings.fallbackChannels().unknown(channels, unconfigured));
        plugins.providers(MailBrand.PRODUCT)
                .forEach((channel, found) -> unusable(channel, settings, found).ifPresent(problems::add));
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return channels;
    }

    /** Registers the configured providers of built-in channels. */
    static void register(MessageProviders providers, Plugins plugins, NotificationSettings settings, MailBrand brand) {
        plugins.providers(brand).forEach((channel, found) -> {
            Optional<String> named = settings.providers(channel).preferred().map(NotificationSettings.Preferred::name);
            for (InstalledProvider<ChannelProvider> each : found) {
                boolean meant = !each.name().equals(CONSOLE)
                        || settings.providers(channel).settings().containsKey(CONSOLE)
                        || named.equals(Optional.of(CONSOLE));
                if (each.missing().isEmpty() && meant) {
                    providers.register(channel, each.provider());
                }
            }
            named.ifPresent(name -> providers.setDefault(channel, name));
        });
    }

    private static Optional<ConfigurationException.Problem> unusable(
            Channel channel, NotificationSettings settings, List<InstalledProvider<ChannelProvider>> found) {
        return settings.providers(channel).preferred().flatMap(preferred -> {
            List<String> names = found.stream().map(InstalledProvider::name).toList();
            return found.stream()
                    .filter(each -> each.name().equals(preferred.name()))
                    .findFirst()
                    .map(provider -> provider.missing()
                            .map(missing -> preferred.problem(
                                    "the provider '" + preferred.name() + "' is not configured: " + missing,
                                    Optional.empty())))
                    .orElseGet(() -> Optional.of(preferred.problem(
                            "there is no provider '" + preferred.name() + "'; there are " + String.join(", ", names),
                            Nearest.to(preferred.name(), names))));
        });
    }
}
