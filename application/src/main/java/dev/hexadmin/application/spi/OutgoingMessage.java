package dev.hexadmin.application.spi;

import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Content;
import java.time.Instant;
import java.util.Optional;

/**
 * One message to one address.
 *
 * @param to the address, of the channel's {@link AddressKind}; empty text for a channel without one
 * @param user the recipient
 * @param content with all placeholders filled in
 * @param data the sender's JSON document, for programs
 * @param unsubscribe the address at which the recipient can turn the channel off without signing in (RFC 8058); present for
 *     messages of a batch where the server knows its own address
 * @param acceptedAt when the message was accepted, the same for every attempt
 * @param idempotencyKey the same for every attempt at the same message, and unique to it; letters, digits, {@code -}
 *     and {@code _}, at most 64 characters
 * @since 0.1
 */
public record OutgoingMessage(
        String to,
        Addressee user,
        Content content,
        Optional<JsonText> data,
        Optional<String> unsubscribe,
        Instant acceptedAt,
        String idempotencyKey) {
    /** Without an address to unsubscribe. */
    public OutgoingMessage(
            String to,
            Addressee user,
            Content content,
            Optional<JsonText> data,
            Instant acceptedAt,
            String idempotencyKey) {
        this(to, user, content, data, Optional.empty(), acceptedAt, idempotencyKey);
    }
}
