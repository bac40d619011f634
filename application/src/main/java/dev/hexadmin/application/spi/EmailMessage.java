package dev.hexadmin.application.spi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One e-mail to one address.
 *
 * @param to the address
 * @param subject without line breaks
 * @param text the plain text body
 * @param html the same as HTML, if there is one
 * @param images the pictures in the HTML
 * @param headers further fields of the header, by name, such as {@code List-Unsubscribe}; printable ASCII
 * @param idempotencyKey the same for every attempt at the same message, and unique to it; printable ASCII, at most 64
 *     characters
 * @since 0.1
 */
public record EmailMessage(
        String to,
        String subject,
        String text,
        Optional<String> html,
        List<EmailImage> images,
        Map<String, String> headers,
        String idempotencyKey) {
    public EmailMessage {
        images = List.copyOf(images);
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        for (String line : new String[] {to, subject, idempotencyKey}) {
            if (line.indexOf('\r') >= 0 || line.indexOf('\n') >= 0) {
                throw new IllegalArgumentException("an e-mail header cannot hold a line break");
            }
        }
        headers.forEach((name, value) -> {
            if (!name.matches("[!-9;-~]+") || !value.matches("[ -~]*")) {
                throw new IllegalArgumentException("a field of an e-mail header is printable ASCII");
            }
        });
    }

    /** Without pictures and further fields of the header. */
    public EmailMessage(String to, String subject, String text, Optional<String> html, String idempotencyKey) {
        this(to, subject, text, html, List.of(), Map.of(), idempotencyKey);
    }
}
