package dev.hexadmin.application.notifications.internal;

import static dev.hexadmin.application.notifications.internal.Post.OPERATOR;
import static dev.hexadmin.application.notifications.internal.Post.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.notifications.EmailChannel;
import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.SendingNotifications.Batch;
import dev.hexadmin.application.notifications.SendingNotifications.DeadLetters;
import dev.hexadmin.application.notifications.SendingNotifications.Mode;
import dev.hexadmin.application.notifications.internal.Post.Wire;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Outbox.Capacity;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.notifications.port.Outbox.DeliveryReference;
import dev.hexadmin.application.notifications.port.Outbox.NewDelivery;
import dev.hexadmin.application.notifications.port.Outbox.StoredMessage;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SmsStatus;
import dev.hexadmin.application.spi.StatusCallback;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Backoff;
import dev.hexadmin.domain.notifications.Breaker;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Destination;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.domain.text.Language;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The six rules of delivery, with a clock that is turned by hand. */
class DeliveryRulesTest {
    private static final NotificationsSettings USUAL = NotificationsSettings.usual();
    private static final NotificationsSettings IN_APP_LAST =
            USUAL.withChannels(List.of(Channel.IN_APP), List.of(Channel.SMS, Channel.IN_APP));
    private static final Recipient ADA = to("ada", "ada@example.com", "+15017122661");

    private static RequestRejectedException refused(Runnable call) {
        try {
            call.run();
        } catch (RequestRejectedException refused) {
            return refused;
        }
        throw new AssertionError("it was not refused");
    }

    // 1: everything is stored before the first attempt

    @Test
    void each_channel_is_a_row_and_a_caller_who_waits_hears_of_each() {
        Post post = Post.equipped(USUAL);
        Delivery delivery = post.send(ADA, Mode.WAIT, "in_app", "email", "sms");
        assertThat(Post.states(delivery)).containsExactly("in_app=sent", "email=sent", "sms=sent");
        assertThat(delivery.channels()).allMatch(each -> each.success());
        assertThat(delivery.notificationId()).isPresent();
        assertThat(delivery.channels().get(1).provider()).contains("smtp");
        assertThat(delivery.channels().get(2).messageId()).contains("SM1");
        assertThat(post.email.messages.getFirst().subject()).isEqualTo("The title");
        assertThat(post.email.messages.getFirst().to()).isEqualTo("ada@example.com");
        assertThat(post.sms.texts).containsExactly("+15017122661: The body");
    }

    @Test
    void messages_that_were_rolled_back_are_neither_attempted_nor_published() {
        Post post = Post.equipped(USUAL);
        Followed followed = new Followed();
        post.assembly.reading().follow(OPERATOR, new Addressee("ada"), java.util.OptionalLong.empty(), followed);
        assertThatThrownBy(() -> post.memory.write(scope -> {
                    post.send(ADA, Mode.WAIT, "in_app", "email");
                    throw new IllegalArgumentException("no");
                }))
                .hasMessage("no");
        assertThat(post.memory.log()).isEmpty();
        assertThat(post.email.keys).isEmpty();
        assertThat(followed.told).containsExactly("ready 0 0");
    }

    @Test
    void inside_a_unit_of_work_nothing_is_tried_before_its_commit() {
        Post post = Post.equipped(USUAL);
        post.memory.write(scope -> {
            Delivery delivery = post.send(ADA, Mode.WAIT, "email");
            assertThat(Post.states(delivery)).containsExactly("email=pending");
            assertThat(post.email.keys).isEmpty();
            return 0;
        });
        assertThat(post.email.keys).hasSize(1);
        assertThat(post.memory.log()).containsExactly("ada email sent");
    }

    @Test
    void who_does_not_wait_has_it_done_by_the_dispatcher() {
        Post post = Post.equipped(USUAL);
        Delivery delivery = post.send(ADA, Mode.ASYNC, "in_app", "email");
        assertThat(Post.states(delivery)).containsExactly("in_app=sent", "email=pending");
        assertThat(post.email.keys).isEmpty();
        post.pass(Duration.ZERO);
        assertThat(post.states(delivery.id())).containsExactly("in_app=sent", "email=sent");
    }

    @Test
    void a_dry_run_leaves_nothing() {
        Post post = Post.equipped(USUAL);
        Delivery delivery = post.send(ADA, Mode.DRY_RUN, "in_app", "email");
        assertThat(Post.states(delivery)).containsExactly("in_app=sent", "email=pending");
        post.pass(Duration.ofHours(1));
        assertThat(post.memory.log()).isEmpty();
        assertThat(post.email.keys).isEmpty();
    }

