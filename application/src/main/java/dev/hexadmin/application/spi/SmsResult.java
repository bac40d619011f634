package dev.hexadmin.application.spi;

/**
 * A message that a gateway accepted.
 *
 * @param messageId the gateway's own id
 * @param status its current status
 * @param to the recipient's number
 * @since 0.1
 */
public record SmsResult(String messageId, SmsStatus status, String to) {}
