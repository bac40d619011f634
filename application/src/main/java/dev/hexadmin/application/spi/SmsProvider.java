package dev.hexadmin.application.spi;

import java.util.Map;
import java.util.Optional;

/**
 * Sends text messages. Thread-safe; calls may block and are made on virtual threads. Found by {@link
 * java.util.ServiceLoader}, or registered by an embedding program. A provider that holds resources, such as
 * connections, implements {@link AutoCloseable}, too, and is closed when Hexadmin stops.
 *
 * @since 0.1
 */
public interface SmsProvider {
    /** Its name in settings, such as {@code twilio}: {@code [a-z][a-z0-9_]*}. */
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
     * Passes a message to the gateway.
     *
     * @param to the number, E.164 such as {@code +15017122661}
     * @param message the text
     * @throws ProviderException when the gateway did not accept it
     */
    SmsResult send(String to, String message);

    /**
     * Like {@link #send(String, String)}, for a gateway that detects repeated requests.
     *
     * @param idempotencyKey the same for every attempt at the same message, and unique to it; printable ASCII, at most
     *     64 characters
     */
    default SmsResult send(String to, String message, String idempotencyKey) {
        return send(to, message);
    }

    /**
     * Requests the status of a message from the gateway.
     *
     * @param messageId as {@link SmsResult#messageId} had it
     * @throws ProviderException when the status is not available
     */
    SmsStatus checkStatus(String messageId);

    /**
     * Parses a status report of the gateway. The default is for gateways without reports.
     *
     * @param callback the request, which any client may have sent: this method must verify its origin
     * @return the report, or empty when this provider takes no reports
     * @throws ProviderException when the request is not the gateway's, or not a report
     */
    default Optional<SmsReport> report(StatusCallback callback) {
        return Optional.empty();
    }
}
