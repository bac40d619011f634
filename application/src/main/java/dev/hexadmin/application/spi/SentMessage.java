package dev.hexadmin.application.spi;

/**
 * A message that a provider took.
 *
 * @param messageId the provider's own id; at most 255 characters are kept
 * @param status what it is at now
 * @since 0.1
 */
public record SentMessage(String messageId, MessageStatus status) {}
