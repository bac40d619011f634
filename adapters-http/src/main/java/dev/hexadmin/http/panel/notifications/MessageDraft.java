package dev.hexadmin.http.panel.notifications;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.spi.AddressKind;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.text.VisibleText;
import dev.hexadmin.http.server.request.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The content of the form for a message. */
record MessageDraft(
        List<String> users,
        String find,
        String others,
        List<String> channels,
        String template,
        String title,
        String message,
        Map<String, String> context) {
    /** The prefix of the names of fields for placeholders. */
    static final String CONTEXT = "context.";

    static MessageDraft of(Form form) {
        Map<String, String> context = new LinkedHashMap<>();
        form.names().stream()
                .filter(name -> name.startsWith(CONTEXT))
                .forEach(name -> context.put(name.substring(CONTEXT.length()), form.textOrEmpty(name)));
        return new MessageDraft(
                form.all("users"),
                form.textOrEmpty("find"),
                form.textOrEmpty("others").replace("\r\n", "\n"),
                form.all("channels"),
                form.textOrEmpty("template"),
                form.textOrEmpty("title"),
                form.textOrEmpty("message").replace("\r\n", "\n"),
                context);
    }

    List<Recipient> recipients(Collection<AddressKind> kinds) {
        List<Recipient> recipients = new ArrayList<>();
        users.forEach(id -> recipients.add(Recipient.of(id)));
        others.lines().filter(line -> !line.isBlank()).forEach(line -> recipients.add(other(line, kinds)));
        return recipients;
    }

    /** {@code id, e-mail address, phone number}: addresses may be left out, and an address is an id, too. */
    private static Recipient other(String line, Collection<AddressKind> kinds) {
        List<String> parts =
                Arrays.stream(line.split(",", -1)).map(String::strip).toList();
        Recipient.Builder recipient = Recipient.builder(parts.getFirst());
        for (AddressKind kind : kinds) {
            parts.stream()
                    .filter(part -> part.length() <= kind.longest()
                            && kind.hint().matcher(part).find())
                    .findFirst()
                    .ifPresent(address -> recipient.address(kind.field(), address));
        }
        return recipient.build();
    }

    /**
     * @throws RequestRejectedException {@code INVALID} when a word names no channel
     */
    Message toMessage(MessageChannels registered) {
        Message.Builder built = Message.builder().text(message);
        List<Violation> unknown = new ArrayList<>();
        List<Channel> named = new ArrayList<>();
        for (int i = 0; i < channels.size(); i++) {
            Optional<Channel> channel = registered.named(channels.get(i));
            channel.ifPresent(named::add);
            if (channel.isEmpty()) {
                unknown.add(registered.unknown("/channels/" + i, channels.get(i)));
            }
        }
        if (!unknown.isEmpty()) {
            throw RequestRejectedException.invalid(unknown);
        }
        built.channels(named);
        if (VisibleText.isIn(title)) {
            built.title(title);
        }
        if (!template.isEmpty()) {
            built.template(template);
        }
        context.forEach((name, value) -> {
            if (!value.isEmpty()) {
                built.value(name, value);
            }
        });
        return built.build();
    }
}
