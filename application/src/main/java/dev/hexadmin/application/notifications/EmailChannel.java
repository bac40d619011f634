package dev.hexadmin.application.notifications;

import dev.hexadmin.application.spi.AddressKind;
import dev.hexadmin.application.spi.ChannelLimits;
import dev.hexadmin.application.spi.ChannelProvider;
import dev.hexadmin.application.spi.EmailImage;
import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.application.spi.MessageStatus;
import dev.hexadmin.application.spi.OutgoingMessage;
import dev.hexadmin.application.spi.SentMessage;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.TemplatePart;
import dev.hexadmin.domain.notifications.TemplatePart.Format;
import dev.hexadmin.domain.text.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** E-mail, sent by an {@link EmailProvider}. */
public final class EmailChannel implements MessageChannel {
    /** The subject, instead of the title. */
    public static final TemplatePart SUBJECT = new TemplatePart("email_subject", Format.LINE);

    /** A version in HTML, beside the body as plain text. */
    public static final TemplatePart HTML = new TemplatePart("email_html", Format.HTML);

    /** A plain text instead of the body, of messages that have no template. */
    public static final TemplatePart TEXT = new TemplatePart("email_text", Format.TEXT);

    private static final AddressKind ADDRESS = AddressKind.builder(
                    "email", "e-mail address", Pattern.compile(FieldInput.EMAIL_PATTERN))
            .longest(FieldInput.MAX_EMAIL_LENGTH)
            .rule(Message.of("It is no e-mail address."))
            .format("email")
            .hint(Pattern.compile("^(?!\\w+://).*@"))
            .origin(AddressKind.Origin.ACCOUNT)
            .build();

    EmailChannel() {}

    @Override
    public String name() {
        return Channel.EMAIL.word();
    }

    @Override
    public String label() {
        return Message.of("E-mail").english();
    }

    @Override
    public String description() {
        return Message.of("To the address of your account, or one the sender knows.")
                .english();
    }

    @Override
    public Optional<AddressKind> address() {
        return Optional.of(ADDRESS);
    }

    /** As many as {@code SmtpEmailProvider} has connections: an attempt that only waits for one is not begun. */
    @Override
    public ChannelLimits limits() {
        return new ChannelLimits(8, Integer.MAX_VALUE);
    }

    @Override
    public String render(Content content) {
        return "Subject: " + content.headline(SUBJECT) + "\n\n" + text(content);
    }

    @Override
    public List<TemplatePart> templateParts() {
        return List.of(SUBJECT, HTML);
    }

    private static String text(Content content) {
        return content.part(TEXT).orElse(content.body());
    }

    /** Registers an e-mail provider for this channel. */
    public static ChannelProvider provider(String name, EmailProvider provider, MailBrand brand) {
        return new Provider(name, provider, brand);
    }

    private record Provider(String name, EmailProvider provider, MailBrand brand) implements ChannelProvider {
        @Override
        public SentMessage send(OutgoingMessage message) {
            Content content = message.content();
            Optional<String> html = content.part(HTML);
            return new SentMessage(
                    provider.send(new EmailMessage(
                                    message.to(),
                                    content.headline(SUBJECT),
                                    text(content),
                                    html,
                                    html.map(this::images).orElse(List.of()),
                                    message.unsubscribe()
                                            .map(Provider::unsubscribing)
                                            .orElse(Map.of()),
                                    message.idempotencyKey()))
                            .messageId(),
                    MessageStatus.SENT);
        }

        /** The fields of RFC 2369, and of RFC 8058 for mail programs that unsubscribe with one request, which needs https. */
        private static Map<String, String> unsubscribing(String link) {
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put("List-Unsubscribe", "<" + link + ">");
            if (link.startsWith("https://")) {
                headers.put("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
            }
            return headers;
        }

        private List<EmailImage> images(String html) {
            return brand.mark().filter(mark -> html.contains("\"cid:" + MailBrand.MARK + "\"")).stream()
                    .map(mark -> new EmailImage(MailBrand.MARK, "image/png", mark))
                    .toList();
        }
    }
}
