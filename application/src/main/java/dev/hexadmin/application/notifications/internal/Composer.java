package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.text.VisibleText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Validates messages and fills in templates. Collects the violations of all recipients. */
final class Composer {
    private static final String CHANNELS = "/channels";

    private final NotificationsSettings settings;
    private final MessageChannels registered;
    private final Addressees addressees;
    private final BooleanSupplier inTransaction;

    /** @param inTransaction whether the caller holds a transaction, which must not wait for other systems */
    Composer(NotificationsSettings settings, Addressees addressees, BooleanSupplier inTransaction) {
        this.settings = settings;
        this.addressees = addressees;
        this.inTransaction = inTransaction;
        this.registered = settings.channels();
    }

    /**
     * A recipient with their content.
     *
     * @param place the recipient's pointer in the body; empty for a single one
     * @param named whether the call names the channels
     * @param addresses by the field of their kind
     */
    record Composed(
            String place,
            Addressee user,
            List<Channel> channels,
            boolean named,
            Map<String, String> addresses,
            Content content,
            Optional<JsonText> data,
            Handling handling) {}

    /** How a message is treated. */
    enum Handling {
        /** Channels that the user does not want are skipped, and failed ones are replaced. */
        USUAL,
        /** It is sent on its channels, also those that the user does not want, and on no others. */
        ALWAYS,
        /** The same, and its content is stored in encrypted form. */
        SECRET
    }

    /** The channels and templates of messages. */
    SendingNotifications.Composition composition() {
        Map<String, Set<String>> templates = new HashMap<>();
        settings.templates().forEach((name, template) -> templates.put(name, template.placeholders()));
        return new SendingNotifications.Composition(settings.defaultChannels(), templates);
    }

    /** Composes for one recipient, whose members are those of the body itself. */
    Composed compose(Recipient recipient, dev.hexadmin.domain.notifications.Message message, List<Violation> misread) {
        return new Composing(message, misread).all(List.of(recipient), false).getFirst();
    }

    /** Composes for the recipients of a batch. */
    List<Composed> compose(
            List<Recipient> recipients, dev.hexadmin.domain.notifications.Message message, List<Violation> misread) {
        return new Composing(message, misread).batch(recipients);
    }

    /** One call. What is at or below a member that could not be read is not reported again. */
    private final class Composing {
        private final dev.hexadmin.domain.notifications.Message message;
        private final List<Violation> wrong;
        private final Set<String> misread = new HashSet<>();
        /** The pointers of each valid address, by the field of its kind. */
        private final Map<String, Map<String, List<String>>> given = new TreeMap<>();

        private final Optional<Template> template;
        private final Optional<String> title;
        private final Optional<List<Channel>> channels;
        /** The content for all recipients without individual values, by the template with the texts of their language. */
        private final IdentityHashMap<Template, Content> common = new IdentityHashMap<>();
        /** The content without a template, which all recipients get. */
        private Optional<Content> plain = Optional.empty();

        Composing(dev.hexadmin.domain.notifications.Message message, List<Violation> found) {
            this.message = message;
            this.wrong = new ArrayList<>(found);
            for (Violation each : found) {
                misread.add(each.pointer());
                int end = each.pointer().lastIndexOf('/');
                if (each.pointer().startsWith(CHANNELS, end - CHANNELS.length())) {
                    misread.add(each.pointer().substring(0, end)); // without one of them it is another list
                }
            }
            this.template = message.template().flatMap(this::template);
            this.title = message.title().filter(VisibleText::isIn);
            title.ifPresent(text -> text("/title", text, SendingNotifications.LONGEST_TITLE));
            this.channels = message.channels().map(named -> channels(CHANNELS, named));
            if (message.template().isEmpty() && !misread.contains("/template")) {
                if (!VisibleText.isIn(message.text())) {
                    wrong(Violation.at("message", "required", "A text is required, or a template."));
                }
                text("/message", message.text(), SendingNotifications.LONGEST_BODY);
            }
            message.data().ifPresent(this::data);
            values("/context", message.context());
        }

        private void wrong(Violation violation) {
            String pointer = violation.pointer();
            for (int end = pointer.length(); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
                if (misread.contains(pointer.substring(0, end))) {
                    return;
                }
            }
            wrong.add(violation);
        }

        List<Composed> batch(List<Recipient> recipients) {
            if (recipients.isEmpty() || recipients.size() > SendingNotifications.MOST_RECIPIENTS) {
                wrong(new Violation(
                        "/recipients",
                        "items",
                        Message.of(
                                        "{limit, plural, one {1 recipient is expected in one call.} other {1 to # recipients are expected in one call.}}")
                                .with("limit", SendingNotifications.MOST_RECIPIENTS)));
                throw RequestRejectedException.invalid(wrong);
            }
            return all(recipients, true);
        }

