package dev.hexadmin.application.spi;

import java.util.List;
import java.util.Optional;

/**
 * One e-mail to one address.
 *
 * @param to the address
 * @param subject without line breaks
 * @param text the plain text body
 * @param html the same as HTML, if there is one
 * @param images the pictures in the HTML
 * @param idempotencyKey the same for every attempt at the same message, and unique to it; printable ASCII, at most 64
 *     characters
 * @since 0.1
 */
public record EmailMessage(
        String to, String subject, String text, Optional<String> html, List<EmailImage> images, String idempotencyKey) {
    public EmailMessage {
        images = List.copyOf(images);
        for (String line : new String[] {to, subject, idempotencyKey}) {
            if (line.indexOf('\r') >= 0 || line.indexOf('\n') >= 0) {
                throw new IllegalArgumentException("an e-mail header cannot hold a line break");
            }
        }
    }

    /** Without pictures. */
    public EmailMessage(String to, String subject, String text, Optional<String> html, String idempotencyKey) {
        this(to, subject, text, html, List.of(), idempotencyKey);
    }
}