    @Test
    void a_message_whose_secret_key_is_gone_fails_and_calls_no_provider() {
        Post post = Post.equipped(USUAL);
        byte[] former = new byte[32];
        former[0] = 1;
        Content sealed = new SealedContent(SecretKeys.of(former), new SecureRandom())
                .seal(new Content("Password", "https://admin.example.com/?token=abc", Map.of()));
        UUID id = new UUID(1, 1);
        post.memory.write(scope -> post.memory.append(
                List.of(new NewDelivery(
                        new DeliveryReference(id, Optional.empty(), 0, OptionalLong.empty()),
                        new Destination(new Addressee("ada"), Channel.EMAIL, "ada@example.com"),
                        Optional.empty(),
                        DeliveryStatus.PENDING,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(post.now))),
                List.of(new StoredMessage(
                        id, sealed, Map.of(), List.of(Channel.EMAIL), List.of(), Optional.empty(), Optional.empty())),
                post.now));
        post.pass(Duration.ZERO);
        assertThat(post.states(id)).containsExactly("email=failed");
        assertThat(post.email.keys).isEmpty();
        assertThat(post.assembly
                        .sending()
                        .deadLetters(OPERATOR, 10, Optional.empty())
                        .items())
                .singleElement()
                .satisfies(
                        letter -> assertThat(letter.error()).contains("The secret key of this message is not known."));
    }

    // 2: opted out

    @Test
    void an_unwanted_channel_is_skipped_without_fallback_and_is_no_fallback_for_others() {
        Post post = Post.equipped(IN_APP_LAST);
        Addressee ada = new Addressee("ada");
        post.assembly.reading().setPreference(OPERATOR, ada, "sms", false, Optional.empty(), false);
        post.assembly.reading().setPreference(OPERATOR, ada, "in_app", false, Optional.empty(), false);
        post.email.always = Optional.of(Wire.refusal());
        Delivery delivery = post.send(ADA, Mode.WAIT, "in_app", "email", "sms");
        assertThat(Post.states(delivery)).containsExactly("in_app=skipped", "email=failed", "sms=skipped");
        assertThat(delivery.notificationId()).isEmpty();
        assertThat(post.assembly.reading().unread(OPERATOR, ada)).isZero();
        assertThat(post.sms.texts).isEmpty();
    }

    @Test
    void an_opt_out_after_sending_still_keeps_a_fallback_away() {
        Post post = Post.equipped(IN_APP_LAST);
        post.email.always = Optional.of(Wire.refusal());
        Delivery delivery = post.send(ADA, Mode.ASYNC, "email");
        post.assembly.reading().setPreference(OPERATOR, new Addressee("ada"), "sms", false, Optional.empty(), false);
        post.pass(Duration.ZERO);
        assertThat(post.states(delivery.id())).containsExactly("email=failed", "in_app=sent for email");
    }

    // 3: fallback

    @Test
    void a_refused_channel_falls_back_in_order_until_one_succeeds() {
        Post post = Post.equipped(IN_APP_LAST);
        post.email.always = Optional.of(Wire.refusal());
        Delivery first = post.send(ADA, Mode.WAIT, "email");
        assertThat(Post.states(first)).containsExactly("email=failed", "sms=sent for email");
        assertThat(first.channels().getFirst().error()).contains("550 no such mailbox");
        post.sms.always = Optional.of(Wire.refusal());
        Delivery second = post.send(ADA, Mode.WAIT, "email");
        assertThat(Post.states(second))
                .containsExactly("email=failed", "sms=failed for email", "in_app=sent for email");
        assertThat(second.notificationId()).isPresent();
        assertThat(post.assembly
                        .reading()
                        .list(OPERATOR, new Addressee("ada"), 10, Optional.empty(), false)
                        .items())
                .hasSize(1)
                .allMatch(item -> item.notification().title().equals("The title"));
    }

    @Test
    void a_fallback_needs_an_address_and_is_made_once() {
        Post post = Post.equipped(IN_APP_LAST);
        post.email.always = Optional.of(Wire.refusal());
        Delivery delivery = post.send(to("ada", "ada@example.com", ""), Mode.WAIT, "email");
        assertThat(Post.states(delivery)).containsExactly("email=failed", "in_app=sent for email");
        Delivery both = post.send(ADA, Mode.WAIT, "email", "in_app");
        assertThat(Post.states(both)).containsExactly("email=failed", "in_app=sent", "sms=sent for email");
    }

