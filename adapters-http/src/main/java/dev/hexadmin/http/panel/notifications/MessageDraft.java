package dev.hexadmin.http.panel.notifications;

import dev.hexadmin.application.spi.AddressKind;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.http.server.request.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
        Recipient recipient = Recipient.of(parts.getFirst());
        for (AddressKind kind : kinds) {
            Optional<String> address = parts.stream()
                    .filter(part -> kind.hint().matcher(part).find())
                    .findFirst();
            if (address.isPresent()) {
                recipient = recipient.at(kind.field(), address.get());
            }
        }
        return recipient;
    }

    Message toMessage() {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        context.forEach((name, value) -> {
            if (!value.isEmpty()) {
                values.put(name, value);
            }
        });
        return new Message(
                message,
                Optional.of(channels),
                Optional.of(title).filter(text -> !text.isBlank()),
                Optional.of(template).filter(name -> !name.isEmpty()),
                values,
                Optional.empty());
    }
}
