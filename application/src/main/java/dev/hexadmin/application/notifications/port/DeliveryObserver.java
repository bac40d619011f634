package dev.hexadmin.application.notifications.port;

import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Observes the sending of messages, for metrics and traces. Thread-safe. */
public interface DeliveryObserver {
    /** Observes nothing. */
    static DeliveryObserver none() {
        return new DeliveryObserver() {
            @Override
            public <T> T attempt(ClaimedDelivery row, String provider, Supplier<T> call, Predicate<T> accepted) {
                return call.get();
            }

            @Override
            public void settled(Channel channel, DeliveryStatus status) {}

            @Override
            public Optional<String> trace() {
                return Optional.empty();
            }
        };
    }

    /**
     * Runs one attempt, once, on the current thread.
     *
     * @param row what is sent, with this attempt counted
     * @param call calls the provider; its exceptions are passed on
     * @param accepted whether a result of the call says that the provider accepted the message
     */
    <T> T attempt(ClaimedDelivery row, String provider, Supplier<T> call, Predicate<T> accepted);

    /**
     * The trace that the current thread works for, as the value of {@code traceparent} (W3C Trace Context); it is stored
     * with a message, and its attempts continue the trace. Empty when nothing is traced.
     */
    Optional<String> trace();

    /** Called after the new status of a delivery over a channel was stored. */
    void settled(Channel channel, DeliveryStatus status);
}
