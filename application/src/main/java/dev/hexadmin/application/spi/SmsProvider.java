package dev.hexadmin.application.spi;

/**
 * Sends text messages through some gateway. Thread-safe; calls may block and are made on virtual threads. Found by
 * {@link java.util.ServiceLoader}, or registered by an embedding program.
 *
 * @since 0.1
 */
public interface SmsProvider {
    /** The name it is configured by, such as {@code twilio}: {@code [a-z][a-z0-9_]*}. */
    String name();

    /**
     * Hands a message to the gateway.
     *
     * @param to the number, E.164 such as {@code +15017122661}
     * @param message the text
     * @throws ProviderException when the gateway did not take it
     */
    SmsResult send(String to, String message);

    /**
     * Asks the gateway what became of a message.
     *
     * @param messageId as {@link SmsResult#messageId} had it
     * @throws ProviderException when the gateway cannot say
     */
    SmsStatus checkStatus(String messageId);
}
