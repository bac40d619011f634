package dev.hexadmin.application.notifications.internal;

import static dev.hexadmin.application.notifications.internal.Post.OPERATOR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.SendingNotifications.Mode;
import dev.hexadmin.application.spi.AddressKind;
import dev.hexadmin.application.spi.ChannelLimits;
import dev.hexadmin.application.spi.ChannelProvider;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.application.spi.MessageStatus;
import dev.hexadmin.application.spi.OutgoingMessage;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SentMessage;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A channel that is not built in goes through the same rules as those that are. */
class PluginChannelTest {
    private static final Channel PAGER = new Channel("pager");

    /** Sends to numbers that the call or the user gives. */
    private static final class Pager implements MessageChannel, ChannelProvider {
        private final String name;
        private final String field;
        private final AddressKind.Origin origin;
        final List<OutgoingMessage> sent = new ArrayList<>();
        final Deque<RuntimeException> failures = new ArrayDeque<>();
        Optional<String> forbidden = Optional.empty();

        Pager(String name, String field, AddressKind.Origin origin) {
            this.name = name;
            this.field = field;
            this.origin = origin;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String label() {
            return "Pager";
        }

        @Override
        public String description() {
            return "To your pager.";
        }

        @Override
        public Optional<AddressKind> address() {
            return Optional.of(AddressKind.builder(field, "pager number", Pattern.compile("[0-9]{4}"))
                    .longest(4)
                    .rule("Four digits are expected.")
                    .origin(origin)
                    .build());
        }

        @Override
        public Map<String, dev.hexadmin.domain.text.Message> refused(Set<String> addresses) {
            return forbidden
                    .filter(addresses::contains)
                    .map(address -> Map.of(address, dev.hexadmin.domain.text.Message.of("Not this one.")))
                    .orElse(Map.of());
        }

        @Override
        public ChannelLimits limits() {
            return new ChannelLimits(1, 20);
        }

        @Override
        public String render(Content content) {
            return content.title() + ": " + content.body();
        }

        @Override
        public List<ChannelProvider> providers() {
            return List.of(this);
        }

        @Override
        public SentMessage send(OutgoingMessage message) {
            if (!failures.isEmpty()) {
                throw failures.remove();
            }
            sent.add(message);
            return new SentMessage("p" + sent.size(), MessageStatus.DELIVERED);
        }
    }

    private final Pager pager = new Pager("pager", "pager_number", AddressKind.Origin.PREFERENCE);

    private Post post(List<Channel> fallbacks) {
        NotificationsSettings usual = NotificationsSettings.usual();
        return new Post(new NotificationsSettings(
                MessageChannels.of(List.of(pager)),
                List.of(PAGER),
                fallbacks,
                Map.of(),
                usual.deadline(),
                usual.attempts(),
                usual.retention()));
    }

    private static Message message(String text, String... channels) {
        Message.Builder message = Message.builder().text(text).title("T").data(new JsonText("{\"a\":1}"));
        return channels.length == 0
                ? message.build()
                : message.channels(Post.channels(channels)).build();
    }

    private static List<String> wrong(Runnable call) {
        RequestRejectedException refused = catchThrowableOfType(RequestRejectedException.class, call::run);
        assertThat(refused).isNotNull();
        return refused.violations().stream()
                .map(each -> each.pointer() + " " + each.code())
                .toList();
    }

    private void want(Post post, String address) {
        post.assembly
                .reading()
                .setPreference(OPERATOR, new Addressee("ada"), "pager", true, Optional.of(address), false);
    }

    @Test
    void an_address_that_the_channel_refuses_is_named_but_not_checked_inside_a_transaction() {
        Post post = post(List.of());
        pager.forbidden = Optional.of("6666");
        Runnable send = () -> post.assembly
                .sending()
                .send(
                        OPERATOR,
                        Recipient.builder("ada").address("pager_number", "6666").build(),
                        message("Hi", "pager"),
                        Mode.WAIT);
        assertThat(wrong(send)).containsExactly("/pager_number address_not_allowed");
        assertThat(wrong(() -> want(post, "6666"))).containsExactly("/address address_not_allowed");
        assertThat(pager.sent).isEmpty();
        post.memory.write(scope -> {
            send.run();
            want(post, "6666");
            return 0;
        });
        assertThat(pager.sent).hasSize(1);
    }

    @Test
    void a_provider_that_says_that_the_address_is_gone_ends_the_one_that_the_user_has_set() {
        Post post = post(List.of());
        want(post, "1234");
        pager.failures.add(ProviderException.addressGone("no such pager"));
        Recipient ada = Recipient.builder("ada").build();
        assertThat(Post.states(post.assembly.sending().send(OPERATOR, ada, message("Hi"), Mode.WAIT)))
                .containsExactly("pager=failed");
        assertThat(Post.states(post.assembly.sending().send(OPERATOR, ada, message("Hi"), Mode.WAIT)))
                .containsExactly("pager=skipped");
    }

