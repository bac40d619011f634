package dev.hexadmin.testkit;

/**
 * A message that would have left the server.
 *
 * @param channel {@code sms} or {@code email}
 * @param to a number in the form E.164, or an e-mail address
 * @param subject of an e-mail; {@code ""} for a text message
 * @param text the plain text
 */
public record SentMessage(String channel, String to, String subject, String text) {}
