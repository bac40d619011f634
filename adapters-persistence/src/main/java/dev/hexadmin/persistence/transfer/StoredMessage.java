package dev.hexadmin.persistence.transfer;

import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A message in a column of text, so that it is shown in the language of its reader. A message that is only a text is stored as
 * this text. Another one is {@link #MARK} and pieces, each with its length before it: the text, arguments and translations.
 */
final class StoredMessage {
    private static final char MARK = '\u0001';

    private final String stored;
    private int at = 1;

    private StoredMessage(String stored) {
        this.stored = stored;
    }

    static String write(Message message) {
        if (message.arguments().isEmpty() && message.translations().isEmpty() && !isMarked(message.text())) {
            return message.text();
        }
        StringBuilder to = new StringBuilder().append(MARK);
        piece(to, message.text());
        message.arguments().forEach((name, value) -> {
            piece(to, name);
            switch (value) {
                case Message inner -> piece(to.append('m'), write(inner));
                case Label label -> piece(to.append('l'), write(label));
                case Number number -> piece(to.append('n'), number.toString());
                default -> piece(to.append('t'), value.toString());
            }
        });
        message.translations().forEach((language, text) -> {
            piece(to, language.tag());
            piece(to.append('x'), text);
        });
        return to.toString();
    }

    private static String write(Label label) {
        StringBuilder to = new StringBuilder().append(label.message() ? 'm' : MARK);
        piece(to, label.text());
        label.translations().forEach((language, text) -> {
            piece(to, language.tag());
            piece(to, text);
        });
        return to.toString();
    }

    private static void piece(StringBuilder to, String text) {
        to.append(text.length()).append(':').append(text);
    }

    static Message read(String stored) {
        return isMarked(stored) ? new StoredMessage(stored).message() : Message.of(stored);
    }

    private static boolean isMarked(String text) {
        return !text.isEmpty() && text.charAt(0) == MARK;
    }

    private Message message() {
        String text = piece();
        Map<String, Object> arguments = new LinkedHashMap<>();
        Map<Language, String> translations = new LinkedHashMap<>();
        while (at < stored.length()) {
            String name = piece();
            char kind = stored.charAt(at++);
            String value = piece();
            switch (kind) {
                case 'x' -> translations.put(new Language(name), value);
                case 'm' -> arguments.put(name, read(value));
                case 'l' -> arguments.put(name, new StoredMessage(value).label());
                case 'n' -> arguments.put(name, number(value));
                default -> arguments.put(name, value);
            }
        }
        return new Message(text, arguments, translations);
    }

    private Label label() {
        String text = piece();
        Map<Language, String> translations = new LinkedHashMap<>();
        while (at < stored.length()) {
            Language language = new Language(piece());
            translations.put(language, piece());
        }
        return new Label(text, translations, stored.charAt(0) == 'm');
    }

    private static Number number(String text) {
        BigDecimal number = new BigDecimal(text);
        return number.scale() == 0 && number.precision() <= 18 ? (Number) number.longValue() : number;
    }

    private String piece() {
        int colon = stored.indexOf(':', at);
        int length = Integer.parseInt(stored.substring(at, colon));
        at = colon + 1 + length;
        return stored.substring(colon + 1, at);
    }
}
