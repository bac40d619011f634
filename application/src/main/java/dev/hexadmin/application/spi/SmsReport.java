package dev.hexadmin.application.spi;

import java.util.Optional;

/**
 * What a gateway reports about a message.
 *
 * @param messageId as {@link SmsResult#messageId} had it
 * @param status what it is at now
 * @param error why it failed, in the gateway's words or code
 * @since 0.1
 */
public record SmsReport(String messageId, SmsStatus status, Optional<String> error) {}
