package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.domain.notifications.Template;
import java.util.Map;

/**
 * What the operator decides about providers of messages and templates.
 *
 * @param sms what is said about SMS providers, by name
 * @param email what is said about e-mail providers, by name
 * @param templates by name
 */
public record NotificationSettings(
        Map<String, ProviderSettings> sms, Map<String, ProviderSettings> email, Map<String, Template> templates) {
    public NotificationSettings {
        sms = Map.copyOf(sms);
        email = Map.copyOf(email);
        templates = Map.copyOf(templates);
    }
}
