package dev.hexadmin.bootstrap.configuration;

import java.net.URI;
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
 * @param twilio the SMS gateway's account
 * @param smtp the mail server
 * @param templates by name
 */
public record NotificationSettings(
        List<String> defaultChannels,
        List<String> fallbackChannels,
        String defaultSmsProvider,
        String defaultEmailProvider,
        Optional<Twilio> twilio,
        Optional<Smtp> smtp,
        Map<String, Template> templates) {
    /** The channels there are. */
    static final List<String> CHANNELS = List.of("in_app", "sms", "email");

    public NotificationSettings {
        defaultChannels = List.copyOf(defaultChannels);
        fallbackChannels = List.copyOf(fallbackChannels);
        templates = Map.copyOf(templates);
    }

    /** An account of the SMS gateway. */
    public record Twilio(String accountSid, String authToken, String fromNumber, URI baseUrl) {
        @Override
        public String toString() {
            return "Twilio[" + baseUrl + "]";
        }
    }

    /** A mail server. */
    public record Smtp(
            String host, int port, Optional<String> username, Optional<String> password, String fromAddress, Tls tls) {
        @Override
        public String toString() {
            return "Smtp[" + host + ":" + port + "]";
        }
    }

    /** How a connection to a mail server is protected. */
    public enum Tls {
        STARTTLS,
        TLS,
        NONE
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