    @Test
    void a_default_channel_without_an_address_is_replaced_by_the_next_fallback() {
        Post post = Post.equipped(USUAL.withChannels(List.of(Channel.EMAIL), List.of(Channel.SMS, Channel.IN_APP)));
        Delivery listed = post.send(to("bob", "", ""), Mode.WAIT);
        assertThat(Post.states(listed)).containsExactly("email=skipped", "in_app=sent for email");
        assertThat(listed.notificationId()).isPresent();
        Delivery texted = post.send(to("bob", "", "+15017122661"), Mode.WAIT);
        assertThat(Post.states(texted)).containsExactly("email=skipped", "sms=sent for email");
        post.sms.always = Optional.of(Wire.refusal());
        Delivery again = post.send(to("bob", "", "+15017122661"), Mode.WAIT);
        assertThat(Post.states(again))
                .containsExactly("email=skipped", "sms=failed for email", "in_app=sent for email");
        post.assembly.reading().setPreference(OPERATOR, new Addressee("bob"), "email", false, Optional.empty(), false);
        assertThat(Post.states(post.send(to("bob", "", "+15017122661"), Mode.WAIT)))
                .as("an unwanted channel is not replaced")
                .containsExactly("email=skipped");
    }

    @Test
    void a_temporary_failure_does_not_fall_back_before_it_is_given_up() {
        Post post = Post.equipped(IN_APP_LAST);
        post.email.always = Optional.of(Wire.busy());
        Delivery delivery = post.send(ADA, Mode.WAIT, "email");
        assertThat(Post.states(delivery)).containsExactly("email=retrying");
        for (int i = 0; i < 40; i++) {
            post.pass(Duration.ofMinutes(1));
        }
        assertThat(post.states(delivery.id())).containsExactly("email=failed", "sms=sent for email");
        assertThat(post.email.keys).hasSize(8);
    }

    // 4: retries

    @Test
    void a_try_that_fails_for_now_is_repeated_with_the_same_key_until_it_succeeds() {
        Post post = Post.equipped(USUAL);
        post.email.failures.add(Wire.busy());
        post.email.failures.add(new IllegalStateException("password=hunter2"));
        Delivery delivery = post.send(ADA, Mode.WAIT, "email");
        assertThat(delivery.channels().getFirst().error()).contains("421 try again later");
        post.pass(Duration.ofSeconds(10));
        assertThat(post.email.keys).hasSize(1);
        post.pass(Duration.ofSeconds(7));
        Delivery now = post.assembly.sending().delivery(OPERATOR, delivery.id());
        assertThat(now.channels().getFirst().error()).contains("java.lang.IllegalStateException");
        post.pass(Duration.ofSeconds(34));
        assertThat(post.states(delivery.id())).containsExactly("email=sent");
        assertThat(post.email.keys).hasSize(3);
        assertThat(Set.copyOf(post.email.keys)).hasSize(1);
        post.pass(Duration.ofDays(1));
        assertThat(post.email.keys).hasSize(3);
    }

    @Test
    void a_provider_that_ends_in_an_error_of_the_virtual_machine_is_tried_again_like_any_other() {
        Post post = Post.equipped(USUAL);
        post.email.before = () -> {
            throw new NoSuchMethodError("built for another version");
        };
        Delivery delivery = post.send(ADA, Mode.WAIT, "email");
        assertThat(Post.states(delivery)).containsExactly("email=retrying");
        assertThat(delivery.channels().getFirst().error()).contains("java.lang.NoSuchMethodError");
        post.email.before = () -> {};
        post.pass(Duration.ofSeconds(17));
        assertThat(post.states(delivery.id())).containsExactly("email=sent");
    }

    @Test
    void a_provider_that_says_when_is_not_asked_before() {
        Post post = Post.equipped(USUAL);
        post.email.failures.add(new ProviderException("429", Duration.ofMinutes(10)));
        Delivery delivery = post.send(ADA, Mode.WAIT, "email");
        post.pass(Duration.ofMinutes(9));
        assertThat(post.states(delivery.id())).containsExactly("email=retrying");
        post.pass(Duration.ofMinutes(2));
        assertThat(post.states(delivery.id())).containsExactly("email=sent");
    }

    @Test
    void another_provider_of_the_channel_is_asked_before_another_channel() {
        Post post = Post.equipped(IN_APP_LAST);
        post.register(EmailChannel.provider("backup", post.secondEmail, MailBrand.PRODUCT));
        post.email.always = Optional.of(Wire.busy());
        Delivery delivery = post.send(ADA, Mode.WAIT, "email");
        assertThat(Post.states(delivery)).containsExactly("email=sent");
        assertThat(delivery.channels().getFirst().provider()).contains("backup");
        post.assembly.providers().setDefault(Channel.EMAIL, "backup");
        post.send(ADA, Mode.WAIT, "email");
        assertThat(post.email.keys).hasSize(1);
        assertThat(post.assembly.providers().names(Channel.EMAIL)).containsExactly("backup", "smtp");
        assertThatThrownBy(() -> post.assembly.providers().setDefault(Channel.EMAIL, "other"))
                .hasMessageContaining("other")
                .hasMessageContaining("smtp");
    }

