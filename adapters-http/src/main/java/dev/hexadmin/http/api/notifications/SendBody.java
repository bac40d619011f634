package dev.hexadmin.http.api.notifications;

import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.json.JsonBody;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a message to send, and notes members of the wrong type and unknown members. The application checks
 * the values, and reports both. A member that is null counts as left out.
 */
final class SendBody {
    private static final String DATA = "data";
    private static final Set<String> MESSAGE = Set.of("message", "channels", "title", "template", "context", DATA);
    private static final String USER_ID = "user_id";
    private static final String LANGUAGE = "language";
    private static final Set<String> OF_ONE = Set.of("channels", "context");

    private final List<Violation> wrong = new ArrayList<>();
    private final MessageChannels channels;
    private final Set<String> addresses;
    private final Set<String> recipient;

    private SendBody(MessageChannels channels) {
        this.channels = channels;
        this.addresses = channels.addresses().keySet();
        this.recipient = new HashSet<>(addresses);
        this.recipient.addAll(Set.of(USER_ID, LANGUAGE));
    }

    /**
     * A message to one.
     *
     * @param misread what could not be read
     */
    record Single(
            SentId userId,
            Recipient recipient,
            dev.hexadmin.domain.notifications.Message message,
            List<Violation> misread) {}

    /**
     * A message to many.
     *
     * @param userIds of the recipients, in order
     * @param misread what could not be read
     */
    record Many(
            List<SentId> userIds,
            List<Recipient> recipients,
            dev.hexadmin.domain.notifications.Message message,
            List<Violation> misread) {}

    /** @param channels whose addresses are members of a recipient */
    static Single single(byte[] body, MessageChannels channels) {
        SendBody reader = new SendBody(channels);
        Map<String, @Nullable Object> members = JsonBody.object(body, DATA);
        reader.onlyKnown("", members, MESSAGE, reader.recipient);
        SentId userId = reader.userId("/" + USER_ID, members.get(USER_ID));
        Recipient.Builder recipient = Recipient.builder(userId.text());
        reader.addresses("", members, recipient);
        reader.language("", members).ifPresent(recipient::language);
        dev.hexadmin.domain.notifications.Message message = reader.message(members);
        return new Single(userId, recipient.build(), message, reader.wrong);
    }

    /** @param channels whose addresses are members of a recipient */
    static Many many(byte[] body, MessageChannels channels) {
        SendBody reader = new SendBody(channels);
        Map<String, @Nullable Object> members = JsonBody.object(body, DATA);
        reader.onlyKnown("", members, MESSAGE, Set.of("recipients"));
        List<SentId> userIds = new ArrayList<>();
        List<Recipient> recipients = new ArrayList<>();
        if (members.get("recipients") instanceof List<?> items) {
            reader.recipients(items, userIds, recipients);
        } else {
            reader.wrong("/recipients", "type", Message.of("A list of recipients is expected."));
        }
        dev.hexadmin.domain.notifications.Message message = reader.message(members);
        return new Many(userIds, recipients, message, reader.wrong);
    }

    private void recipients(List<?> items, List<SentId> userIds, List<Recipient> recipients) {
        if (items.size() > SendingNotifications.MOST_RECIPIENTS) {
            recipients.addAll(Collections.nCopies(items.size(), Recipient.of(""))); // too many to look at each
            return;
        }
        for (int i = 0; i < items.size(); i++) {
            String place = "/recipients/" + i;
            if (!(items.get(i) instanceof Map<?, ?> item)) {
                wrong(place, "type", Message.of("An object is expected."));
                recipients.add(Recipient.of(""));
                continue;
            }
            Map<String, @Nullable Object> members = members(item);
            onlyKnown(place, members, recipient, OF_ONE);
            SentId userId = userId(place + "/" + USER_ID, members.get(USER_ID));
            userIds.add(userId);
            Recipient.Builder one =
                    Recipient.builder(userId.text()).values(object(place + "/context", members.get("context")));
            addresses(place, members, one);
            language(place, members).ifPresent(one::language);
            channels(place + "/channels", members.get("channels")).ifPresent(one::channels);
            recipients.add(one.build());
        }
    }