        List<Composed> all(List<Recipient> recipients, boolean batch) {
            List<Composed> composed = new ArrayList<>(recipients.size());
            Map<String, Language> languages = languages(recipients);
            for (int i = 0; i < recipients.size(); i++) {
                one(recipients.get(i), languages, batch ? "/recipients/" + i : "")
                        .ifPresent(composed::add);
            }
            if (!inTransaction.getAsBoolean()) {
                given.forEach((kind, pointers) -> wrong.addAll(registered.refused(kind, pointers)));
            }
            if (!wrong.isEmpty()) {
                throw RequestRejectedException.invalid(wrong);
            }
            return composed;
        }

        /** The languages that recipients have chosen in their accounts, by the id; read only if texts depend on them. */
        private Map<String, Language> languages(List<Recipient> recipients) {
            if (template.filter(one -> !one.languages().isEmpty()).isEmpty()) {
                return Map.of();
            }
            Set<UserId> users = new LinkedHashSet<>();
            recipients.stream()
                    .filter(recipient -> recipient.language().isEmpty() && Addressee.isValid(recipient.userId()))
                    .forEach(
                            recipient -> Addressee.of(recipient.userId()).user().ifPresent(users::add));
            Map<String, Language> languages = new HashMap<>();
            addressees
                    .accounts(users)
                    .forEach(account -> account.language()
                            .ifPresent(language -> languages.put(account.id().toString(), language)));
            return languages;
        }

        private Optional<Composed> one(Recipient recipient, Map<String, Language> languages, String place) {
            String id = recipient.userId();
            if (!VisibleText.isIn(id)) {
                wrong(new Violation(place + "/user_id", "required", "Whom it is for is required."));
            } else if (text(place + "/user_id", id, Addressee.LONGEST) && !Addressee.isValid(id)) {
                wrong(new Violation(place + "/user_id", "characters", "It holds a control character."));
            }
            Map<String, String> addresses = addresses(recipient, place);
            Optional<List<Channel>> own = recipient
                    .channels()
                    .map(named -> channels(place + CHANNELS, named))
                    .or(() -> channels);
            values(place + "/context", recipient.context());
            Optional<Language> language = recipient.language().or(() -> Optional.ofNullable(languages.get(id)));
            Optional<Content> content = content(recipient, language, place);
            List<Channel> chosen = own.orElse(settings.defaultChannels());
            if (!misread.contains(CHANNELS) && !misread.contains(place + CHANNELS)) {
                content.ifPresent(said -> fits(chosen, said, place));
            }
            if (!wrong.isEmpty() || content.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new Composed(
                    place,
                    new Addressee(id),
                    chosen,
                    own.isPresent(),
                    addresses,
                    content.get(),
                    message.data(),
                    Handling.USUAL));
        }

        private Map<String, String> addresses(Recipient recipient, String place) {
            if (recipient.addresses().isEmpty()) {
                return Map.of();
            }
            Map<String, String> addresses = new HashMap<>();
            registered.addresses().forEach((field, kind) -> {
                @Nullable String text = recipient.addresses().get(field);
                if (text != null) {
                    String address = text.strip();
                    addresses.put(field, address);
                    if (kind.matches(address)) {
                        given.computeIfAbsent(field, f -> new LinkedHashMap<>())
                                .computeIfAbsent(address, a -> new ArrayList<>())
                                .add(place + "/" + field);
                    } else {
                        wrong(new Violation(place + "/" + field, field, kind.ruleText()));
                    }
                }
            });
            recipient.addresses().keySet().stream()
                    .filter(field -> !registered.addresses().containsKey(field))
                    .forEach(field -> wrong(new Violation(
                            place + "/" + field, "unknown_field", "No channel has addresses of this kind.")));
            return addresses;
        }

        private void fits(List<Channel> channels, Content content, String place) {
            for (Channel channel : channels) {
                MessageChannel one = registered.get(channel);
                int most = one.limits().longestText();
                if (most < Integer.MAX_VALUE && one.render(content).length() > most) {
                    wrong(new Violation(
                            place + (message.template().isPresent() ? "/context" : "/message"),
                            "max_length",
                            Message.of(
                                            "{limit, plural, one {On the channel ''{channel}'' at most # character is allowed.} other {On the channel ''{channel}'' at most # characters are allowed.}}")
                                    .with("channel", channel)
                                    .with("limit", most)));
                }
            }
        }

        private Optional<Content> content(Recipient recipient, Optional<Language> language, String place) {
            if (message.template().isEmpty()) {
                plain = plain.or(() -> Optional.of(Content.of(title.orElse(""), message.text())));
                return plain;
            }
            if (template.isEmpty()) {
                return Optional.empty(); // reported already
            }
            Template texts = language.map(template.get()::in).orElse(template.get());
            if (!recipient.context().isEmpty()) {
                return filled(texts, recipient, place);
            }
            Optional<Content> content =
                    Optional.ofNullable(common.get(texts)).or(() -> filled(texts, recipient, place));
            content.ifPresent(same -> common.put(texts, same));
            return content;
        }

