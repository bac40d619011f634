package dev.hexadmin.application.spi;

import java.util.Optional;

/**
 * One text message to one number. Made by Hexadmin; {@link #of} makes one for a test of a provider.
 *
 * @param to the number, E.164 such as {@code +15017122661}
 * @param text the text
 * @param idempotencyKey the same for every attempt at the same message, and unique to it, for a gateway that detects
 *     repeated requests; printable ASCII, at most 64 characters. Hexadmin always gives one
 * @since 0.1
 */
public record SmsMessage(String to, String text, Optional<String> idempotencyKey) {
    /** A message without a key: each one is sent. */
    public static SmsMessage of(String to, String text) {
        return new SmsMessage(to, text, Optional.empty());
    }

    /** A message with a key. */
    public static SmsMessage of(String to, String text, String idempotencyKey) {
        return new SmsMessage(to, text, Optional.of(idempotencyKey));
    }
}