    @Test
    void a_message_goes_to_the_address_of_the_call_or_else_to_the_one_that_the_user_has_set() {
        Post post = post(List.of());
        Delivery first = post.assembly
                .sending()
                .send(
                        OPERATOR,
                        Recipient.builder("ada")
                                .address("pager_number", " 1234 ")
                                .build(),
                        message("Hi", "pager"),
                        Mode.WAIT);
        want(post, "9876");
        Delivery second = post.assembly.sending().send(OPERATOR, Recipient.of("ada"), message("Hi"), Mode.WAIT);
        assertThat(Post.states(second)).containsExactly("pager=sent");
        assertThat(second.channels().getFirst().provider()).contains("pager");
        assertThat(pager.sent).extracting(OutgoingMessage::to).containsExactly("1234", "9876");
        OutgoingMessage sent = pager.sent.getFirst();
        assertThat(sent.user()).isEqualTo(new Addressee("ada"));
        assertThat(sent.content()).isEqualTo(Content.of("T", "Hi"));
        assertThat(sent.data()).contains(new JsonText("{\"a\":1}"));
        assertThat(sent.acceptedAt()).isEqualTo(post.now);
        assertThat(sent.idempotencyKey()).isEqualTo(first.id() + "-pager");
    }

    @Test
    void what_is_wrong_with_an_address_is_said_at_its_field() {
        Post post = post(List.of());
        assertThat(wrong(() -> post.assembly
                        .sending()
                        .send(
                                OPERATOR,
                                Recipient.builder("ada")
                                        .address("pager_number", "12")
                                        .build(),
                                message("Hi"),
                                Mode.WAIT)))
                .containsExactly("/pager_number pager_number");
        assertThat(wrong(() -> post.assembly
                        .sending()
                        .send(
                                OPERATOR,
                                Recipient.builder("ada").address("fax", "12").build(),
                                message("Hi"),
                                Mode.WAIT)))
                .containsExactly("/fax unknown_field");
        assertThat(wrong(() ->
                        post.assembly.sending().send(OPERATOR, Recipient.of("ada"), message("Hi", "pager"), Mode.WAIT)))
                .containsExactly("/pager_number address_unknown");
        assertThat(wrong(() -> want(post, "x"))).containsExactly("/address pager_number");
        assertThat(wrong(() -> post.assembly
                        .reading()
                        .setPreference(
                                OPERATOR, new Addressee("ada"), "email", true, Optional.of("a@example.com"), false)))
                .containsExactly("/address not_settable");
    }

    @Test
    void a_message_longer_than_the_channel_takes_is_refused() {
        Post post = post(List.of());
        Recipient ada = Recipient.builder("ada").address("pager_number", "1234").build();
        assertThat(wrong(() -> post.assembly.sending().send(OPERATOR, ada, message("x".repeat(18)), Mode.WAIT)))
                .containsExactly("/message max_length");
        assertThat(Post.states(post.assembly.sending().send(OPERATOR, ada, message("x".repeat(17)), Mode.WAIT)))
                .containsExactly("pager=sent");
    }

    @Test
    void a_temporary_failure_is_tried_again_by_the_poller_and_a_refusal_is_not() {
        Post post = post(List.of());
        Recipient ada = Recipient.builder("ada").address("pager_number", "1234").build();
        pager.failures.add(new ProviderException("busy", Duration.ofMinutes(5)));
        Delivery waiting = post.assembly.sending().send(OPERATOR, ada, message("Hi"), Mode.WAIT);
        assertThat(Post.states(waiting)).containsExactly("pager=retrying");
        post.pass(Duration.ofMinutes(4));
        assertThat(post.states(waiting.id())).containsExactly("pager=retrying");
        post.pass(Duration.ofMinutes(1));
        assertThat(post.states(waiting.id())).containsExactly("pager=delivered");
        pager.failures.add(new ProviderException("no such pager", false));
        assertThat(Post.states(post.assembly.sending().send(OPERATOR, ada, message("Hi"), Mode.WAIT)))
                .containsExactly("pager=failed");
    }

    @Test
    void it_is_the_fallback_of_a_failed_channel() {
        Post post = post(List.of(PAGER));
        want(post, "9876");
        Recipient ada = Recipient.builder("ada").phone("+15017122661").build();
        assertThat(Post.states(post.assembly.sending().send(OPERATOR, ada, message("Hi", "sms"), Mode.WAIT)))
                .as("no provider of text messages is registered")
                .containsExactly("sms=failed", "pager=sent for sms");
        assertThat(pager.sent).extracting(OutgoingMessage::to).containsExactly("9876");
    }

    @Test
    void it_is_one_of_the_preferences_and_of_the_names_in_a_refusal() {
        Post post = post(List.of());
        assertThat(post.assembly.reading().preferences(OPERATOR, new Addressee("ada")))
                .extracting(each -> each.channel().word())
                .containsExactly("in_app", "email", "sms", "pager");
        RequestRejectedException refused = catchThrowableOfType(
                RequestRejectedException.class,
                () -> post.assembly.sending().send(OPERATOR, Recipient.of("ada"), message("x", "fax"), Mode.WAIT));
        assertThat(refused.violations())
                .singleElement()
                .extracting(each -> each.message())
                .isEqualTo("There is no channel 'fax'. There are: in_app, email, sms, pager.");
    }

    @Test
    void a_name_that_is_taken_and_a_field_that_is_a_member_of_the_body_are_refused() {
        assertThatThrownBy(
                        () -> MessageChannels.of(List.of(new Pager("email", "pager_number", AddressKind.Origin.CALL))))
                .hasMessage("there is another channel 'email'");
        assertThatThrownBy(() -> MessageChannels.of(List.of(new Pager("Pager", "x", AddressKind.Origin.CALL))))
                .hasMessageContaining("'Pager'");
        assertThatThrownBy(() -> MessageChannels.of(List.of(new Pager("pager", "data", AddressKind.Origin.CALL))))
                .hasMessage("the address of channel 'pager' cannot be named 'data'");
    }
}
