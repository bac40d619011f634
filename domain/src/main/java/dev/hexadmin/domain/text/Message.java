package dev.hexadmin.domain.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A text for users that is shown in their language.
 *
 * @param text in English; it is also the key of the product's own translations. With arguments it has the syntax of
 *     {@link MessageSyntax}, without arguments it is taken literally
 * @param arguments by name: numbers, texts, {@link MessageTime}s, {@link Message}s and {@link Label}s
 * @param translations those of a program, by language, with the syntax of the text
 */
public record Message(String text, Map<String, Object> arguments, Map<Language, String> translations) {
    public Message {
        Objects.requireNonNull(text, "text");
        // Map.copyOf would change the order, and a message is compared in tests as it was written
        arguments = arguments.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
        translations = Map.copyOf(translations);
    }

    public Message(String text, Map<String, Object> arguments) {
        this(text, arguments, Map.of());
    }

    public static Message of(String text) {
        return new Message(text, Map.of());
    }

    /** A text that the program has by language; {@link TextBundle#message} makes it of a key. */
    public static Message of(Label text) {
        return new Message(text.text(), Map.of(), text.translations());
    }

    /** A text that is the same in every language, such as the name of a record. */
    public static Message verbatim(String text) {
        return new Message("{text}", Map.of("text", text));
    }

    /** A label as a message. */
    public static Message verbatim(Label label) {
        return new Message("{text}", Map.of("text", label));
    }

    /** The same message with one more argument. */
    public Message with(String name, Object value) {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        all.put(name, value);
        return new Message(text, all, translations);
    }

    /** The message in English, as programs and logs see it. */
    public String english() {
        return MessageSyntax.render(this, MessageRules.ENGLISH);
    }

    @Override
    public String toString() {
        return english();
    }
}
