package dev.hexadmin.http.texts;

import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The texts of the running request. Templates and pages import {@link #text} statically.
 *
 * <p>The language is that of the scope in which {@link #where} runs, and English outside of one. Thread-safe.
 */
public final class Localized {
    private static final Language GERMAN = new Language("de");
    private static final ScopedValue<Lazy> CURRENT = ScopedValue.newInstance();

    private Localized() {}

    /**
     * Runs {@code work} with the texts of a localization.
     *
     * @param source asked at most once, when the first text is needed
     */
    public static <T> T where(Supplier<Localization> source, Supplier<T> work) {
        return ScopedValue.where(CURRENT, new Lazy(source)).call(work::get);
    }

    /** How the user of the running request reads texts and times. */
    public static Localization current() {
        return CURRENT.isBound() ? CURRENT.get().get() : Localization.ENGLISH;
    }

    /** The translation of an English text without arguments. */
    public static String text(String english) {
        return current().text(english);
    }

    /** The translation of an English text in the syntax of {@link dev.hexadmin.domain.text.MessageSyntax}. */
    public static String text(String english, String name, Object value) {
        return text(Message.of(english).with(name, value));
    }

    /** The same with two arguments. */
    public static String text(String english, String first, Object value, String second, Object other) {
        return text(Message.of(english).with(first, value).with(second, other));
    }

    /** The same with three arguments. */
    public static String text(
            String english, String first, Object value, String second, Object other, String third, Object last) {
        return text(Message.of(english).with(first, value).with(second, other).with(third, last));
    }

    /** A label within a sentence: with a small initial, except in German, where nouns keep their capital. */
    public static String noun(String label) {
        Language language = current().language();
        return language.primary().equals(GERMAN) ? label : label.toLowerCase(language.locale());
    }

    /** The message in the language of the request. */
    public static String text(Message message) {
        return current().text(message);
    }

    /** The label in the language of the request. */
    public static String text(Label label) {
        if (label.message()) {
            return text(label.text());
        }
        return label.translations().isEmpty()
                ? label.text()
                : label.in(current().language());
    }

    private static final class Lazy {
        private final Supplier<Localization> source;
        private @Nullable Localization known;

        Lazy(Supplier<Localization> source) {
            this.source = source;
        }

        /** Threads that a request starts may both ask: each gets an equal answer. */
        Localization get() {
            Localization localization = known;
            if (localization == null) {
                localization = source.get();
                known = localization;
            }
            return localization;
        }
    }
}
