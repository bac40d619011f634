package dev.hexadmin.application.spi;

/**
 * An e-mail that a server accepted.
 *
 * @param messageId its {@code Message-ID} (RFC 5322), or the server's own id
 * @since 0.1
 */
public record EmailResult(String messageId) {}
