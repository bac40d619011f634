package dev.hexadmin.bootstrap.configuration;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the operator decides about notifications.
 *
 * @param defaultChannels used by a notification that names none
 * @param fallbackChannels tried in order when a channel has failed
 * @param defaultSmsProvider by name
 * @param defaultEmailProvider by name
 * @param sms what is said about SMS providers, by name
 * @param email what is said about e-mail providers, by name
 * @param templates by name
 */
public record NotificationSettings(
        List<String> defaultChannels,
        List<String> fallbackChannels,
        String defaultSmsProvider,
        String defaultEmailProvider,
        Map<String, ProviderSettings> sms,
        Map<String, ProviderSettings> email,
        Map<String, Template> templates) {
    /** The channels there are. */
    static final List<String> CHANNELS = List.of("in_app", "sms", "email");

    public NotificationSettings {
        defaultChannels = List.copyOf(defaultChannels);
        fallbackChannels = List.copyOf(fallbackChannels);
        sms = Map.copyOf(sms);
        email = Map.copyOf(email);
        templates = Map.copyOf(templates);
    }

    /**
     * Texts with {@code {placeholder}}, and <code>{{</code> and <code>}}</code> for literal braces.
     *
     * @param title of the notification
     * @param body of the notification
     * @param smsBody instead of {@code body} in an SMS
     * @param emailSubject instead of {@code title} in an e-mail
     * @param emailHtml the HTML part of an e-mail
     */
    public record Template(
            String title,
            String body,
            Optional<String> smsBody,
            Optional<String> emailSubject,
            Optional<String> emailHtml) {}
}
