package dev.hexadmin.application.spi;

import java.util.Optional;

/**
 * What was reported about a message.
 *
 * @param messageId as {@link SentMessage#messageId} had it
 * @param status what it is at now
 * @param error why it failed, in the provider's words or code: no secrets
 * @since 0.1
 */
public record MessageReport(String messageId, MessageStatus status, Optional<String> error) {}
