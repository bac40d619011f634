package dev.hexadmin.domain.text;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The texts of a program by key, in all {@link Language#OFFERED} languages that it has a resource bundle for. Thread-safe.
 *
 * <pre>{@code
 * // com/example/shop/messages.properties, messages_de.properties, …
 * static final TextBundle TEXTS =
 *         TextBundle.of(locale -> ResourceBundle.getBundle("com.example.shop.messages", locale));
 *
 * change.reject("stock", "sold_out", TEXTS.message("sold_out").with("left", left));
 * }</pre>
 *
 * <p>The bundle without a language, {@code messages.properties}, has every text. It is shown to readers whose language has no
 * bundle, or no such text, and written to the log.
 */
public final class TextBundle {
    private final ResourceBundle root;
    private final Map<Language, ResourceBundle> translated = new LinkedHashMap<>();
    private final Map<String, Message> messages = new ConcurrentHashMap<>();

    private TextBundle(ResourceBundle root) {
        this.root = root;
    }

    /**
     * The bundles that a function finds, which is called once for each language. It is code of the program, so that its module
     * need not open the package of the bundles.
     *
     * @param bundles such as {@code locale -> ResourceBundle.getBundle("com.example.shop.messages", locale)}
     * @throws IllegalArgumentException when there is no bundle, or none without a language
     */
    public static TextBundle of(Function<Locale, ResourceBundle> bundles) {
        ResourceBundle root;
        try {
            root = bundles.apply(Locale.ROOT);
        } catch (MissingResourceException e) {
            throw new IllegalArgumentException("there are no texts without a language: " + e.getMessage(), e);
        }
        if (!isIn(Locale.ROOT, root)) {
            throw new IllegalArgumentException("there is a bundle in " + name(root)
                    + ", but none without a language, such as messages.properties");
        }
        TextBundle texts = new TextBundle(root);
        for (Language language : Language.OFFERED) {
            ResourceBundle found;
            try {
                found = bundles.apply(language.locale());
            } catch (MissingResourceException e) {
                continue;
            }
            if (isIn(language.locale(), found)) {
                texts.translated.put(language, found);
            }
        }
        return texts;
    }

    /** ResourceBundle falls back to the language of the machine. A bundle that says no language is the one that was asked for. */
    private static boolean isIn(Locale wanted, ResourceBundle found) {
        return found.getLocale() == null || found.getLocale().getLanguage().equals(wanted.getLanguage());
    }

    /**
     * A label, a help text or another text without arguments.
     *
     * @throws IllegalArgumentException when there is no such key; the message has the nearest one
     */
    public Label label(String key) {
        Map<Language, String> translations = new LinkedHashMap<>();
        translated.forEach((language, bundle) -> text(bundle, key).ifPresent(text -> translations.put(language, text)));
        return new Label(
                text(root, key)
                        .orElseThrow(() -> new IllegalArgumentException("there is no text '" + key + "' in "
                                + name(root) + Nearest.question(key, root.keySet()))),
                translations);
    }

    /**
     * A message, to which {@link Message#with} adds arguments. With braces, the text has the syntax of {@link MessageSyntax}.
     *
     * @throws IllegalArgumentException when there is no such key, when a text is not well-formed, or when a translation has an
     *     argument that the text without a language does not have
     */
    public Message message(String key) {
        return messages.computeIfAbsent(key, this::checked);
    }

    private Message checked(String key) {
        Label label = label(key);
        Set<String> names = names(root, key, label.text());
        translated.forEach((language, bundle) -> {
            for (String name : names(bundle, key, label.in(language))) {
                if (!names.contains(name)) {
                    throw new IllegalArgumentException("the text '" + key + "' in " + name(bundle)
                            + " has the argument {" + name + "}, which that in " + name(root) + " does not have"
                            + Nearest.question(name, names));
                }
            }
        });
        return Message.of(label);
    }

    private static Set<String> names(ResourceBundle bundle, String key, String text) {
        if (text.indexOf('{') < 0) {
            return Set.of();
        }
        try {
            return MessageSyntax.names(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the text '" + key + "' in " + name(bundle) + ": " + e.getMessage(), e);
        }
    }

    private static Optional<String> text(ResourceBundle bundle, String key) {
        return bundle.containsKey(key) && bundle.getObject(key) instanceof String text
                ? Optional.of(text)
                : Optional.empty();
    }

    /** What the bundle is called; one of a named module does not say. */
    private static String name(ResourceBundle bundle) {
        Locale locale = bundle.getLocale();
        String base = bundle.getBaseBundleName() == null ? "the texts" : bundle.getBaseBundleName();
        return locale == null || locale.equals(Locale.ROOT) ? base : base + " (" + locale.toLanguageTag() + ")";
    }
}
