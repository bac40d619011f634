package dev.hexadmin.domain.notifications;

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
 */
public record Template(TemplateText title, TemplateText body, Map<TemplatePart, TemplateText> parts) {
    public Template {
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
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
        return new Template(text("title", title), text("body", body), texts);
    }

    private static TemplateText text(String name, String text) {
        try {
            return TemplateText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + name + "': " + e.getMessage(), e);
        }
    }

    /** The names of all placeholders, in the order of their first occurrence. */
    public Set<String> placeholders() {
        Set<String> names = new LinkedHashSet<>();
        names.addAll(title.placeholders());
        names.addAll(body.placeholders());
        parts.values().forEach(text -> names.addAll(text.placeholders()));
        return names;
    }

    /**
     * Fills in the placeholders.
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
