package dev.hexadmin.application.notifications.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.EmailChannel;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.internal.Composer.Composed;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.domain.text.Language;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ComposerTest {
    private final MemoryNotifications memory = new MemoryNotifications();
    private final Composer composer = new Composer(
            NotificationsSettings.usual()
                    .withTemplates(Map.of(
                            "order_shipped",
                            Template.parse(
                                    "Order {order_id} shipped",
                                    "Your order {order_id} is on the way, {name}.",
                                    Map.of(EmailChannel.HTML, "<b>{name}</b>")),
                            "welcome",
                            Template.parse("Welcome", "Hello {name}, {place}")
                                    .with(new Language("de"), Template.parse("Willkommen", "Hallo {name}"))
                                    .with(new Language("pt-BR"), Template.parse("Bem-vindo", "Olá {name}")))),
            memory,
            () -> false);

    private void account(long id, String language) {
        UserId user = new UserId(id);
        memory.accounts.put(
                user,
                new Addressees.Account(
                        user, new EmailAddress("u" + id + "@example.com"), Optional.of(new Language(language))));
    }

    private static Message message(String text, @Nullable String template, Map<String, @Nullable Object> context) {
        Message.Builder message = Message.builder().text(text).values(context);
        return template == null ? message.build() : message.template(template).build();
    }

    private static Recipient with(String user, Map<String, @Nullable Object> context) {
        return Recipient.builder(user).values(context).build();
    }

    private List<String> wrong(Recipient recipient, Message message) {
        return wrong(() -> composer.compose(recipient, message, List.of()));
    }

    private static List<String> wrong(Runnable call) {
        try {
            call.run();
        } catch (RequestRejectedException refused) {
            assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.INVALID);
            return refused.violations().stream()
                    .map(each -> each.pointer() + " " + each.code())
                    .toList();
        }
        return List.of();
    }

    @Test
    void a_template_is_filled_from_the_message_and_the_recipient() {
        List<Composed> composed = composer.compose(
                List.of(with("1", Map.of("name", "<Ada>")), with("2", Map.of("order_id", 8L, "name", true))),
                message("", "order_shipped", Map.of("order_id", new BigDecimal("7.10"))),
                List.of());
        assertThat(composed.getFirst().content().title()).isEqualTo("Order 7.10 shipped");
        assertThat(composed.getFirst().content().body()).isEqualTo("Your order 7.10 is on the way, <Ada>.");
        assertThat(composed.getFirst().content().part(EmailChannel.HTML)).contains("<b>&lt;Ada&gt;</b>");
        assertThat(composed.get(1).content().body()).isEqualTo("Your order 8 is on the way, true.");
        assertThat(composed.getFirst().channels()).containsExactly(Channel.IN_APP);
        assertThat(composed.getFirst().named()).isFalse();
    }

    @Test
    void numbers_are_written_as_they_are_unless_that_would_fill_the_memory() {
        Message message = message(
                "",
                "order_shipped",
                Map.of("order_id", new BigInteger("123456789012345678901"), "name", new BigDecimal("1e1000000")));
        assertThat(composer.compose(Recipient.of("1"), message, List.of())
                        .content()
                        .body())
                .isEqualTo("Your order 123456789012345678901 is on the way, 1E+1000000.");
    }

    @Test
    void what_a_template_misses_is_named_for_each_recipient() {
        assertThat(wrong(Recipient.of("1"), message("", "order_shipped", Map.of("name", "x"))))
                .containsExactly("/context/order_id missing_placeholder");
        assertThat(wrong(() -> composer.compose(
                        List.of(with("1", Map.of("order_id", 1L)), Recipient.of("2")),
                        message("", "order_shipped", Map.of("name", "x")),
                        List.of())))
                .containsExactly("/recipients/1/context/order_id missing_placeholder");
        assertThat(wrong(Recipient.of("1"), message("x", "none", Map.of())))
                .containsExactly("/template unknown_template");
    }

    @Test
    void values_are_texts_numbers_or_truths() {
        Map<String, @Nullable Object> context = new HashMap<>();
        context.put("order_id", null);
        context.put("name", List.of("x"));
        assertThat(wrong(Recipient.of("1"), message("", "order_shipped", context)))
                .contains("/context/order_id type", "/context/name type");
        assertThat(wrong(Recipient.of("1"), message("x", null, Map.of("a/b", Map.of()))))
                .containsExactly("/context/a~1b type");
        assertThat(wrong(Recipient.of("1"), message("x", null, Map.of("a", "\0"))))
                .containsExactly("/context/a characters");
    }

    @Test
    void channels_are_known_words_and_count_once() {
        Message message = Message.builder()
                .text("x")
                .channels(new Channel("fax"), new Channel("sms2"), Channel.IN_APP)
                .build();
        assertThat(wrong(Recipient.of("1"), message))
                .containsExactly("/channels/0 unknown_channel", "/channels/1 unknown_channel");
        Recipient own = Recipient.builder("1")
                .channels(Channel.IN_APP, Channel.SMS, Channel.IN_APP)
                .build();
        assertThat(composer.compose(own, message("x", null, Map.of()), List.of())
                        .channels())
                .containsExactly(Channel.IN_APP, Channel.SMS);
        Recipient none = Recipient.builder("1").channels().build();
        assertThat(wrong(none, message("x", null, Map.of()))).containsExactly("/channels required");
        assertThat(wrong(() -> composer.compose(List.of(own, none), message("x", null, Map.of()), List.of())))
                .containsExactly("/recipients/1/channels required");
    }

    @Test
    void addresses_hold_nothing_that_means_something_in_a_header_or_to_a_gateway() {
        for (String email : List.of("x", "a@b\r\nBcc: c@d", "a@b,c@d", "<a@b>", "a b@c", "\"a\"@b", "ä@b.de")) {
            Recipient recipient = Recipient.builder("1").email(email).build();
            assertThat(wrong(recipient, message("x", null, Map.of()))).as(email).containsExactly("/email email");
        }
        for (String phone :
                List.of("0501234567", "+0123456789", "+123456", "+1234567890123456", "+1 501 712 2661", "x")) {
            Recipient recipient = Recipient.builder("1").phone(phone).build();
            assertThat(wrong(recipient, message("x", null, Map.of()))).as(phone).containsExactly("/phone phone");
        }
    }

    @Test
    void every_bad_recipient_is_named() {
        List<Recipient> recipients = new ArrayList<>(Collections.nCopies(5, Recipient.of("1")));
        recipients.set(1, Recipient.of(" "));
        recipients.set(3, Recipient.builder("3").email("x").phone("y").build());
        recipients.set(4, Recipient.of("a\tb"));
        assertThat(wrong(() -> composer.compose(recipients, message(" ", null, Map.of()), List.of())))
                .containsExactly(
                        "/message required",
                        "/recipients/1/user_id required",
                        "/recipients/3/email email",
                        "/recipients/3/phone phone",
                        "/recipients/4/user_id characters");
        assertThat(wrong(() -> composer.compose(List.of(), message("x", null, Map.of()), List.of())))
                .containsExactly("/recipients items");
        assertThat(wrong(() -> composer.compose(
                        Collections.nCopies(1_001, Recipient.of("1")), message("x", null, Map.of()), List.of())))
                .containsExactly("/recipients items");
        assertThat(composer.compose(
                        Collections.nCopies(1_000, Recipient.of("1")), message("x", null, Map.of()), List.of()))
                .hasSize(1_000);
    }

    @Test
    void what_could_not_be_read_is_reported_once_with_everything_else() {
        List<Violation> misread = List.of(
                new Violation("/template", "type", "A string is expected."),
                new Violation("/recipients/0", "type", "An object is expected."),
                new Violation("/recipients/1/channels/0", "type", "A string is expected."),
                new Violation("/recipients/2/user_id", "type", "A string is expected."));
        List<Recipient> recipients = List.of(
                Recipient.of(""),
                Recipient.of("1"),
                Recipient.builder("").email("x").build(),
                Recipient.builder("3").channels().build());
        assertThat(wrong(() -> composer.compose(recipients, message("", null, Map.of()), misread)))
                .containsExactly(
                        "/template type",
                        "/recipients/0 type",
                        "/recipients/1/channels/0 type",
                        "/recipients/2/user_id type",
                        "/recipients/2/email email",
                        "/recipients/3/channels required");
        assertThat(wrong(() -> composer.compose(
                        List.of(),
                        message("", null, Map.of()),
                        List.of(new Violation("/recipients", "type", "A list of recipients is expected.")))))
                .containsExactly("/recipients type", "/message required");
    }

    @Test
    void lengths_and_characters_have_limits() {
        Message long1 = Message.builder()
                .text("😀".repeat(10_001))
                .title("x".repeat(201))
                .data(new JsonText('"' + "x".repeat(16_384) + '"'))
                .build();
        assertThat(wrong(Recipient.of("x".repeat(256)), long1))
                .containsExactly("/title max_length", "/message max_length", "/data max_length", "/user_id max_length");
        assertThat(wrong(Recipient.of("1"), message("😀".repeat(10_000), null, Map.of())))
                .isEmpty();
        assertThat(wrong(Recipient.of("1"), message("a\ud800", null, Map.of()))).containsExactly("/message characters");
        assertThat(wrong(
                        Recipient.of("1"),
                        message("", "order_shipped", Map.of("order_id", 1L, "name", "x".repeat(9_990)))))
                .containsExactly("/context max_length");
        Message nul = Message.builder()
                .text("x")
                .data(new JsonText("{\"a\":\"\\u0000\"}"))
                .build();
        assertThat(wrong(Recipient.of("1"), nul)).containsExactly("/data characters");
    }

    @Test
    void recipients_get_the_texts_of_their_language() {
        account(1, "de");
        account(2, "ja");
        account(3, "de");
        List<Recipient> recipients = List.of(
                Recipient.of("1"),
                Recipient.of("2"),
                Recipient.builder("3").language(new Language("en")).build(),
                Recipient.builder("customer").language(new Language("de-AT")).build(),
                Recipient.builder("other")
                        .language(new Language("pt-BR"))
                        .value("name", "Rui")
                        .build(),
                Recipient.of("4"));
        assertThat(composer.compose(
                        recipients, message("", "welcome", Map.of("name", "Ada", "place", "London")), List.of()))
                .extracting(
                        each -> each.content().title() + ": " + each.content().body())
                .containsExactly(
                        "Willkommen: Hallo Ada",
                        "Welcome: Hello Ada, London",
                        "Welcome: Hello Ada, London",
                        "Willkommen: Hallo Ada",
                        "Bem-vindo: Olá Rui",
                        "Welcome: Hello Ada, London");
    }

    @Test
    void only_the_placeholders_of_the_texts_that_are_used_need_values() {
        account(1, "de");
        assertThat(wrong(() -> composer.compose(
                        List.of(Recipient.of("1"), Recipient.of("2")),
                        message("", "welcome", Map.of("name", "Ada")),
                        List.of())))
                .containsExactly("/recipients/1/context/place missing_placeholder");
        assertThat(wrong(() ->
                        composer.compose(List.of(Recipient.of("1")), message("", "welcome", Map.of()), List.of())))
                .containsExactly("/recipients/0/context/name missing_placeholder");
    }

    @Test
    void languages_of_accounts_are_read_at_once_and_only_where_texts_depend_on_them() {
        account(1, "de");
        account(2, "de");
        Message welcome = message("", "welcome", Map.of("name", "Ada", "place", "London"));
        composer.compose(List.of(Recipient.of("1"), Recipient.of("2"), Recipient.of("no account")), welcome, List.of());
        assertThat(memory.accountReads).isEqualTo(1);
        composer.compose(Recipient.builder("1").language(new Language("fr")).build(), welcome, List.of());
        composer.compose(Recipient.of("customer-7"), welcome, List.of());
        composer.compose(
                Recipient.of("1"), message("", "order_shipped", Map.of("order_id", 1L, "name", "Ada")), List.of());
        composer.compose(Recipient.of("1"), message("x", null, Map.of()), List.of());
        assertThat(memory.accountReads).isEqualTo(1);
    }
}
