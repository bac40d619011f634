package dev.hexadmin.application.spi;

import java.util.Map;

/**
 * Sends e-mail. Thread-safe; calls may block and are made on virtual threads. Found by {@link java.util.ServiceLoader},
 * or registered by an embedding program. A provider that holds resources, such as connections, implements {@link
 * AutoCloseable}, too, and is closed when Hexadmin stops.
 *
 * @since 0.1
 */
public interface EmailProvider {
    /** Its name in settings, such as {@code smtp}: {@code [a-z][a-z0-9_]*}. */
    String name();

    /**
     * Called once, before anything else, with the settings below this provider's name.
     *
     * @param settings by key, as text
     * @throws IllegalArgumentException when a setting is missing, not valid or unknown. The message says what is
     *     expected, never the value of a secret; a message that begins with the key and a colon, as in {@code "url:
     *     this setting is required"}, is shown with the file and line of that key
     */
    default void configure(Map<String, String> settings) {}

    /**
     * Passes a message to the server.
     *
     * @throws ProviderException when the server did not accept it
     */
    EmailResult send(EmailMessage message);
}