    @Test
    void while_a_provider_is_left_alone_rows_wait_without_losing_a_try() {
        Post post = Post.equipped(
                USUAL.withTries(Duration.ofSeconds(10), Backoff.USUAL, new Breaker.Rules(2, Duration.ofMinutes(5))));
        post.email.always = Optional.of(Wire.busy());
        post.send(ADA, Mode.WAIT, "email");
        post.send(ADA, Mode.WAIT, "email");
        Delivery third = post.send(ADA, Mode.WAIT, "email");
        assertThat(post.email.keys).hasSize(2);
        assertThat(Post.states(third)).containsExactly("email=retrying");
        assertThat(third.channels().getFirst().attempts()).isZero();
        post.pass(Duration.ofMinutes(4));
        assertThat(post.email.keys).hasSize(2);
        post.email.always = Optional.empty();
        post.pass(Duration.ofMinutes(2));
        post.pass(Duration.ofMinutes(1));
        post.pass(Duration.ofMinutes(6));
        assertThat(post.memory.log()).containsOnly("ada email sent");
    }

    @Test
    void addresses_that_take_nothing_now_keep_no_other_message_waiting() {
        Post post = Post.equipped(
                USUAL.withTries(Duration.ofSeconds(10), Backoff.USUAL, new Breaker.Rules(2, Duration.ofMinutes(5))));
        for (int i = 0; i < 5; i++) {
            post.email.failures.add(ProviderException.addressBusy("450 mailbox busy"));
            assertThat(Post.states(post.send(ADA, Mode.WAIT, "email"))).containsExactly("email=retrying");
        }
        assertThat(Post.states(post.send(ADA, Mode.WAIT, "email"))).containsExactly("email=sent");
    }

    @Test
    void a_message_that_waits_for_its_provider_keeps_the_error_of_its_last_try() {
        Post post = Post.equipped(
                USUAL.withTries(Duration.ofSeconds(10), Backoff.USUAL, new Breaker.Rules(1, Duration.ofHours(1))));
        post.email.always = Optional.of(Wire.busy());
        Delivery delivery = post.send(ADA, Mode.WAIT, "email");
        post.pass(Duration.ofMinutes(10));
        assertThat(post.email.keys).hasSize(1);
        assertThat(post.memory
                        .delivery(delivery.id())
                        .orElseThrow()
                        .channels()
                        .getFirst()
                        .error())
                .contains("421 try again later");
    }

    private static final UUID OTHER = UUID.fromString("00000000-0000-7000-8000-000000000001");

    /** As another server that claims rows, for a minute. */
    private static List<ClaimedDelivery> claimed(Post post) {
        return post.memory.write(scope ->
                post.memory.claim(OTHER, Capacity.of(Channel.EMAIL, 10, 10), post.now, post.now.plusSeconds(60)));
    }

    @Test
    void a_row_that_was_claimed_and_never_tried_is_never_given_up() {
        Post post = Post.equipped(USUAL);
        Delivery delivery = post.send(ADA, Mode.ASYNC, "email");
        for (int i = 1; i <= 20; i++) {
            assertThat(claimed(post)).hasSize(1);
            assertThat(post.memory.due(List.of(Channel.EMAIL, Channel.SMS), post.now))
                    .isEmpty();
            post.now = post.now.plusSeconds(61);
        }
        post.pass(Duration.ZERO);
        assertThat(post.states(delivery.id())).containsExactly("email=sent");
        assertThat(attempts(post, delivery)).isEqualTo(1);
    }

    @Test
    void a_row_whose_provider_was_called_by_servers_that_died_counts_those_tries() {
        Post post = Post.equipped(USUAL);
        Delivery delivery = post.send(ADA, Mode.ASYNC, "email");
        for (int i = 1; i <= 8; i++) {
            ClaimedDelivery row = claimed(post).getFirst();
            assertThat(post.memory.<Boolean>write(scope -> post.memory.begin(OTHER, row, post.now.plusSeconds(60))))
                    .isTrue();
            assertThat(attempts(post, delivery)).isEqualTo(i);
            post.pass(Duration.ofSeconds(59));
            assertThat(post.email.keys).as("before the lease ends").isEmpty();
            post.now = post.now.plusSeconds(2);
        }
        post.pass(Duration.ZERO);
        assertThat(post.states(delivery.id())).containsExactly("email=failed");
        assertThat(post.email.keys).isEmpty();
    }

    private static int attempts(Post post, Delivery delivery) {
        return post.assembly
                .sending()
                .delivery(OPERATOR, delivery.id())
                .channels()
                .getFirst()
                .attempts();
    }

