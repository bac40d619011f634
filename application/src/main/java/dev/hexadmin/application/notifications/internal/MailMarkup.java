package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.domain.notifications.TemplateText;
import dev.hexadmin.domain.text.Language;

/** The HTML of a mail in one language. Not thread-safe. */
final class MailMarkup {
    private final StringBuilder html;

    MailMarkup(Language language) {
        this.html = new StringBuilder(
                "<div lang=\"" + language.tag() + "\" dir=\"" + (language.rightToLeft() ? "rtl" : "ltr") + "\">\n");
    }

    MailMarkup paragraph(String text) {
        html.append("<p>").append(TemplateText.escapeHtml(text)).append("</p>\n");
        return this;
    }

    /** A paragraph whose lines are those of the text. */
    MailMarkup quotation(String text) {
        html.append("<blockquote>")
                .append(TemplateText.escapeHtml(text).replace("\n", "<br>\n"))
                .append("</blockquote>\n");
        return this;
    }

    MailMarkup link(String label, String address) {
        html.append("<p><a href=\"")
                .append(TemplateText.escapeHtml(address))
                .append("\">")
                .append(TemplateText.escapeHtml(label))
                .append("</a></p>\n");
        return paragraph(address);
    }

    @Override
    public String toString() {
        return html + "</div>\n";
    }
}