    private void addresses(String place, Map<String, @Nullable Object> members, Recipient.Builder recipient) {
        for (String field : addresses) {
            text(place + "/" + field, members.get(field)).ifPresent(address -> recipient.address(field, address));
        }
    }

    private Optional<Language> language(String place, Map<String, @Nullable Object> members) {
        String pointer = place + "/" + LANGUAGE;
        Optional<String> tag = text(pointer, members.get(LANGUAGE));
        if (tag.isPresent() && !Language.isTag(tag.get())) {
            wrong(pointer, LANGUAGE, Message.of("A language tag (BCP 47) is expected, such as de or pt-BR."));
            return Optional.empty();
        }
        return tag.map(Language::new);
    }

    private dev.hexadmin.domain.notifications.Message message(Map<String, @Nullable Object> members) {
        dev.hexadmin.domain.notifications.Message.Builder message = dev.hexadmin.domain.notifications.Message.builder();
        text("/message", members.get("message")).ifPresent(message::text);
        channels("/channels", members.get("channels")).ifPresent(message::channels);
        text("/title", members.get("title")).ifPresent(message::title);
        text("/template", members.get("template")).ifPresent(message::template);
        message.values(object("/context", members.get("context")));
        if (members.get(DATA) instanceof JsonText data) {
            message.data(data);
        }
        return message.build();
    }

    private SentId userId(String pointer, @Nullable Object value) {
        return switch (value) {
            case null -> SentId.NONE; // the application rejects it as required
            case String text -> new SentId(text, false);
            case Long number -> new SentId(number.toString(), true);
            case BigInteger number -> new SentId(number.toString(), true);
            case Object other ->
                FieldInput.wholeNumber(other)
                        .map(number -> new SentId(number.toString(), true))
                        .orElseGet(() -> {
                            wrong(pointer, "type", Message.of("A string or a whole number is expected."));
                            return SentId.NONE;
                        });
        };
    }

    private Optional<String> text(String pointer, @Nullable Object value) {
        return switch (value) {
            case null -> Optional.empty();
            case String text -> Optional.of(text);
            case Object other -> {
                wrong(pointer, "type", Message.of("A string is expected."));
                yield Optional.empty();
            }
        };
    }

    private Optional<List<Channel>> channels(String pointer, @Nullable Object value) {
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof List<?> items)) {
            wrong(pointer, "type", Message.of("A list of strings is expected."));
            return Optional.empty();
        }
        List<Channel> named = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            if (!(items.get(i) instanceof String word)) {
                wrong(pointer + "/" + i, "type", Message.of("A string is expected."));
            } else if (Channel.isName(word) && channels.find(new Channel(word)).isPresent()) {
                named.add(new Channel(word));
            } else {
                wrong.add(channels.unknown(pointer + "/" + i, word));
            }
        }
        return named.size() == items.size() ? Optional.of(named) : Optional.empty();
    }

    private Map<String, @Nullable Object> object(String pointer, @Nullable Object value) {
        return switch (value) {
            case null -> Map.of();
            case Map<?, ?> map -> members(map);
            case Object other -> {
                wrong(pointer, "type", Message.of("An object is expected."));
                yield Map.of();
            }
        };
    }

    @SuppressWarnings("unchecked") // every map of the reader is of this type
    private static Map<String, @Nullable Object> members(Map<?, ?> map) {
        return (Map<String, @Nullable Object>) map;
    }

    private void onlyKnown(
            String place, Map<String, @Nullable Object> members, Set<String> known, Set<String> knownToo) {
        for (String name : members.keySet()) {
            if (!known.contains(name) && !knownToo.contains(name)) {
                wrong(
                        place + "/" + name.replace("~", "~0").replace("/", "~1"),
                        "unknown_field",
                        Message.of("There is no such field."));
            }
        }
    }

    private void wrong(String pointer, String code, Message message) {
        wrong.add(new Violation(pointer, code, message));
    }
}
