package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.EmailChannel;
import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.TemplateText;
import dev.hexadmin.domain.text.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The body of a mail in one language, as text and as HTML with the brand above it. Mail programs ignore style sheets, so the
 * styles are in attributes; only the button has colours, so that dark programs choose the others. Not thread-safe.
 */
final class MailBody {
    private final List<String> text = new ArrayList<>();
    private final StringBuilder html = new StringBuilder();
    private final MailBrand brand;
    private final String start;

    MailBody(Language language, MailBrand brand) {
        this.brand = brand;
        this.start = language.rightToLeft() ? "right" : "left";
        html.append("<!doctype html>\n<html lang=\"")
                .append(language.tag())
                .append("\" dir=\"")
                .append(language.rightToLeft() ? "rtl" : "ltr")
                .append("\">\n"
                        + "<head><meta charset=\"utf-8\"><meta name=\"viewport\""
                        + " content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light"
                        + " dark\"></head>\n"
                        + "<body>\n"
                        + "<div style=\"max-width:560px;margin:0 auto;padding:24px 16px;font:16px/1.5"
                        + " system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif\">\n"
                        + "<p style=\"margin:0 0 24px;font-weight:600\">");
        if (brand.mark().isPresent()) {
            // the name stands beside it, so it needs no text; on white, it can be seen in dark programs
            html.append(
                    "<img src=\"cid:" + MailBrand.MARK + "\" alt=\"\" height=\"28\" style=\"height:28px;padding:2px;"
                            + "border-radius:6px;background-color:#ffffff;vertical-align:middle\"> ");
        }
        html.append(TemplateText.escapeHtml(brand.name())).append("</p>\n");
    }

    MailBody paragraph(String paragraph) {
        text.add(paragraph);
        html.append("<p>").append(TemplateText.escapeHtml(paragraph)).append("</p>\n");
        return this;
    }

    /** A paragraph of another author, whose lines are those of the text. */
    MailBody quotation(String quoted) {
        text.add("> " + quoted.replace("\n", "\n> "));
        html.append("<blockquote style=\"margin:16px 0;padding-" + start + ":12px;border-" + start
                        + ":3px solid #8a93a3\"><div dir=\"auto\" style=\"text-align:" + start + "\">")
                .append(TemplateText.escapeHtml(quoted).replace("\n", "<br>\n"))
                .append("</div></blockquote>\n");
        return this;
    }

    /** A button, with the address below it for programs that show no links. */
    MailBody link(String label, String address) {
        text.add(address);
        String escaped = TemplateText.escapeHtml(address);
        html.append("<p><a href=\"" + escaped + "\" style=\"display:inline-block;padding:10px 18px;border-radius:6px;"
                        + "background-color:" + brand.button() + ";color:" + brand.onButton()
                        + ";font-weight:600;text-decoration:none\">")
                .append(TemplateText.escapeHtml(label))
                .append("</a></p>\n<p dir=\"ltr\" style=\"font-size:13px;text-align:" + start
                        + ";overflow-wrap:anywhere;word-break:break-word\">")
                .append(escaped)
                .append("</p>\n");
        return this;
    }

    /** The content of a mail that is shown in the inbox, too. */
    Content content(String subject) {
        return new Content(subject, text(), Map.of(EmailChannel.HTML.name(), html()));
    }

    /**
     * The content of a message of which other channels show less.
     *
     * @param body for other channels
     */
    Content content(String subject, String body) {
        return new Content(subject, body, Map.of(EmailChannel.TEXT.name(), text(), EmailChannel.HTML.name(), html()));
    }

    private String html() {
        return html + "</div>\n</body>\n</html>\n";
    }

    private String text() {
        return String.join("\n\n", text);
    }
}
