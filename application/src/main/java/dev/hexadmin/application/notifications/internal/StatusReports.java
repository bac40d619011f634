package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.internal.RegisteredProviders.Carrier;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.spi.MessageReport;
import dev.hexadmin.application.spi.StatusCallback;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/** Status reports of gateways about accepted messages. */
final class StatusReports {
    private static final Logger LOG = System.getLogger(StatusReports.class.getName());

    private final RegisteredProviders providers;
    private final ChannelSender sender;
    private final Outbox outbox;
    private final Deliveries deliveries;

    StatusReports(RegisteredProviders providers, ChannelSender sender, Outbox outbox, Deliveries deliveries) {
        this.providers = providers;
        this.sender = sender;
        this.outbox = outbox;
        this.deliveries = deliveries;
    }

    /**
     * Stores a report. A report about an unknown message, or one with a final status, has no effect.
     *
     * @throws RequestRejectedException {@code NOT_FOUND} when there is no such provider or it takes no reports, {@code
     *     FORBIDDEN invalid_report} when the provider does not accept the request
     */
    void accept(String provider, StatusCallback callback) {
        MessageReport report = providers.named(provider).stream()
                .flatMap(carrier -> read(carrier, callback).stream())
                .findFirst()
                .orElseThrow(() -> RequestRejectedException.notFound("No provider of this name takes reports."));
        Optional<ClaimedDelivery> row = outbox.sent(provider, report.messageId());
        row.flatMap(sent -> sender.reported(sent, report.status(), report.error()))
                .ifPresent(settlement -> deliveries.reported(row.get(), settlement));
    }

    private static Optional<MessageReport> read(Carrier carrier, StatusCallback callback) {
        try {
            return carrier.provider().report(callback);
        } catch (RuntimeException e) {
            LOG.log(
                    Level.INFO,
                    "The provider {0} did not accept a report: {1}",
                    carrier.name(),
                    e.getClass().getName());
            throw RequestRejectedException.forbidden("invalid_report", "The provider does not accept this report.");
        }
    }
}
