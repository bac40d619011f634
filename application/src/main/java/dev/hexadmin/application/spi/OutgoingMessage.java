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
 * @param user whom it is for
 * @param content what it says, with all places of its template filled in
 * @param data the sender's own JSON, for programs
 * @param acceptedAt when the message was accepted, the same for every try
 * @param idempotencyKey the same for every try at the same message, and for no other; letters, digits, {@code -} and
 *     {@code _}, at most 64 characters
 * @since 0.1
 */
public record OutgoingMessage(
        String to,
        Addressee user,
        Content content,
        Optional<JsonText> data,
        Instant acceptedAt,
        String idempotencyKey) {}
