package dev.hexadmin.application.spi;

import java.util.Map;

/**
 * Sends e-mail through some server. Thread-safe; calls may block and are made on virtual threads. Found by {@link
 * java.util.ServiceLoader}, or registered by an embedding program. One that keeps something open, such as
 * connections, is {@link AutoCloseable} too, and closed when Hexadmin stops.
 *
 * @since 0.1
 */
public interface EmailProvider {
    /** The name it is configured by, such as {@code smtp}: {@code [a-z][a-z0-9_]*}. */
    String name();

    /**
     * Called once, before anything else, with what the settings have below this provider's name.
     *
     * @param settings by key, as text
     * @throws IllegalArgumentException when a setting is missing, wrong or unknown. The message says what is expected,
     *     never the value of a secret; one that begins with the key and a colon, as in {@code "url: this is needed"}, is
     *     shown with the file and line of that key
     */
    default void configure(Map<String, String> settings) {}

    /**
     * Hands a message to the server.
     *
     * @throws ProviderException when the server did not take it
     */
    EmailResult send(EmailMessage message);
}
