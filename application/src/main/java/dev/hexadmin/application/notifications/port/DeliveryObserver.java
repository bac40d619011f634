package dev.hexadmin.application.notifications.port;

import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.spi.SentMessage;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import java.util.function.Supplier;

/** Observes the sending of messages, for metrics and traces. Thread-safe. */
public interface DeliveryObserver {
    /** Observes nothing. */
    static DeliveryObserver none() {
        return new DeliveryObserver() {
            @Override
            public SentMessage attempt(ClaimedDelivery row, String provider, Supplier<SentMessage> call) {
                return call.get();
            }

            @Override
            public void settled(Channel channel, DeliveryStatus status) {}
        };
    }

    /**
     * Runs one attempt, once, on the current thread.
     *
     * @param row what is sent, with this attempt counted
     * @param call calls the provider; its exceptions are passed on
     */
    SentMessage attempt(ClaimedDelivery row, String provider, Supplier<SentMessage> call);

    /** Called after the new status of a delivery over a channel was stored. */
    void settled(Channel channel, DeliveryStatus status);
}
