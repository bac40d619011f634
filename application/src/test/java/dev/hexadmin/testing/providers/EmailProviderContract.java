package dev.hexadmin.testing.providers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.EmailResult;
import dev.hexadmin.application.spi.ProviderException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * What Hexadmin expects of every {@link EmailProvider}. Extend it in the tests of a provider, against a server, or a
 * fake server, that accepts every message.
 */
public abstract class EmailProviderContract {
    protected static final String ADDRESS = "reader@example.com";

    /** Configured, and its server works. Called at least once for each test. */
    protected abstract EmailProvider provider();

    /** Configured with a server that does not respond; empty when the provider uses no server. */
    protected abstract Optional<EmailProvider> withDeadServer();

    /** The secrets in its configuration. */
    protected abstract List<String> secrets();

    /** Whether a repeat of a message, known by its idempotency key, has the id of the first. */
    protected boolean knowsRepeats() {
        return false;
    }

    private static EmailMessage message(String to, String key) {
        return new EmailMessage(to, "Grüße", "Hello,\n.\n你好", Optional.of("<p>Hello, 你好</p>"), key);
    }

    @Test
    protected void its_name_can_stand_in_the_settings() {
        assertTrue(provider().name().matches("[a-z][a-z0-9_]*"), provider().name());
    }

    @Test
    protected void a_message_it_took_has_an_id() {
        assertFalse(provider().send(message(ADDRESS, "contract-1")).messageId().isBlank());
    }

    @Test
    protected void a_message_needs_neither_html_nor_a_subject() {
        EmailMessage plain = new EmailMessage(ADDRESS, "", "hello", Optional.empty(), "contract-2");
        assertFalse(provider().send(plain).messageId().isBlank());
    }

    @Test
    protected void what_is_not_one_address_is_refused_for_good() {
        for (String to : List.of("", "nobody", "a@example.com,b@example.com", "a@example.com b@example.com")) {
            ProviderException refusal =
                    assertThrows(ProviderException.class, () -> provider().send(message(to, "contract-3")), to);
            assertFalse(refusal.retryable(), to);
        }
    }

    @Test
    protected void a_line_break_never_gets_into_a_header() {
        for (String end : List.of("\r\nBcc: other@example.com", "\nX: y", "\r.")) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new EmailMessage(ADDRESS + end, "s", "t", Optional.empty(), "contract-4"));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new EmailMessage(ADDRESS, "s" + end, "t", Optional.empty(), "contract-4"));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new EmailMessage(ADDRESS, "s", "t", Optional.empty(), "contract-4" + end));
        }
    }

    @Test
    protected void a_repeated_message_does_not_fail() {
        EmailProvider provider = provider();
        EmailResult first = provider.send(message(ADDRESS, "contract-5"));
        EmailResult second = provider.send(message(ADDRESS, "contract-5"));
        if (knowsRepeats()) {
            assertEquals(first.messageId(), second.messageId());
        }
    }

    @Test
    protected void fifty_threads_can_use_it_at_once() {
        EmailProvider provider = provider();
        List<String> ids = AtOnce.fifty(i -> provider.send(message("reader" + i + "@example.com", "contract-many-" + i))
                .messageId());
        assertEquals(AtOnce.THREADS, new HashSet<>(ids).size(), "ids: " + ids);
    }

    @Test
    protected void a_server_that_is_away_may_be_back_later() {
        Optional<EmailProvider> dead = withDeadServer();
        Assumptions.assumeTrue(dead.isPresent(), "it has no server");
        assertTrue(assertThrows(ProviderException.class, () -> dead.get().send(message(ADDRESS, "contract-6")))
                .retryable());
    }

    @Test
    protected void its_exceptions_hold_neither_secrets_nor_the_message() {
        Optional<EmailProvider> dead = withDeadServer();
        Assumptions.assumeTrue(dead.isPresent(), "it has no server");
        String text = "a message of nobody's concern";
        AtOnce.assertSilent(
                assertThrows(
                        ProviderException.class,
                        () -> dead.get().send(new EmailMessage(ADDRESS, "s", text, Optional.empty(), "contract-7"))),
                text,
                secrets());
    }
}