    @Test
    void what_a_dead_server_claimed_and_did_not_try_goes_at_once_and_never_from_both() {
        Post post = Post.equipped(USUAL);
        post.memory.servers.add(OTHER);
        post.send(ADA, Mode.ASYNC, "email");
        post.send(ADA, Mode.ASYNC, "email");
        List<ClaimedDelivery> rows = claimed(post);
        post.memory.write(scope -> post.memory.begin(OTHER, rows.getFirst(), post.now.plusSeconds(60)));
        post.assembly.upkeep().beat();
        post.pass(Duration.ZERO);
        assertThat(post.email.keys).as("while its heartbeat is fresh").isEmpty();
        post.memory.silent.add(OTHER);
        post.assembly.upkeep().beat();
        post.pass(Duration.ZERO);
        assertThat(post.email.keys)
                .as("the row that was not tried")
                .containsExactly(rows.getLast().delivery().id() + "-email");
        assertThat(post.memory.<Boolean>write(
                        scope -> post.memory.begin(OTHER, rows.getLast(), post.now.plusSeconds(60))))
                .as("it was not dead after all, and has lost the row")
                .isFalse();
        post.pass(Duration.ofSeconds(61));
        assertThat(post.email.keys)
                .as("the other one, when its lease has ended")
                .hasSize(2);
    }

    @Test
    void on_a_database_of_one_process_what_an_earlier_one_claimed_is_free_at_the_start() {
        Post post = new Post(USUAL, false);
        post.register(EmailChannel.provider("smtp", post.email, MailBrand.PRODUCT));
        post.memory.silent.add(OTHER);
        post.memory.servers.add(OTHER);
        post.send(ADA, Mode.ASYNC, "email");
        claimed(post);
        post.assembly.upkeep().beat();
        post.pass(Duration.ZERO);
        assertThat(post.email.keys).hasSize(1);
        post.memory.servers.clear();
        post.assembly.upkeep().beat();
        assertThat(post.memory.servers).as("one heartbeat is enough").isEmpty();
    }

    @Test
    void what_another_server_has_settled_stays_settled() {
        Post post = Post.equipped(USUAL);
        Delivery delivery = post.send(ADA, Mode.ASYNC, "email");
        List<ClaimedDelivery> stale = claimed(post);
        post.pass(Duration.ofSeconds(61));
        assertThat(post.states(delivery.id())).containsExactly("email=sent");
        boolean settled = post.memory.write(scope -> post.memory.settle(
                stale.getFirst(),
                new dev.hexadmin.application.notifications.port.Outbox.Settlement(
                        dev.hexadmin.domain.notifications.DeliveryStatus.FAILED,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("late"),
                        Optional.empty()),
                post.now));
        assertThat(settled).isFalse();
        assertThat(post.states(delivery.id())).containsExactly("email=sent");
    }

    @Test
    void dead_letters_are_listed_newest_first_and_tried_again_from_the_start() {
        Post post = Post.equipped(USUAL);
        post.email.always = Optional.of(Wire.refusal());
        for (int i = 0; i < 5; i++) {
            post.send(ADA, Mode.WAIT, "email");
        }
        DeadLetters page = post.assembly.sending().deadLetters(OPERATOR, 2, Optional.empty());
        assertThat(page.items()).extracting(letter -> letter.id()).containsExactly(5L, 4L);
        assertThat(page.items().getFirst().destination().address()).isEqualTo("ada@example.com");
        DeadLetters rest = post.assembly.sending().deadLetters(OPERATOR, 200, page.nextCursor());
        assertThat(rest.items()).extracting(letter -> letter.id()).containsExactly(3L, 2L, 1L);
        assertThat(rest.nextCursor()).isEmpty();
        post.email.always = Optional.empty();
        assertThat(post.assembly.sending().retry(OPERATOR, List.of(5L, 4L, 99L), false))
                .isEqualTo(2);
        post.pass(Duration.ZERO);
        assertThat(post.email.messages).hasSize(2);
        assertThat(post.assembly
                        .sending()
                        .deadLetters(OPERATOR, 200, Optional.empty())
                        .items())
                .hasSize(3);
        assertThat(refused(() -> post.assembly.sending().deadLetters(OPERATOR, 0, Optional.empty()))
                        .violations())
                .extracting(violation -> violation.pointer())
                .containsExactly("?limit");
        assertThat(refused(() -> post.assembly.sending().deadLetters(OPERATOR, 1, Optional.of("%")))
                        .code())
                .isEqualTo("invalid_cursor");
    }

    @Test
    void without_a_provider_the_channel_fails() {
        Post post = new Post(USUAL);
        Delivery delivery = post.send(ADA, Mode.WAIT, "email");
        assertThat(Post.states(delivery)).containsExactly("email=failed");
        assertThat(delivery.channels().getFirst().error()).contains("No provider is configured for this channel.");
    }

