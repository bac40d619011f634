package dev.hexadmin.testing.providers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.application.spi.SmsResult;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * What Hexadmin expects of every {@link SmsProvider}. Extend it in the tests of a provider, against a gateway, or a
 * fake gateway, that accepts every message.
 */
public abstract class SmsProviderContract {
    protected static final String NUMBER = "+15017122661";

    /** Configured, and its gateway works. Called at least once for each test. */
    protected abstract SmsProvider provider();

    /** Configured with a gateway that does not respond; empty when the provider uses no gateway. */
    protected abstract Optional<SmsProvider> withDeadGateway();

    /** The secrets in its configuration. */
    protected abstract List<String> secrets();

    /** Whether the gateway knows a repeated request by its idempotency key. */
    protected boolean knowsRepeats() {
        return false;
    }

    @Test
    protected void its_name_can_stand_in_the_settings() {
        assertTrue(provider().name().matches("[a-z][a-z0-9_]*"), provider().name());
    }

    @Test
    protected void a_message_it_took_has_an_id_a_status_and_the_number_it_goes_to() {
        SmsResult result = provider().send(SmsMessage.of(NUMBER, "Grüße, 你好 & {braces}", "contract-1"));
        assertFalse(result.messageId().isBlank());
        assertNotNull(result.status());
        assertEquals(NUMBER, result.to());
    }

    @Test
    protected void a_message_without_an_idempotency_key_goes_out_too() {
        assertFalse(provider().send(NUMBER, "hello").messageId().isBlank());
    }

    @Test
    protected void what_became_of_a_message_can_be_asked() {
        SmsProvider provider = provider();
        SmsResult result = provider.send(SmsMessage.of(NUMBER, "hello", "contract-2"));
        assertNotNull(provider.checkStatus(result.messageId()));
    }

    @Test
    protected void an_id_it_never_gave_is_refused_for_good() {
        for (String id : List.of("NEVERGIVEN", "", "../x?y=z", "a b\r\nc")) {
            ProviderException refusal =
                    assertThrows(ProviderException.class, () -> provider().checkStatus(id), id);
            assertFalse(refusal.retryable(), id);
        }
    }

    @Test
    protected void a_repeated_request_does_not_fail() {
        SmsProvider provider = provider();
        SmsResult first = provider.send(SmsMessage.of(NUMBER, "hello", "contract-3"));
        SmsResult second = provider.send(SmsMessage.of(NUMBER, "hello", "contract-3"));
        if (knowsRepeats()) {
            assertEquals(first.messageId(), second.messageId());
        }
    }

    @Test
    protected void fifty_threads_can_use_it_at_once() {
        SmsProvider provider = provider();
        List<String> ids = AtOnce.fifty(i -> {
            String number = "+150171226" + (10 + i);
            SmsResult result = provider.send(SmsMessage.of(number, "message " + i, "contract-many-" + i));
            assertEquals(number, result.to());
            assertNotNull(provider.checkStatus(result.messageId()));
            return result.messageId();
        });
        assertEquals(AtOnce.THREADS, new HashSet<>(ids).size(), "ids: " + ids);
    }

    @Test
    protected void a_gateway_that_is_away_may_be_back_later() {
        Optional<SmsProvider> dead = withDeadGateway();
        Assumptions.assumeTrue(dead.isPresent(), "it has no gateway");
        assertTrue(assertThrows(
                        ProviderException.class, () -> dead.get().send(SmsMessage.of(NUMBER, "hello", "contract-4")))
                .retryable());
    }

    @Test
    protected void its_exceptions_hold_neither_secrets_nor_the_message() {
        Optional<SmsProvider> dead = withDeadGateway();
        Assumptions.assumeTrue(dead.isPresent(), "it has no gateway");
        String text = "a message of nobody's concern";
        AtOnce.assertSilent(
                assertThrows(ProviderException.class, () -> dead.get().send(SmsMessage.of(NUMBER, text, "contract-5"))),
                text,
                secrets());
    }
}
