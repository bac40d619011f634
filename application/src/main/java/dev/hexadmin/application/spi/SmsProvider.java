package dev.hexadmin.application.spi;

import java.util.Map;
import java.util.Optional;

/**
 * Sends text messages through some gateway. Thread-safe; calls may block and are made on virtual threads. Found by
 * {@link java.util.ServiceLoader}, or registered by an embedding program. One that keeps something open, such as
 * connections, is {@link AutoCloseable} too, and closed when Hexadmin stops.
 *
 * @since 0.1
 */
public interface SmsProvider {
    /** The name it is configured by, such as {@code twilio}: {@code [a-z][a-z0-9_]*}. */
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
     * Hands a message to the gateway.
     *
     * @param to the number, E.164 such as {@code +15017122661}
     * @param message the text
     * @throws ProviderException when the gateway did not take it
     */
    SmsResult send(String to, String message);

    /**
     * {@link #send(String, String)} for a gateway that can tell a repeated request from a new one.
     *
     * @param idempotencyKey the same for every try at the same message, and for no other; printable ASCII, at most 64
     *     characters
     */
    default SmsResult send(String to, String message, String idempotencyKey) {
        return send(to, message);
    }

    /**
     * Asks the gateway what became of a message.
     *
     * @param messageId as {@link SmsResult#messageId} had it
     * @throws ProviderException when the gateway cannot say
     */
    SmsStatus checkStatus(String messageId);

    /**
     * Reads what the gateway reports by itself about a message. The default is for gateways that do not.
     *
     * @param callback the gateway's request, from anybody: what proves where it comes from is checked here
     * @return what it says, or empty when this provider takes no reports
     * @throws ProviderException when the request is not the gateway's, or not a report
     */
    default Optional<SmsReport> report(StatusCallback callback) {
        return Optional.empty();
    }
}