    @Test
    void an_outcome_is_stored_when_the_database_is_available_again_and_the_message_is_not_sent_twice() {
        Post post = Post.equipped(USUAL);
        post.email.before = () -> post.memory.away = true; // the attempt has begun
        Delivery delivery = post.send(ADA, Mode.ASYNC, "email");
        post.pass(Duration.ZERO);
        assertThatThrownBy(() -> post.pass(Duration.ofMinutes(10))).isInstanceOf(ServiceUnavailableException.class);
        post.memory.away = false;
        assertThat(post.states(delivery.id())).containsExactly("email=pending");
        post.pass(Duration.ZERO);
        assertThat(post.states(delivery.id())).containsExactly("email=sent");
        assertThat(post.email.keys).hasSize(1);
    }

    @Test
    void a_server_that_stops_stores_outcomes_if_it_can_and_counts_the_others() {
        Post post = Post.equipped(USUAL);
        post.email.before = () -> post.memory.away = true;
        Delivery delivery = post.send(ADA, Mode.ASYNC, "email");
        post.pass(Duration.ZERO);
        assertThat(post.assembly.upkeep().close(Duration.ZERO)).isEqualTo(1);
        post.memory.away = false;
        assertThat(post.assembly.upkeep().close(Duration.ZERO)).isZero();
        assertThat(post.states(delivery.id())).containsExactly("email=sent");
    }

    // 5: what became of a text message

    @Test
    void a_gateway_that_cannot_say_what_became_of_messages_is_asked_less_and_still_sends() {
        Post post = Post.equipped(USUAL);
        for (int i = 0; i < 7; i++) {
            post.send(ADA, Mode.WAIT, "sms");
        }
        post.sms.unreachable = true;
        post.pass(Duration.ofSeconds(11));
        assertThat(post.sms.asked).isEqualTo(USUAL.attempts().breaker().failures());
        assertThat(Post.states(post.send(ADA, Mode.WAIT, "sms"))).containsExactly("sms=sent");
        post.pass(Duration.ofSeconds(15));
        assertThat(post.sms.asked).as("paused").isEqualTo(5);
        post.sms.unreachable = false;
        post.pass(Duration.ofSeconds(60));
        assertThat(post.sms.asked).isGreaterThan(5);
    }

    @Test
    void a_sent_text_message_is_asked_about_until_its_end() {
        Post post = Post.equipped(USUAL);
        Delivery delivery = post.send(ADA, Mode.WAIT, "sms");
        post.pass(Duration.ofSeconds(5));
        assertThat(post.sms.asked).isZero();
        post.pass(Duration.ofSeconds(6));
        assertThat(post.sms.asked).isEqualTo(1);
        post.sms.statuses.put("SM1", SmsStatus.DELIVERED);
        post.pass(Duration.ofSeconds(11));
        assertThat(post.states(delivery.id())).containsExactly("sms=delivered");
        post.pass(Duration.ofDays(2));
        assertThat(post.sms.asked).isEqualTo(2);
    }

    @Test
    void a_text_message_that_fails_later_falls_back() {
        Post post = Post.equipped(USUAL.withChannels(List.of(Channel.SMS), List.of(Channel.EMAIL)));
        Delivery delivery = post.send(ADA, Mode.WAIT);
        post.sms.statuses.put("SM1", SmsStatus.FAILED);
        post.pass(Duration.ofSeconds(11));
        assertThat(post.states(delivery.id())).containsExactly("sms=failed", "email=sent for sms");
    }

    @Test
    void a_gateway_that_has_no_statuses_is_asked_once() {
        Post post = Post.equipped(USUAL);
        post.sms.withoutStatuses = true;
        Delivery delivery = post.send(ADA, Mode.WAIT, "sms");
        for (int i = 0; i < 100; i++) {
            post.pass(Duration.ofMinutes(30));
        }
        assertThat(post.sms.asked).isEqualTo(1);
        assertThat(post.states(delivery.id())).containsExactly("sms=sent");
    }

    @Test
    void the_status_is_polled_for_a_day_at_most() {
        Post post = Post.equipped(USUAL);
        Delivery delivery = post.send(ADA, Mode.WAIT, "sms");
        for (int i = 0; i < 100; i++) {
            post.pass(Duration.ofMinutes(30));
        }
        int asked = post.sms.asked;
        assertThat(asked).isBetween(20, 60);
        post.pass(Duration.ofDays(3));
        assertThat(post.sms.asked).isEqualTo(asked);
        assertThat(post.states(delivery.id())).containsExactly("sms=sent");
    }

