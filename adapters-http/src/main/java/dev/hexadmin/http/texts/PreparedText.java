package dev.hexadmin.http.texts;

import dev.hexadmin.domain.text.Message;

/**
 * A message in the language of a request, for a page that shows it with many values: it is formatted once, and each value is
 * put where its argument stands. The argument is a text that no choice of the message depends on.
 */
public final class PreparedText {
    /** Stands for the value; it is in no message (Unicode: private use). */
    private static final String PLACE = "\uE000";

    private final String text;

    private PreparedText(String text) {
        this.text = text;
    }

    /** @param argument the name of the argument that differs */
    public static PreparedText of(Message message, String argument) {
        return new PreparedText(Localized.text(message.with(argument, PLACE)));
    }

    /** The text with a value. */
    public String with(String value) {
        return text.replace(PLACE, value);
    }
}
