package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.internal.Composer.Composed;
import dev.hexadmin.application.notifications.internal.Composer.Handling;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Addressees.Known;
import dev.hexadmin.application.notifications.port.DeliveryObserver;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.notifications.port.Outbox.DeliveryReference;
import dev.hexadmin.application.notifications.port.Outbox.NewDelivery;
import dev.hexadmin.application.notifications.port.Outbox.StoredMessage;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.spi.AddressKind;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.ChannelDelivery;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Destination;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.domain.text.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** Plans the deliveries of each recipient on each channel, and writes them together. */
final class DeliveryPlanner {
    private final Addressees addressees;
    private final Outbox outbox;
    private final Inbox inbox;
    private final NotificationsSettings settings;
    private final MessageChannels channels;
    private final Uuids uuids;
    private final SealedContent sealing;
    private final DeliveryObserver observer;

    DeliveryPlanner(
            Addressees addressees,
            Outbox outbox,
            Inbox inbox,
            NotificationsSettings settings,
            Uuids uuids,
            SealedContent sealing,
            DeliveryObserver observer) {
        this.sealing = sealing;
        this.observer = observer;
        this.addressees = addressees;
        this.outbox = outbox;
        this.inbox = inbox;
        this.settings = settings;
        this.channels = settings.channels();
        this.uuids = uuids;
    }

    /** The plan for one channel, as far as it is known before the first attempt. */
    private sealed interface ChannelPlan {
        /** Store it in the inbox. */
        record Listed() implements ChannelPlan {}

        /** Send it through a provider. */
        record Carried(String address) implements ChannelPlan {}

        /** Skip it. */
        record Skipped(String reason) implements ChannelPlan {}
    }

    /**
     * The plan for one recipient.
     *
     * @param ways one for each channel, in order
     */
    record Plan(Composed composed, UUID deliveryId, List<PlannedChannel> ways, Optional<StoredMessage> message) {
        private boolean listed() {
            return ways.stream().anyMatch(each -> each.way() instanceof ChannelPlan.Listed);
        }
    }

    /**
     * A channel and its plan.
     *
     * @param fallbackOf the channel that it replaces, because no address is known for that one
     */
    record PlannedChannel(Channel channel, ChannelPlan way, Optional<Channel> fallbackOf) {}

    /**
     * The result of writing plans.
     *
     * @param outside claimed rows that the caller must send; empty when the dispatcher sends them
     */
    record Accepted(List<Delivery> deliveries, List<ClaimedDelivery> outside) {}

    /** The id of a new batch. */
    UUID newBatch() {
        return uuids.next();
    }

