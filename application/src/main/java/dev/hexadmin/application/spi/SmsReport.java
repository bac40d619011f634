package dev.hexadmin.application.spi;

import java.util.Optional;

/**
 * A gateway's status report about a message.
 *
 * @param messageId as {@link SmsResult#messageId} had it
 * @param status its current status
 * @param error the reason of a failure, in the gateway's words or code
 * @since 0.1
 */
public record SmsReport(String messageId, SmsStatus status, Optional<String> error) {}
