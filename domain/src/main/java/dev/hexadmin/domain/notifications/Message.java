package dev.hexadmin.domain.notifications;

import dev.hexadmin.domain.models.JsonText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message.
 *
 * @param text may be empty with a template, whose body takes precedence
 * @param channels names, validated later; absent: the default channels of the settings
 * @param title takes precedence over the template's
 * @param template the name of a template in the settings
 * @param context values for the template's placeholders: String, Boolean, Long, Double, BigInteger, BigDecimal; any
 *     other value, including null, is a violation
 * @param data for programs, sent unchanged
 */
public record Message(
        String text,
        Optional<List<String>> channels,
        Optional<String> title,
        Optional<String> template,
        Map<String, @Nullable Object> context,
        Optional<JsonText> data) {
    public Message {
        channels = channels.map(List::copyOf);
        context = Collections.unmodifiableMap(new LinkedHashMap<>(context));
    }

    /** A text on the default channels. */
    public static Message of(String title, String text) {
        return new Message(text, Optional.empty(), Optional.of(title), Optional.empty(), Map.of(), Optional.empty());
    }
}
