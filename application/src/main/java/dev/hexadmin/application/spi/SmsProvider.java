package dev.hexadmin.application.spi;

import java.util.Map;
import java.util.Optional;

/**
 * Sends text messages. Thread-safe; calls may block and are made on virtual threads. Found by {@link
 * java.util.ServiceLoader}, or registered by an embedding program. A provider that holds resources, such as
 * connections, implements {@link AutoCloseable}, too, and is closed when Hexadmin stops.
 *
 * <p>A provider implements one of the two {@code send} methods: {@link #send(SmsMessage)} when its gateway detects repeated
 * requests, otherwise {@link #send(String, String)}. Each calls the other unless it is implemented. A provider with neither is
 * rejected when it is registered.
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
     * Passes a message to the gateway. Hexadmin calls this method. The default leaves out the idempotency key and calls {@link
     * #send(String, String)}.
     *
     * @throws ProviderException when the gateway did not accept it
     */
    default SmsResult send(SmsMessage message) {
        return send(message.to(), message.text());
    }

    /**
     * Passes a message to the gateway, without an idempotency key. The default calls {@link #send(SmsMessage)}.
     *
     * @param to the number, E.164 such as {@code +15017122661}
     * @param message the text
     * @throws ProviderException when the gateway did not accept it
     */
    default SmsResult send(String to, String message) {
        return send(SmsMessage.of(to, message));
    }

    /**
     * Requests the status of a message from the gateway. Called at increasing intervals, for a day, for a message that is
     * {@link SmsStatus#QUEUED} or {@link SmsStatus#SENT}. The default is for gateways that cannot be asked: it throws, and
     * the message stays as sent.
     *
     * @param messageId as {@link SmsResult#messageId} had it
     * @throws ProviderException when the status is not available now
     * @throws UnsupportedOperationException when the gateway has no status of any message
     */
    default SmsStatus checkStatus(String messageId) {
        throw new UnsupportedOperationException("the provider '" + name() + "' has no status of messages");
    }

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
