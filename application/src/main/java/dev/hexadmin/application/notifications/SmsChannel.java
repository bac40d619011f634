package dev.hexadmin.application.notifications;

import dev.hexadmin.application.spi.AddressKind;
import dev.hexadmin.application.spi.ChannelProvider;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.application.spi.MessageReport;
import dev.hexadmin.application.spi.MessageStatus;
import dev.hexadmin.application.spi.OutgoingMessage;
import dev.hexadmin.application.spi.SentMessage;
import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.application.spi.SmsStatus;
import dev.hexadmin.application.spi.StatusCallback;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.TemplatePart;
import dev.hexadmin.domain.notifications.TemplatePart.Format;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Text messages, sent by an {@link SmsProvider}. */
public final class SmsChannel implements MessageChannel {
    /** What a text message says, instead of the body. */
    public static final TemplatePart BODY = new TemplatePart("sms_body", Format.TEXT);

    private static final AddressKind ADDRESS = AddressKind.builder(
                    "phone", "phone number", Pattern.compile("\\+[1-9][0-9]{6,14}")) // E.164
            .longest(16)
            .rule(Message.of("A number in international form is expected, such as +15017122661."))
            .hint(Pattern.compile("^\\+(?!.*@)"))
            .build();

    SmsChannel() {}

    @Override
    public String name() {
        return Channel.SMS.word();
    }

    @Override
    public String label() {
        return Message.of("Text message").english();
    }

    @Override
    public String description() {
        return Message.of("To a phone number that the sender knows.").english();
    }

    @Override
    public Optional<AddressKind> address() {
        return Optional.of(ADDRESS);
    }

    @Override
    public String render(Content content) {
        return text(content);
    }

    @Override
    public List<TemplatePart> templateParts() {
        return List.of(BODY);
    }

    private static String text(Content content) {
        return content.part(BODY).orElse(content.body());
    }

    /**
     * An SMS provider for this channel.
     *
     * @throws IllegalArgumentException when it cannot send
     */
    public static ChannelProvider provider(String name, SmsProvider provider) {
        requireSend(provider);
        return new Provider(name, provider);
    }

    /**
     * Checks that a provider implements one of the methods that send; each calls the other by default.
     *
     * @throws IllegalArgumentException when it implements neither
     */
    public static void requireSend(SmsProvider provider) {
        if (isDefault(provider, SmsMessage.class) && isDefault(provider, String.class, String.class)) {
            throw new IllegalArgumentException(
                    "the SMS provider " + provider.getClass().getName()
                            + " implements neither send(SmsMessage) nor send(String, String): implement one of them");
        }
    }

    private static boolean isDefault(SmsProvider provider, Class<?>... parameters) {
        try {
            return provider.getClass()
                    .getMethod("send", parameters)
                    .getDeclaringClass()
                    .equals(SmsProvider.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e); // the interface has it
        }
    }

    private record Provider(String name, SmsProvider provider) implements ChannelProvider {
        @Override
        public SentMessage send(OutgoingMessage message) {
            SmsResult result =
                    provider.send(SmsMessage.of(message.to(), text(message.content()), message.idempotencyKey()));
            return new SentMessage(result.messageId(), status(result.status()));
        }

        @Override
        public MessageStatus checkStatus(String messageId) {
            try {
                return status(provider.checkStatus(messageId));
            } catch (UnsupportedOperationException e) {
                return MessageStatus.SENT;
            }
        }

        @Override
        public Optional<MessageReport> report(StatusCallback callback) {
            return provider.report(callback)
                    .map(report -> new MessageReport(report.messageId(), status(report.status()), report.error()));
        }

        private static MessageStatus status(SmsStatus status) {
            return switch (status) {
                case QUEUED, SENT -> MessageStatus.IN_TRANSIT;
                case DELIVERED -> MessageStatus.DELIVERED;
                case FAILED -> MessageStatus.FAILED;
            };
        }
    }
}
