package dev.hexadmin.application.spi;

/**
 * Sends e-mail through some server. Thread-safe; calls may block and are made on virtual threads. Found by {@link
 * java.util.ServiceLoader}, or registered by an embedding program.
 *
 * @since 0.1
 */
public interface EmailProvider {
    /** The name it is configured by, such as {@code smtp}: {@code [a-z][a-z0-9_]*}. */
    String name();

    /**
     * Hands a message to the server.
     *
     * @throws ProviderException when the server did not take it
     */
    EmailResult send(EmailMessage message);
}
