package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.notifications.port.DeliveryObserver;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.spi.MessageStatus;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SentMessage;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.function.Supplier;

/** Measures attempts, and counts deliveries by their status. Thread-safe. */
final class MeasuredDeliveries implements DeliveryObserver {
    private final MeterRegistry meters;

    MeasuredDeliveries(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public SentMessage attempt(ClaimedDelivery row, String provider, Supplier<SentMessage> call) {
        Timer.Sample sample = Timer.start(meters);
        String outcome = "failed";
        try {
            SentMessage sent = call.get();
            outcome = sent.status() == MessageStatus.FAILED ? "failed" : "accepted";
            return sent;
        } catch (ProviderException e) {
            outcome = e.retryable() ? "retryable" : "failed";
            throw e;
        } finally {
            sample.stop(Timer.builder("hexadmin.delivery.attempts")
                    .description("Calls of providers")
                    .tag("channel", row.channel().word())
                    .tag("provider", provider)
                    .tag("outcome", outcome)
                    .register(meters));
        }
    }

    @Override
    public void settled(Channel channel, DeliveryStatus status) {
        meters.counter("hexadmin.deliveries", "channel", channel.word(), "status", status.word())
                .increment();
    }
}
