package dev.hexadmin.application.spi;

import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.TemplatePart;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A custom channel for messages. Found by {@link java.util.ServiceLoader}, or provided by a plugin; a channel without
 * settings whose {@link #configure} throws is not registered. A registered channel can be named wherever the built-in
 * ones can: in calls, settings, preferences, the log, the panel and the OpenAPI document.
 *
 * <p>Thread-safe. All methods but {@link #configure} may be called at any time, from several threads; they return the
 * same result each time and do not block, except {@link #refused}. A channel that holds resources, such as connections,
 * implements {@link
 * AutoCloseable}, too, and is closed when Hexadmin stops.
 *
 * @since 0.1
 */
public interface MessageChannel {
    /**
     * The name, as in {@code "channels": ["pager"]}: {@code [a-z][a-z0-9_]*}, 1..{@value Channel#LONGEST} characters.
     * It is stored with each message, so it must not change. Two channels with one name stop the start.
     */
    String name();

    /** The name as a value. */
    default Channel channel() {
        return new Channel(name());
    }

    /** Its name in the panel: {@code Pager}. */
    String label();

    /** A sentence for the page on which users choose their channels: where its messages arrive. */
    String description();

    /** {@link #label} by language; unset: that text. */
    default Label labels() {
        return Label.of(label()).asMessage();
    }

    /** {@link #description} by language; unset: that text. */
    default Label descriptions() {
        return Label.of(description()).asMessage();
    }

    /** The kind of address to which it sends; empty when the id of the user is sufficient. */
    default Optional<AddressKind> address() {
        return Optional.empty();
    }

    /**
     * Checks addresses that a call gives or a user sets, before anything is stored, such as the hosts of URLs. May block
     * for a few seconds; not called inside a transaction of the program. A provider checks them again when it sends.
     *
     * @param addresses each {@linkplain AddressKind#matches is valid}
     * @return those to which this channel must not send, each with the reason as a sentence; they are reported with
     *     {@code address_not_allowed}
     */
    default Map<String, Message> refused(Set<String> addresses) {
        return Map.of();
    }

    /**
     * The texts that a template may have for this channel beside title and body; a name that another channel has stops the
     * start. {@link #render} and the providers find them with {@link Content#part}.
     */
    default List<TemplatePart> templateParts() {
        return List.of();
    }

    /** Its limits. */
    default ChannelLimits limits() {
        return ChannelLimits.NONE;
    }

    /**
     * The text that a recipient reads, for the preview of a message.
     *
     * @param content with all placeholders filled in
     */
    String render(Content content);

    /**
     * Called once, before anything else, with the settings below {@code notifications.channels.NAME}.
     *
     * @param settings by key, as text
     * @throws IllegalArgumentException when a setting is missing, not valid or unknown. The message says what is
     *     expected, never the value of a secret; a message that begins with the key and a colon, as in {@code "url:
     *     this setting is required"}, is shown with the file and line of that key
     */
    default void configure(Map<String, String> settings) {}

    /** The providers that send its messages, in the order of attempts; read once, after {@link #configure}. */
    default List<ChannelProvider> providers() {
        return List.of();
    }
}
