package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.notifications.port.Outbox.DeliveryReference;
import dev.hexadmin.application.notifications.port.Outbox.NewDelivery;
import dev.hexadmin.application.notifications.port.Outbox.Payload;
import dev.hexadmin.application.notifications.port.Outbox.Progress;
import dev.hexadmin.application.notifications.port.Outbox.StoredMessage;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Destination;
import dev.hexadmin.domain.notifications.FeedEvent;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Chooses the fallback channel for one that has failed permanently, and writes its row. */
final class FallbackPlanner {
    private final Outbox outbox;
    private final Addressees addressees;
    private final Inbox inbox;
    private final MessageChannels channels;

    FallbackPlanner(Outbox outbox, Addressees addressees, Inbox inbox, MessageChannels channels) {
        this.outbox = outbox;
        this.addressees = addressees;
        this.inbox = inbox;
        this.channels = channels;
    }

    /**
     * Writes the row of the next fallback channel, in the running unit of work.
     *
     * @return the row, to be sent by this server; empty when there is no fallback, or it was the inbox
     */
    Optional<ClaimedDelivery> next(UnitOfWork.Scope scope, ClaimedDelivery failed, Claim claim, Instant now) {
        Optional<StoredMessage> held = outbox.hold(failed.delivery().id());
        if (held.isEmpty() || held.get().fallbacks().isEmpty()) {
            return Optional.empty();
        }
        StoredMessage message = held.get();
        Set<Channel> excluded = new HashSet<>(outbox.channels(failed.delivery().id()));
        excluded.addAll(addressees
                .known(List.of(failed.user()))
                .getOrDefault(failed.user(), Addressees.Known.NOTHING)
                .unwanted());
        for (Channel channel : message.fallbacks()) {
            boolean reachable = channels.find(channel)
                    .filter(one ->
                            one.address().isEmpty() || message.addresses().containsKey(channel))
                    .isPresent();
            if (excluded.contains(channel) || !reachable) {
                continue;
            }
            if (channels.isInbox(channel)) {
                list(scope, failed, message, channel, now);
                return Optional.empty();
            }
            NewDelivery row = new NewDelivery(
                    failed.delivery(),
                    new Destination(failed.user(), channel, message.addresses().getOrDefault(channel, "")),
                    fallbackOf(failed),
                    DeliveryStatus.PENDING,
                    Optional.empty(),
                    Optional.of(claim.server()),
                    Optional.of(claim.lease()));
            long id = outbox.append(List.of(row), List.of(), now).getFirst();
            return Optional.of(claimed(id, row, message, now));
        }
        return Optional.empty();
    }

    private void list(
            UnitOfWork.Scope scope, ClaimedDelivery failed, StoredMessage message, Channel inApp, Instant now) {
        FeedEvent.Notified event = inbox.add(
                        scope,
                        List.of(new Feeds.NewNotification(
                                failed.user(),
                                failed.delivery().id(),
                                message.content().title(),
                                message.content().body(),
                                message.channels(),
                                message.data())),
                        now)
                .getFirst();
        DeliveryReference delivery = new DeliveryReference(
                failed.delivery().id(),
                failed.delivery().batchId(),
                failed.delivery().position(),
                OptionalLong.of(event.notification().id()));
        NewDelivery row = new NewDelivery(
                delivery,
                new Destination(failed.user(), inApp, ""),
                fallbackOf(failed),
                DeliveryStatus.SENT,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        outbox.append(List.of(row), List.of(), now);
    }

    private static Optional<Channel> fallbackOf(ClaimedDelivery failed) {
        return Optional.of(failed.fallbackOf().orElse(failed.channel()));
    }

    /** A new row that this server has claimed. */
    static ClaimedDelivery claimed(long id, NewDelivery row, StoredMessage message, Instant now) {
        return new ClaimedDelivery(
                id,
                row.delivery(),
                row.destination(),
                row.fallbackOf(),
                Progress.initial(row.status()),
                Optional.of(new Payload(message.content(), message.data(), message.trace())),
                now,
                now);
    }
}