    /**
     * Plans for all recipients, with one read.
     *
     * @throws RequestRejectedException {@code INVALID address_unknown} for channels that the call names
     */
    List<Plan> plan(List<Composed> recipients) {
        Set<Addressee> users = new LinkedHashSet<>();
        recipients.forEach(each -> users.add(each.user()));
        Map<Addressee, Known> known = addressees.known(users);
        List<Violation> wrong = new ArrayList<>();
        List<Plan> plans = new ArrayList<>(recipients.size());
        for (Composed each : recipients) {
            plans.add(plan(each, known.getOrDefault(each.user(), Known.NOTHING), wrong));
        }
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(wrong);
        }
        return plans;
    }

    private Plan plan(Composed composed, Known known, List<Violation> wrong) {
        List<PlannedChannel> ways = new ArrayList<>(composed.channels().size());
        Set<Channel> fallbacks = fallbacks(composed, known);
        for (Channel channel : composed.channels()) {
            Optional<AddressKind> kind = channels.get(channel).address();
            Optional<String> address = address(channel, kind, composed, known);
            ChannelPlan way;
            if (composed.handling() == Handling.USUAL && known.unwanted().contains(channel)) {
                way = new ChannelPlan.Skipped("The user does not want this channel.");
            } else if (address.isEmpty()) {
                if (composed.named()) {
                    wrong.add(new Violation(
                            composed.place() + "/"
                                    + kind.map(AddressKind::field).orElse("channels"),
                            "address_unknown",
                            Message.of("The channel ''{channel}'' needs an address, and none is known.")
                                    .with("channel", channel.word())));
                }
                way = new ChannelPlan.Skipped("No address is known.");
            } else {
                way = reaching(channel, address.get());
            }
            ways.add(new PlannedChannel(channel, way, Optional.empty()));
            Optional<Channel> instead = address.isEmpty() ? fallbacks.stream().findFirst() : Optional.empty();
            if (instead.isPresent() && !known.unwanted().contains(channel)) {
                fallbacks.remove(instead.get());
                String other = address(
                                instead.get(), channels.get(instead.get()).address(), composed, known)
                        .orElseThrow();
                ways.add(new PlannedChannel(instead.get(), reaching(instead.get(), other), Optional.of(channel)));
            }
        }
        UUID deliveryId = uuids.next();
        boolean outside = ways.stream().anyMatch(each -> each.way() instanceof ChannelPlan.Carried);
        return new Plan(
                composed,
                deliveryId,
                ways,
                outside ? Optional.of(message(deliveryId, composed, known)) : Optional.empty());
    }

    private ChannelPlan reaching(Channel channel, String address) {
        return channels.isInbox(channel) ? new ChannelPlan.Listed() : new ChannelPlan.Carried(address);
    }

    /** The channels that may replace others, in their order: those that the user wants and whose address is known. */
    private Set<Channel> fallbacks(Composed composed, Known known) {
        Set<Channel> fallbacks = new LinkedHashSet<>();
        if (composed.handling() == Handling.USUAL) {
            settings.fallbackChannels().stream()
                    .filter(channel -> !composed.channels().contains(channel)
                            && !known.unwanted().contains(channel)
                            && address(channel, channels.get(channel).address(), composed, known)
                                    .isPresent())
                    .forEach(fallbacks::add);
        }
        return fallbacks;
    }

    private StoredMessage message(UUID deliveryId, Composed composed, Known known) {
        List<Channel> fallbacks = List.copyOf(fallbacks(composed, known));
        Map<Channel, String> addresses = new HashMap<>();
        for (Channel channel : fallbacks) {
            Optional<AddressKind> kind = channels.get(channel).address();
            if (kind.isPresent()) {
                address(channel, kind, composed, known).ifPresent(address -> addresses.put(channel, address));
            }
        }
        return new StoredMessage(
                deliveryId,
                composed.handling() == Handling.SECRET ? sealing.seal(composed.content()) : composed.content(),
                addresses,
                composed.channels(),
                fallbacks,
                composed.data(),
                observer.trace());
    }

    /**
     * The recipient's address on the channel; empty text for a channel without addresses, absent when it is not known.
     */
    private static Optional<String> address(
            Channel channel, Optional<AddressKind> kind, Composed composed, Known known) {
        if (kind.isEmpty()) {
            return Optional.of("");
        }
        Optional<String> called =
                Optional.ofNullable(composed.addresses().get(kind.get().field()));
        return called.isPresent()
                ? called
                : switch (kind.get().origin()) {
                    case CALL -> Optional.empty();
                    case ACCOUNT -> known.email();
                    case PREFERENCE -> Optional.ofNullable(known.addresses().get(channel));
                };
    }

    /**
     * Writes the plans, in the running unit of work.
     *
     * @param claim present when this server sends the outside channels at once
     */
    Accepted write(
            UnitOfWork.Scope scope, List<Plan> plans, Optional<UUID> batchId, Optional<Claim> claim, Instant now) {
        Map<UUID, Long> listed = list(scope, plans, now);
        List<NewDelivery> rows = new ArrayList<>(plans.size());
        List<StoredMessage> messages = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            Plan plan = plans.get(i);
            DeliveryReference delivery =
                    new DeliveryReference(plan.deliveryId(), batchId, i, notificationId(listed, plan.deliveryId()));
            for (PlannedChannel each : plan.ways()) {
                rows.add(row(delivery, plan.composed().user(), each, claim, now));
            }
            plan.message().ifPresent(messages::add);
        }
        List<Long> ids = outbox.append(rows, messages, now);
        List<Delivery> deliveries = new ArrayList<>(plans.size());
        List<ClaimedDelivery> outside = new ArrayList<>();
        int at = 0;
        for (Plan plan : plans) {
            List<ChannelDelivery> channels = new ArrayList<>(plan.ways().size());
            for (int i = 0; i < plan.ways().size(); i++, at++) {
                NewDelivery row = rows.get(at);
                long id = ids.get(at);
                channels.add(new ChannelDelivery(
                        id,
                        row.destination().channel(),
                        Optional.empty(),
                        row.status(),
                        Optional.empty(),
                        row.error(),
                        row.fallbackOf(),
                        0));
                if (claim.isPresent() && row.status() == DeliveryStatus.PENDING) {
                    outside.add(FallbackPlanner.claimed(id, row, plan.message().orElseThrow(), now));
                }
            }
            deliveries.add(new Delivery(
                    plan.deliveryId(),
                    batchId,
                    plan.composed().user(),
                    notificationId(listed, plan.deliveryId()),
                    channels,
                    now));
        }
        return new Accepted(deliveries, outside);
    }

    private Map<UUID, Long> list(UnitOfWork.Scope scope, List<Plan> plans, Instant now) {
        List<Feeds.NewNotification> entries = new ArrayList<>();
        for (Plan plan : plans) {
            if (plan.listed()) {
                Composed composed = plan.composed();
                entries.add(new Feeds.NewNotification(
                        composed.user(),
                        plan.deliveryId(),
                        composed.content().title(),
                        composed.content().body(),
                        composed.channels(),
                        composed.data()));
            }
        }
        List<FeedEvent.Notified> events = inbox.add(scope, entries, now);
        Map<UUID, Long> ids = HashMap.newHashMap(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            ids.put(entries.get(i).deliveryId(), events.get(i).notification().id());
        }
        return ids;
    }

    private static NewDelivery row(
            DeliveryReference delivery, Addressee user, PlannedChannel each, Optional<Claim> claim, Instant now) {
        return switch (each.way()) {
            case ChannelPlan.Listed() -> ended(delivery, user, each, DeliveryStatus.SENT, Optional.empty());
            case ChannelPlan.Skipped(String reason) ->
                ended(delivery, user, each, DeliveryStatus.SKIPPED, Optional.of(reason));
            case ChannelPlan.Carried(String address) ->
                new NewDelivery(
                        delivery,
                        new Destination(user, each.channel(), address),
                        each.fallbackOf(),
                        DeliveryStatus.PENDING,
                        Optional.empty(),
                        claim.map(Claim::server),
                        Optional.of(claim.map(Claim::lease).orElse(now)));
        };
    }

    private static NewDelivery ended(
            DeliveryReference delivery,
            Addressee user,
            PlannedChannel planned,
            DeliveryStatus status,
            Optional<String> reason) {
        return new NewDelivery(
                delivery,
                new Destination(user, planned.channel(), ""),
                planned.fallbackOf(),
                status,
                reason,
                Optional.empty(),
                Optional.empty());
    }

    private static OptionalLong notificationId(Map<UUID, Long> listed, UUID deliveryId) {
        return listed.containsKey(deliveryId) ? OptionalLong.of(listed.get(deliveryId)) : OptionalLong.empty();
    }
}
