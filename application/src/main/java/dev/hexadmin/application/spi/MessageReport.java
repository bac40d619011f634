package dev.hexadmin.application.spi;

import java.util.Optional;

/**
 * A status report about a message.
 *
 * @param messageId as {@link SentMessage#messageId} had it
 * @param status its current status
 * @param error the reason of a failure, in the provider's words or code: no secrets
 * @since 0.1
 */
public record MessageReport(String messageId, MessageStatus status, Optional<String> error) {}
