package dev.hexadmin.application.notifications;

import dev.hexadmin.application.spi.AddressKind;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.TemplatePart;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The channels of an installation: the inbox, e-mail, text messages, and those of plugins. Immutable. */
public final class MessageChannels {
    private static final int LONGEST_QUOTE = 100;

    /** Members of a call's body and of a preference's body: an address kind must not have one of these names. */
    private static final Set<String> TAKEN = Set.of(
            "user_id",
            "language",
            "message",
            "channels",
            "channel",
            "title",
            "template",
            "context",
            "data",
            "recipients",
            "enabled");

    /** The built-in channels. */
    public static final MessageChannels BUILT_IN = of(List.of());

    private final MessageChannel inbox;
    private final Map<Channel, MessageChannel> byName;
    private final List<Channel> all;
    private final List<Channel> outside;
    private final Map<String, AddressKind> addresses;
    private final List<TemplatePart> templateParts;

    private MessageChannels(MessageChannel inbox, Map<Channel, MessageChannel> byName) {
        this.inbox = inbox;
        this.byName = byName;
        this.all = List.copyOf(byName.keySet());
        this.outside =
                all.stream().filter(channel -> !channel.equals(inbox.channel())).toList();
        this.addresses = new LinkedHashMap<>();
        byName.values().forEach(each -> each.address().ifPresent(kind -> addresses.putIfAbsent(kind.field(), kind)));
        this.templateParts = byName.values().stream()
                .flatMap(each -> each.templateParts().stream())
                .toList();
    }

    /**
     * The built-in channels, and others after them.
     *
     * @throws IllegalArgumentException when a name is taken or none, an address has a field or a channel a part
     *     of templates that is taken; the message says which
     */
    public static MessageChannels of(Collection<? extends MessageChannel> others) {
        InAppChannel inbox = new InAppChannel();
        List<MessageChannel> channels = new ArrayList<>(List.of(inbox, new EmailChannel(), new SmsChannel()));
        channels.addAll(others);
        Map<Channel, MessageChannel> byName = new LinkedHashMap<>();
        for (MessageChannel each : channels) {
            if (byName.putIfAbsent(each.channel(), each) != null) {
                throw new IllegalArgumentException("there is another channel '" + each.name() + "'");
            }
            each.address()
                    .map(AddressKind::field)
                    .filter(field -> TAKEN.contains(field) || !Channel.isName(field))
                    .ifPresent(field -> {
                        throw new IllegalArgumentException(
                                "the address of channel '" + each.name() + "' cannot be named '" + field + "'");
                    });
        }
        Set<String> parts = new HashSet<>();
        for (MessageChannel each : channels) {
            each.templateParts().stream()
                    .map(TemplatePart::name)
                    .filter(part -> !parts.add(part))
                    .findFirst()
                    .ifPresent(part -> {
                        throw new IllegalArgumentException(
                                "channel '" + each.name() + "' has the part '" + part + "' of another channel");
                    });
        }
        return new MessageChannels(inbox, byName);
    }

    /** The names of all channels, in their order. */
    public List<Channel> all() {
        return all;
    }

    /** The channels whose messages a provider sends. */
    public List<Channel> outside() {
        return outside;
    }

    /** The inbox, in which messages are stored. */
    public Channel inbox() {
        return inbox.channel();
    }

    /** Whether the channel is the inbox. */
    public boolean isInbox(Channel channel) {
        return channel.equals(inbox.channel());
    }

    /** The channel of this name, case-sensitive. */
    public Optional<Channel> named(String word) {
        return all.stream().filter(channel -> channel.word().equals(word)).findFirst();
    }

    /** The channel registered under a name. */
    public Optional<MessageChannel> find(Channel channel) {
        return Optional.ofNullable(byName.get(channel));
    }

    /**
     * The channel registered under a name of {@link #all}.
     *
     * @throws IllegalArgumentException when the channel does not exist
     */
    public MessageChannel get(Channel channel) {
        @Nullable MessageChannel found = byName.get(channel);
        if (found == null) {
            throw new IllegalArgumentException("there is no channel '" + channel + "'; there are: " + names());
        }
        return found;
    }

    /** The channel's name for users; its technical name when it is no longer registered. */
    public Label label(Channel channel) {
        return find(channel).map(MessageChannel::labels).orElseGet(() -> Label.of(channel.word()));
    }

    /** The address kinds that a call can contain, by the member of its body, in the order of the channels. */
    public Map<String, AddressKind> addresses() {
        return addresses;
    }

    /**
     * The addresses among these to which their channels must not send, as violations at their pointers. May block.
     *
     * @param kind the field of their kind
     * @param pointers of each valid address
     */
    public List<Violation> refused(String kind, Map<String, List<String>> pointers) {
        if (pointers.isEmpty()) {
            return List.of();
        }
        List<Violation> refused = new ArrayList<>();
        byName.values().stream()
                .filter(channel -> channel.address()
                        .filter(each -> each.field().equals(kind))
                        .isPresent())
                .forEach(channel -> channel.refused(Set.copyOf(pointers.keySet()))
                        .forEach((address, reason) -> pointers.getOrDefault(address, List.of())
                                .forEach(pointer ->
                                        refused.add(new Violation(pointer, "address_not_allowed", reason)))));
        return refused;
    }

    /** The texts that templates may have for single channels. */
    public List<TemplatePart> templateParts() {
        return templateParts;
    }

    /**
     * The violation of a word that names none of these channels.
     *
     * @param pointer of the word
     */
    public Violation unknown(String pointer, String word) {
        return new Violation(
                pointer,
                "unknown_channel",
                Message.of("There is no channel ''{channel}''. There are: {channels}.")
                        .with("channel", shorten(word))
                        .with("channels", names()));
    }

    /** The beginning of a text of a client, for a message: printable, at most 100 characters. */
    public static String shorten(String text) {
        String printable = text.codePoints()
                .limit(LONGEST_QUOTE)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return printable.length() < text.length() ? printable + "…" : printable;
    }

    /** All names, as in {@code in_app, email}. */
    public String names() {
        return all.stream().map(Channel::word).collect(Collectors.joining(", "));
    }
}