    @Test
    void a_report_settles_once_and_only_when_the_provider_believes_it() {
        Post post = Post.equipped(USUAL.withChannels(List.of(Channel.SMS), List.of(Channel.EMAIL)));
        Delivery delivery = post.send(ADA, Mode.WAIT);
        Actor anybody = new Actor.Anonymous(Actor.Origin.LOCAL);
        Map<String, String> failed = Map.of("id", "SM1", "status", "FAILED");
        assertThat(refused(() -> post.assembly
                                .sending()
                                .report(anybody, "twilio", new StatusCallback("https://x/", failed, Map.of())))
                        .code())
                .isEqualTo("invalid_report");
        assertThat(refused(() -> post.assembly
                                .sending()
                                .report(anybody, "other", new StatusCallback("https://x/", failed, Map.of())))
                        .category())
                .isEqualTo(RequestRejectedException.Category.NOT_FOUND);
        StatusCallback signed = new StatusCallback("https://x/", failed, Map.of("signature", "good"));
        post.assembly.sending().report(anybody, "twilio", signed);
        post.assembly.sending().report(anybody, "twilio", signed);
        post.assembly
                .sending()
                .report(
                        anybody,
                        "twilio",
                        new StatusCallback(
                                "https://x/", Map.of("id", "SM9", "status", "SENT"), Map.of("signature", "good")));
        assertThat(post.states(delivery.id())).containsExactly("sms=failed", "email=sent for sms");
    }

    // who may

    @Test
    void sending_looking_and_trying_again_need_their_rights() {
        Post post = Post.equipped(USUAL);
        Actor unprivileged = Post.user(1, Rights.NONE);
        Actor sender = Post.user(
                1,
                new Rights(
                        false,
                        List.of(new Grant("admin_notifications", Set.of(Action.CREATE), Map.of(), Optional.empty()))));
        Message message = Message.of("t", "b");
        Delivery delivery = post.assembly.sending().send(sender, Recipient.of("ada"), message, Mode.WAIT);
        assertThat(post.assembly.sending().delivery(sender, delivery.id()).user())
                .isEqualTo(new Addressee("ada"));
        for (Runnable call : List.<Runnable>of(
                () -> post.assembly.sending().send(unprivileged, Recipient.of(" "), message, Mode.WAIT),
                () -> post.assembly.sending().sendBatch(unprivileged, List.of(), message, Mode.WAIT),
                () -> post.assembly.sending().delivery(unprivileged, delivery.id()),
                () -> post.assembly.sending().batch(unprivileged, delivery.id()),
                () -> post.assembly.sending().deadLetters(sender, 1, Optional.empty()),
                () -> post.assembly.sending().retry(sender, List.of(1L), false))) {
            assertThat(refused(call).code()).isEqualTo("forbidden");
        }
        assertThat(refused(() -> post.assembly.sending().batch(sender, delivery.id()))
                        .category())
                .isEqualTo(RequestRejectedException.Category.NOT_FOUND);
    }

    @Test
    void lists_and_preferences_are_ones_own() {
        Post post = Post.equipped(USUAL);
        Addressee other = new Addressee("2");
        Actor one = Post.user(1, Rights.NONE);
        assertThat(post.assembly.reading().unread(one, new Addressee("1"))).isZero();
        assertThat(post.assembly.reading().unread(Post.user(3, Rights.ALL), other))
                .isZero();
        for (Runnable call : List.<Runnable>of(
                () -> post.assembly.reading().unread(one, other),
                () -> post.assembly.reading().list(one, other, 1, Optional.empty(), false),
                () -> post.assembly.reading().markAllRead(one, other, false),
                () -> post.assembly.reading().setPreference(one, other, "sms", false, Optional.empty(), false),
                () -> post.assembly.reading().follow(one, other, java.util.OptionalLong.empty(), new Followed()),
                () -> post.assembly.reading().preferences(new Actor.Anonymous(Actor.Origin.LOCAL), other))) {
            assertThat(refused(call).code()).isEqualTo("not_yours");
        }
    }

    // batches and addresses

    @Test
    void a_batch_answers_in_order_and_a_user_may_come_twice() {
        Post post = Post.equipped(USUAL.withChannels(List.of(Channel.IN_APP, Channel.EMAIL), List.of()));
        post.account(7, "seven@example.com");
        Batch batch = post.assembly
                .sending()
                .sendBatch(
                        OPERATOR,
                        List.of(
                                Recipient.of("7"),
                                to("ada", "ada@example.com", ""),
                                Recipient.of("7"),
                                Recipient.of("x")),
                        Message.of("t", "b"),
                        Mode.WAIT);
        assertThat(batch.deliveries())
                .extracting(Post::states)
                .containsExactly(
                        List.of("in_app=sent", "email=sent"),
                        List.of("in_app=sent", "email=sent"),
                        List.of("in_app=sent", "email=sent"),
                        List.of("in_app=sent", "email=skipped"));
        assertThat(post.email.messages)
                .extracting(message -> message.to())
                .containsExactlyInAnyOrder("seven@example.com", "ada@example.com", "seven@example.com");
        assertThat(post.assembly.reading().unread(OPERATOR, new Addressee("7"))).isEqualTo(2);
        assertThat(post.assembly.sending().batch(OPERATOR, batch.id()).counts())
                .isEqualTo(Map.of(
                        dev.hexadmin.domain.notifications.DeliveryStatus.SENT, 7L,
                        dev.hexadmin.domain.notifications.DeliveryStatus.SKIPPED, 1L));
    }

