package dev.hexadmin.application.spi;

import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A way on which messages reach their recipients, beside those that are built in. Found by {@link
 * java.util.ServiceLoader}, or brought by a plugin; one whose {@link #configure} refuses its settings, and
 * of which the settings say nothing, is left out. Once registered it can be named wherever the built-in ones can: in
 * calls, settings, preferences, the log, the panel and the OpenAPI document.
 *
 * <p>Thread-safe. All methods but {@link #configure} may be called at any time, from several threads; they return the same
 * answer each time and do not block. One that keeps something open, such as connections, is {@link AutoCloseable} too, and
 * closed when Hexadmin stops.
 *
 * @since 0.1
 */
public interface MessageChannel {
    /**
     * The name, as in {@code "channels": ["pager"]}: {@code [a-z][a-z0-9_]*}, 1..{@value Channel#LONGEST} characters. It is
     * stored with each message, so it does not change. A name that another channel has stops the start.
     */
    String name();

    /** The same as a value. */
    default Channel channel() {
        return new Channel(name());
    }

    /** What the panel calls it: {@code Pager}. */
    String label();

    /** One sentence for the page on which users choose their channels: where its messages arrive. */
    String description();

    /** What kind of address it sends to; empty when the id of the user is enough. */
    default Optional<AddressKind> address() {
        return Optional.empty();
    }

    /** What it does not exceed. */
    default ChannelLimits limits() {
        return ChannelLimits.NONE;
    }

    /**
     * The text that a recipient reads, for the preview of a message.
     *
     * @param content with all places of its template filled in
     */
    String render(Content content);

    /**
     * Called once, before anything else, with what the settings have below {@code notifications.channels.NAME}.
     *
     * @param settings by key, as text
     * @throws IllegalArgumentException when a setting is missing, wrong or unknown. The message says what is expected,
     *     never the value of a secret; one that begins with the key and a colon, as in {@code "url: this is needed"}, is
     *     shown with the file and line of that key
     */
    default void configure(Map<String, String> settings) {}

    /** Who sends its messages, in the order in which they are asked; read once, after {@link #configure}. */
    default List<ChannelProvider> providers() {
        return List.of();
    }
}
