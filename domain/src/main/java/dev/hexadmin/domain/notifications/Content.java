package dev.hexadmin.domain.notifications;

import java.util.Map;
import java.util.Optional;

/**
 * What is said, with all values filled in.
 *
 * @param title one line, may be empty; line breaks and other control characters become spaces
 * @param parts texts for single channels, by the name of their {@link TemplatePart}
 */
public record Content(String title, String body, Map<String, String> parts) {
    private static final int LONGEST_HEADLINE = 200;

    public Content {
        title = oneLine(title);
        parts = Map.copyOf(parts);
    }

    /** A message without a template. */
    public static Content of(String title, String body) {
        return new Content(title, body, Map.of());
    }

    /** The text for a channel, if the template has it. */
    public Optional<String> part(TemplatePart part) {
        return Optional.ofNullable(parts.get(part.name()));
    }

    /** What the message is about: this part, the title, or the beginning of the body. One line, never empty. */
    public String headline(TemplatePart part) {
        String headline = part(part).filter(text -> !text.isEmpty()).orElse(title);
        if (headline.isEmpty()) {
            headline = oneLine(body);
        }
        if (headline.isEmpty()) {
            return "Notification";
        }
        int end = Math.min(headline.length(), LONGEST_HEADLINE);
        return headline.substring(
                0, end < headline.length() && Character.isHighSurrogate(headline.charAt(end - 1)) ? end - 1 : end);
    }

    /** The text as one line: control characters and line breaks become spaces. */
    static String oneLine(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(breaks(c) ? ' ' : c));
        return out.toString().strip();
    }

    /** Control characters, and what some programs take for line breaks (U+0085, U+2028, U+2029). */
    private static boolean breaks(int c) {
        return Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
    }
}
