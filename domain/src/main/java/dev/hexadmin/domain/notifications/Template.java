package dev.hexadmin.domain.notifications;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A message template with placeholders.
 *
 * @param title one line
 * @param body the text of the inbox, and of e-mail and SMS unless they have their own text
 * @param smsBody replaces the body in an SMS
 * @param emailSubject replaces the title in an e-mail
 * @param emailHtml HTML part of an e-mail, in addition to the body as plain text
 */
public record Template(
        TemplateText title,
        TemplateText body,
        Optional<TemplateText> smsBody,
        Optional<TemplateText> emailSubject,
        Optional<TemplateText> emailHtml) {

    /**
     * Parses the parts.
     *
     * @throws IllegalArgumentException when a part cannot be parsed; the message names the part and the position in it
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

    /** The names of all placeholders, in the order of their first use. */
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
     * Fills in the placeholders.
     *
     * @param values the text for each of {@link #placeholders}
     * @param explicitTitle replaces the template's title
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
