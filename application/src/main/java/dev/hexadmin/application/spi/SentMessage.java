package dev.hexadmin.application.spi;

/**
 * A message that a provider accepted.
 *
 * @param messageId the provider's own id; cut to 255 characters
 * @param status its current status
 * @since 0.1
 */
public record SentMessage(String messageId, MessageStatus status) {}
