package dev.hexadmin.domain.notifications;

import java.util.Optional;

/**
 * The content of a notification, with all placeholders filled in.
 *
 * @param title one line, may be empty; line breaks and other control characters become spaces
 * @param smsBody replaces the body in an SMS
 * @param emailSubject replaces the title in an e-mail; control characters become spaces
 * @param emailHtml HTML part of an e-mail, in addition to the body as plain text
 */
public record Content(
        String title,
        String body,
        Optional<String> smsBody,
        Optional<String> emailSubject,
        Optional<String> emailHtml) {
    private static final int SUBJECT = 200;

    public Content {
        title = oneLine(title);
        emailSubject = emailSubject.map(Content::oneLine);
    }

    /** Content without a template. */
    public static Content of(String title, String body) {
        return new Content(title, body, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * The subject of an e-mail: {@code emailSubject}, the title, or the beginning of the body. One line, never empty.
     */
    public String subject() {
        String subject = emailSubject.filter(text -> !text.isEmpty()).orElse(title);
        if (subject.isEmpty()) {
            subject = oneLine(body);
        }
        if (subject.isEmpty()) {
            return "Notification";
        }
        int end = Math.min(subject.length(), SUBJECT);
        return subject.substring(
                0, end < subject.length() && Character.isHighSurrogate(subject.charAt(end - 1)) ? end - 1 : end);
    }

    /** The text of an SMS. */
    public String sms() {
        return smsBody.orElse(body);
    }

    private static String oneLine(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(breaks(c) ? ' ' : c));
        return out.toString().strip();
    }

    /** Control characters, and characters that some programs treat as line breaks (U+0085, U+2028, U+2029). */
    private static boolean breaks(int c) {
        return Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
    }
}
