package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.notifications.MessageProviders;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.ProviderSettings;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.plugins.Plugins;
import dev.hexadmin.bootstrap.plugins.Plugins.Found;
import dev.hexadmin.domain.notifications.Backoff;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Template;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Who carries messages. A provider is used when it is configured; the console's, which only prints, when the settings
 * name it.
 */
final class Messages {
    private static final String CONSOLE = "console";

    private Messages() {}

    static NotificationsSettings settings(Settings settings, Map<String, Template> registered) {
        Map<String, Template> templates =
                new LinkedHashMap<>(settings.notifications().templates());
        templates.putAll(registered);
        List<Channel> channels = settings.get(Setting.NOTIFICATIONS_DEFAULT_CHANNELS);
        Duration first = settings.get(Setting.NOTIFICATIONS_FIRST_RETRY);
        Duration longest = Backoff.USUAL.longest();
        NotificationsSettings usual = NotificationsSettings.usual();
        return new NotificationsSettings(
                channels.isEmpty() ? List.of(Channel.IN_APP) : channels,
                settings.get(Setting.NOTIFICATIONS_FALLBACK_CHANNELS),
                templates,
                settings.get(Setting.NOTIFICATIONS_DEADLINE),
                new Backoff(
                        settings.get(Setting.NOTIFICATIONS_TRIES),
                        first,
                        longest.compareTo(first) < 0 ? first : longest),
                usual.breaker(),
                usual.triesAtOnce(),
                settings.get(Setting.NOTIFICATIONS_LEASE),
                usual.givenUpAfter(),
                usual.eventsKept(),
                usual.logsKept());
    }

    /** @throws ConfigurationException when a default is named that cannot be used */
    static void check(Plugins plugins, Settings settings) {
        List<ConfigurationException.Problem> problems = new ArrayList<>();
        unusable("sms", settings.given(Setting.NOTIFICATIONS_DEFAULT_SMS_PROVIDER), plugins.smsProviders())
                .ifPresent(problems::add);
        unusable("email", settings.given(Setting.NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER), plugins.emailProviders())
                .ifPresent(problems::add);
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    /** @throws ConfigurationException when a default is named that cannot be used */
    static void register(MessageProviders providers, Plugins plugins, Settings settings) {
        check(plugins, settings);
        register(
                plugins.smsProviders(),
                settings.notifications().sms(),
                settings.given(Setting.NOTIFICATIONS_DEFAULT_SMS_PROVIDER),
                providers::registerSms,
                providers::setDefaultSms);
        register(
                plugins.emailProviders(),
                settings.notifications().email(),
                settings.given(Setting.NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER),
                providers::registerEmail,
                providers::setDefaultEmail);
    }

    private static <P> void register(
            List<Found<P>> found,
            Map<String, ProviderSettings> said,
            Optional<String> named,
            BiConsumer<String, P> register,
            Consumer<String> makeDefault) {
        for (Found<P> each : found) {
            boolean meant =
                    !each.name().equals(CONSOLE) || said.containsKey(CONSOLE) || named.equals(Optional.of(CONSOLE));
            if (each.missing().isEmpty() && meant) {
                register.accept(each.name(), each.provider());
            }
        }
        named.ifPresent(makeDefault);
    }

    private static <P> Optional<ConfigurationException.Problem> unusable(
            String channel, Optional<String> named, List<Found<P>> found) {
        if (named.isEmpty()) {
            return Optional.empty();
        }
        Optional<Found<P>> provider =
                found.stream().filter(each -> each.name().equals(named.get())).findFirst();
        String key = "notifications.default_" + channel + "_provider";
        if (provider.isEmpty()) {
            String names = String.join(", ", found.stream().map(Found::name).toList());
            return Optional.of(problem(key, "there is no provider '" + named.get() + "'; there are " + names));
        }
        return provider.get()
                .missing()
                .map(missing -> problem(key, "the provider '" + named.get() + "' is not configured: " + missing));
    }

    private static ConfigurationException.Problem problem(String key, String message) {
        return new ConfigurationException.Problem("notifications", OptionalInt.empty(), key, message, Optional.empty());
    }
}
