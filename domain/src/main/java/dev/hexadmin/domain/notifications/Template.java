package dev.hexadmin.domain.notifications;

import dev.hexadmin.domain.text.Language;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Texts of a message with placeholders for values.
 *
 * @param title one line
 * @param body what the list shows, and what channels send unless the template has a part for them
 * @param parts texts for single channels, as their {@code MessageChannel} names them
 * @param languages the complete texts for recipients of other languages; these templates have no languages
 */
public record Template(
        TemplateText title,
        TemplateText body,
        Map<TemplatePart, TemplateText> parts,
        Map<Language, Template> languages) {
    public Template {
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
        languages = Collections.unmodifiableMap(new LinkedHashMap<>(languages));
    }

    /**
     * Reads title and body.
     *
     * @throws IllegalArgumentException as {@link #parse(String, String, Map)} does
     */
    public static Template parse(String title, String body) {
        return parse(title, body, Map.of());
    }

    /**
     * Reads the texts.
     *
     * @throws IllegalArgumentException when one cannot be read; the message names the part and the position in it
     */
    public static Template parse(String title, String body, Map<TemplatePart, String> parts) {
        Map<TemplatePart, TemplateText> texts = new LinkedHashMap<>();
        parts.forEach((part, text) -> texts.put(part, text(part.name(), text)));
        return new Template(text("title", title), text("body", body), texts, Map.of());
    }

    /**
     * This template with other texts for recipients of a language. Parts that they lack are those of this template.
     *
     * <pre>{@code
     * Template.parse("Order {id} shipped", "It is on the way.")
     *         .with(new Language("de"), Template.parse("Bestellung {id} versandt", "Sie ist unterwegs."))
     * }</pre>
     *
     * @throws IllegalArgumentException when the language is given twice, or the texts have languages themselves, or a
     *     placeholder that this template does not have: who sends it gives values for those of this template
     */
    public Template with(Language language, Template texts) {
        if (!texts.languages.isEmpty()) {
            throw new IllegalArgumentException("the texts of a language cannot have languages");
        }
        Set<String> unknown = texts.placeholders();
        unknown.removeAll(placeholders());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("'" + language + "': '{"
                    + unknown.iterator().next() + "}' is not a placeholder of the template itself");
        }
        Map<TemplatePart, TemplateText> all = new LinkedHashMap<>(parts);
        all.putAll(texts.parts);
        Map<Language, Template> more = new LinkedHashMap<>(languages);
        if (more.put(language, new Template(texts.title, texts.body, all, Map.of())) != null) {
            throw new IllegalArgumentException("the language '" + language + "' is given twice");
        }
        return new Template(title, body, parts, more);
    }

    /** The texts for a recipient of this language: those that it {@linkplain Language#lookup looks up}, or else its own. */
    public Template in(Language language) {
        return language.lookup(languages).orElse(this);
    }

    private static TemplateText text(String name, String text) {
        try {
            return TemplateText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + name + "': " + e.getMessage(), e);
        }
    }

    /** The names of all placeholders of its own texts, in the order of their first occurrence. */
    public Set<String> placeholders() {
        Set<String> names = new LinkedHashSet<>();
        names.addAll(title.placeholders());
        names.addAll(body.placeholders());
        parts.values().forEach(text -> names.addAll(text.placeholders()));
        return names;
    }

    /**
     * Fills in the placeholders of its own texts.
     *
     * @param values the text for each of {@link #placeholders}
     * @param explicitTitle takes precedence over the title of the template
     */
    public Content fill(Function<String, String> values, Optional<String> explicitTitle) {
        Map<String, String> filled = new LinkedHashMap<>();
        parts.forEach((part, text) -> filled.put(
                part.name(),
                switch (part.format()) {
                    case LINE -> Content.oneLine(text.fill(values));
                    case TEXT -> text.fill(values);
                    case HTML -> text.fill(name -> TemplateText.escapeHtml(values.apply(name)));
                }));
        return new Content(explicitTitle.orElseGet(() -> title.fill(values)), body.fill(values), filled);
    }
}
