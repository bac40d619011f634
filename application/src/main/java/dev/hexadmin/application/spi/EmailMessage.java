package dev.hexadmin.application.spi;

import java.util.Optional;

/**
 * One e-mail to one address.
 *
 * @param to the address
 * @param subject without line breaks
 * @param text the plain text body
 * @param html the same as HTML, if there is one
 * @param idempotencyKey the same for every attempt at the same message, and unique to it; printable ASCII, at most 64
 *     characters
 * @since 0.1
 */
public record EmailMessage(String to, String subject, String text, Optional<String> html, String idempotencyKey) {
    public EmailMessage {
        for (String line : new String[] {to, subject, idempotencyKey}) {
            if (line.indexOf('\r') >= 0 || line.indexOf('\n') >= 0) {
                throw new IllegalArgumentException("an e-mail header cannot hold a line break");
            }
        }
    }
}