    @Test
    void a_channel_asked_for_by_name_needs_an_address() {
        Post post = Post.equipped(USUAL);
        assertThat(refused(() -> post.send(Recipient.of("x"), Mode.WAIT, "email", "sms"))
                        .violations())
                .extracting(violation -> violation.pointer() + " " + violation.code())
                .containsExactly("/email address_unknown", "/phone address_unknown");
        RequestRejectedException batch = refused(() -> post.assembly
                .sending()
                .sendBatch(
                        OPERATOR,
                        List.of(ADA, Recipient.of("x"), to("y", "y@example.com", "")),
                        Message.builder().text("b").channels(Channel.EMAIL).build(),
                        Mode.WAIT));
        assertThat(batch.violations())
                .extracting(violation -> violation.pointer())
                .containsExactly("/recipients/1/email");
        assertThat(post.memory.log()).isEmpty();
    }

    @Test
    void in_app_alone_costs_one_read_and_never_keeps_a_second_copy_of_the_text() {
        Post post = Post.equipped(USUAL);
        post.memory.reads = 0;
        Delivery delivery = post.send(Recipient.of("x"), Mode.WAIT);
        assertThat(post.memory.reads).isEqualTo(1);
        assertThat(post.memory.<Boolean>write(
                        scope -> post.memory.hold(delivery.id()).isEmpty()))
                .isTrue();
    }

    @Test
    void after_a_stop_nothing_is_begun_and_everything_is_due_for_others() {
        Post post = Post.equipped(USUAL);
        assertThat(post.assembly.upkeep().close(Duration.ofSeconds(1))).isZero();
        Delivery delivery = post.send(ADA, Mode.WAIT, "email");
        assertThat(Post.states(delivery)).containsExactly("email=retrying");
        assertThat(attempts(post, delivery)).isZero();
        post.pass(Duration.ofHours(1));
        assertThat(post.email.keys).isEmpty();
        assertThat(claimed(post)).hasSize(1);
    }

    @Test
    void a_stop_while_a_message_is_being_sent_finishes_it_and_gives_back_the_others() {
        Post post = Post.equipped(USUAL);
        List<Recipient> recipients = List.of(ADA, to("bob", "bob@example.com", ""), to("cyd", "cyd@example.com", ""));
        post.email.before = () -> post.assembly.upkeep().stop();
        Batch batch = post.assembly
                .sending()
                .sendBatch(
                        OPERATOR,
                        recipients,
                        Message.builder().text("b").channels(Channel.EMAIL).build(),
                        Mode.WAIT);
        assertThat(batch.deliveries())
                .extracting(Post::states)
                .containsExactly(List.of("email=sent"), List.of("email=retrying"), List.of("email=retrying"));
        assertThat(post.email.messages).hasSize(1);
        assertThat(claimed(post)).extracting(ClaimedDelivery::attempts).containsExactly(0, 0);
    }

    @Test
    void no_more_are_claimed_than_can_start() {
        Post post = Post.equipped(USUAL);
        for (int i = 0; i < 40; i++) {
            post.send(ADA, Mode.ASYNC, "email");
        }
        int[] most = {0};
        post.email.before = () -> most[0] = Math.max(
                most[0],
                40
                        - post.email.messages.size()
                        - post.memory.count(row -> row.claimedBy().isEmpty() && row.due(post.now)));
        post.pass(Duration.ZERO);
        assertThat(post.email.messages).hasSize(40);
        assertThat(most[0])
                .isEqualTo(USUAL.channels().get(Channel.EMAIL).limits().atOnce());
    }

    @Test
    void a_message_that_is_tried_again_has_the_same_texts() {
        Post post = Post.equipped(USUAL.withTemplates(Map.of(
                "hello", Template.parse("Hello", "Hello").with(new Language("de"), Template.parse("Hallo", "Hallo")))));
        UserId user = new UserId(7);
        EmailAddress address = new EmailAddress("ada@example.com");
        post.memory.accounts.put(user, new Addressees.Account(user, address, Optional.of(new Language("de"))));
        post.email.failures.add(Wire.busy());
        post.assembly
                .sending()
                .send(
                        OPERATOR,
                        Recipient.of(user),
                        Message.builder()
                                .template("hello")
                                .channels(Channel.EMAIL)
                                .build(),
                        Mode.WAIT);
        post.memory.accounts.put(user, new Addressees.Account(user, address, Optional.empty()));
        post.pass(Duration.ofMinutes(5));
        assertThat(post.email.keys).hasSize(2);
        assertThat(post.email.messages).extracting(EmailMessage::subject).containsExactly("Hallo");
    }
}
