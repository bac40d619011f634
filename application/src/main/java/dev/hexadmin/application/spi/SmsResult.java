package dev.hexadmin.application.spi;

/**
 * A message that a gateway took.
 *
 * @param messageId the gateway's own id
 * @param status what it is at now
 * @param to the number it goes to
 * @since 0.1
 */
public record SmsResult(String messageId, SmsStatus status, String to) {}