        private Optional<Content> filled(Template template, Recipient recipient, String place) {
            Map<String, String> values = new HashMap<>();
            List<String> missing = new ArrayList<>();
            for (String name : template.placeholders()) {
                @Nullable
                Object value = recipient.context().containsKey(name)
                        ? recipient.context().get(name)
                        : message.context().get(name);
                Optional<String> text = written(value);
                if (text.isPresent()) {
                    values.put(name, text.get());
                } else if (value == null) {
                    missing.add(name);
                } else {
                    return Optional.empty(); // a value of the wrong type, which was reported
                }
            }
            for (String name : missing) {
                wrong(new Violation(
                        place + "/context/" + name,
                        "missing_placeholder",
                        Message.of("The template needs a value for ''{name}''.").with("name", name)));
            }
            if (!missing.isEmpty()) {
                return Optional.empty();
            }
            Content content = template.fill(name -> values.getOrDefault(name, ""), title);
            boolean fits = length(place + "/context", content.title(), SendingNotifications.LONGEST_TITLE);
            fits &= length(place + "/context", content.body(), SendingNotifications.LONGEST_BODY);
            for (String part : content.parts().values()) {
                fits &= length(place + "/context", part, SendingNotifications.LONGEST_BODY);
            }
            return fits ? Optional.of(content) : Optional.empty();
        }

        private Optional<Template> template(String name) {
            @Nullable Template found = settings.templates().get(name);
            if (found == null) {
                wrong(Violation.at(
                        "template",
                        "unknown_template",
                        settings.templates().isEmpty()
                                ? Message.of("There is no template ''{name}''. There are no templates.")
                                        .with("name", MessageChannels.shorten(name))
                                : Message.of("There is no template ''{name}''. There are: {templates}.")
                                        .with("name", MessageChannels.shorten(name))
                                        .with(
                                                "templates",
                                                String.join(
                                                        ", ",
                                                        new TreeSet<>(settings.templates()
                                                                .keySet())))));
            }
            return Optional.ofNullable(found);
        }

        private List<Channel> channels(String place, List<Channel> named) {
            if (named.isEmpty()) {
                wrong(new Violation(place, "required", "At least one channel is expected."));
            }
            Set<Channel> channels = new HashSet<>();
            List<Channel> inOrder = new ArrayList<>();
            for (int i = 0; i < named.size(); i++) {
                Channel channel = named.get(i);
                if (registered.find(channel).isEmpty()) {
                    wrong(registered.unknown(place + "/" + i, channel.word()));
                } else if (channels.add(channel)) {
                    inOrder.add(channel);
                }
            }
            return inOrder;
        }

        private void values(String place, Map<String, @Nullable Object> context) {
            context.forEach((name, value) -> {
                String at = place + "/" + name.replace("~", "~0").replace("/", "~1");
                if (value instanceof String text) {
                    text(at, text, SendingNotifications.LONGEST_BODY);
                } else if (written(value).isEmpty()) {
                    wrong(new Violation(at, "type", "A string, a number, true or false is expected."));
                }
            });
        }

        private void data(JsonText data) {
            if (data.text().length() > SendingNotifications.LONGEST_DATA) {
                wrong(Violation.at(
                        "data",
                        "max_length",
                        Message.of(
                                        "{limit, plural, one {At most # character of JSON is allowed.} other {At most # characters of JSON are allowed.}}")
                                .with("limit", SendingNotifications.LONGEST_DATA)));
            } else if (!data.isWellFormed()) {
                wrong(Violation.at("data", "type", "A JSON value is expected."));
            } else if (!FieldInput.isStorable(data)) {
                wrong(Violation.at("data", "characters", "It holds a character that cannot be stored."));
            }
        }

        private boolean text(String place, String text, int most) {
            if (!length(place, text, most)) {
                return false;
            }
            if (!FieldInput.isStorable(text)) {
                wrong(new Violation(place, "characters", "It holds a character that cannot be stored."));
                return false;
            }
            return true;
        }

        private boolean length(String place, String text, int most) {
            if (text.length() > most && text.codePointCount(0, text.length()) > most) {
                wrong(new Violation(
                        place,
                        "max_length",
                        Message.of(
                                        "{limit, plural, one {At most # character is allowed.} other {At most # characters are allowed.}}")
                                .with("limit", most)));
                return false;
            }
            return true;
        }
    }

    private static Optional<String> written(@Nullable Object value) {
        return switch (value) {
            case String text -> Optional.of(text);
            case Boolean flag -> Optional.of(flag.toString());
            case Integer number -> Optional.of(number.toString());
            case Long number -> Optional.of(number.toString());
            case Double number -> Optional.of(number.toString());
            case BigInteger number -> Optional.of(number.toString());
            // 1e1000000 must not be expanded
            case BigDecimal number ->
                Optional.of(Math.abs(number.scale()) <= 50 ? number.toPlainString() : number.toString());
            case null, default -> Optional.empty();
        };
    }
}
