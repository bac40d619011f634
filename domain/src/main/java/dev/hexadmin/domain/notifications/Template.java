package dev.hexadmin.domain.notifications;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A message with places for values.
 *
 * @param title one line
 * @param body what the list shows, and what e-mail and SMS say unless they have a text of their own
 * @param smsBody instead of the body
 * @param emailSubject instead of the title
 * @param emailHtml beside the body as plain text
 */
public record Template(
        TemplateText title,
        TemplateText body,
        Optional<TemplateText> smsBody,
        Optional<TemplateText> emailSubject,
        Optional<TemplateText> emailHtml) {

    /**
     * Reads the parts.
     *
     * @throws IllegalArgumentException when one cannot be read; the message names the part and the position in it
     */
    public static Template parse(
            String title,
            String body,
            Optional<String> smsBody,
            Optional<String> emailSubject,
            Optional<String> emailHtml) {
        return new Template(
                part("title", title),
                part("body", body),
                smsBody.map(text -> part("sms_body", text)),
                emailSubject.map(text -> part("email_subject", text)),
                emailHtml.map(text -> part("email_html", text)));
    }

    private static TemplateText part(String name, String text) {
        try {
            return TemplateText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + name + "': " + e.getMessage(), e);
        }
    }

    /** The names of all places, in the order they first come. */
    public Set<String> placeholders() {
        Set<String> names = new LinkedHashSet<>();
        names.addAll(title.placeholders());
        names.addAll(body.placeholders());
        smsBody.ifPresent(text -> names.addAll(text.placeholders()));
        emailSubject.ifPresent(text -> names.addAll(text.placeholders()));
        emailHtml.ifPresent(text -> names.addAll(text.placeholders()));
        return names;
    }

    /**
     * Fills the places in.
     *
     * @param values the text for each of {@link #placeholders}
     * @param explicitTitle goes before the template's
     */
    public Content fill(Function<String, String> values, Optional<String> explicitTitle) {
        String filled = explicitTitle.orElseGet(() -> title.fill(values));
        return new Content(
                filled,
                body.fill(values),
                smsBody.map(text -> text.fill(values)),
                emailSubject.map(text -> text.fill(values)),
                emailHtml.map(text -> text.fill(name -> TemplateText.escapeHtml(values.apply(name)))));
    }
}
