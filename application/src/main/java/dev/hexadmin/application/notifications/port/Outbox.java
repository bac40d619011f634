package dev.hexadmin.application.notifications.port;

import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.DeadLetter;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Destination;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * Every recipient × channel as a row, before it is tried and after. Thread-safe; what changes rows is only legal inside a
 * unit of work.
 *
 * <p>A row with a due time has something to be done then: a try while it is {@code pending} or {@code retrying}, a
 * question to its provider while it is {@code sent}. A server claims the row first, which moves that time ahead, and calls
 * {@link #begin} just before it calls the provider. Until then the row can be given back with {@link #release}, and {@link
 * #releaseAbandoned} does so for servers that are gone. After that only the row's due time, its lease, makes it come up
 * again, because the message may have been sent.
 */
public interface Outbox {
    /**
     * Adds rows, and what is said in them for deliveries with outside channels.
     *
     * @return the rows' ids, in order
     */
    List<Long> append(List<NewDelivery> rows, List<StoredMessage> messages, Instant now);

    /** Those of these channels that have something due: one cheap read. */
    Set<Channel> due(Collection<Channel> channels, Instant now);

    /**
     * Claims what is due on a channel for a server, longest due first. No two callers get the same row before its lease
     * has ended or it was released. No try is counted.
     *
     * @param lease when the row comes up again if nothing else happens to it
     */
    List<ClaimedDelivery> claim(UUID server, Channel channel, Instant now, Instant lease, int limit);

    /**
     * Counts a try of a claimed row. The provider may be called only when this was committed.
     *
     * @param lease when the row comes up again if nothing is heard of the try
     * @return false, with nothing changed, when the server no longer has the row
     */
    boolean begin(UUID server, ClaimedDelivery claimed, Instant lease);

    /**
     * Makes rows that the server has claimed, and whose provider it has not called, due now.
     *
     * @return how many there were
     */
    int release(UUID server, Instant now);

    /** The same for these rows alone. */
    int release(UUID server, Collection<Long> ids, Instant now);

    /**
     * The same for all rows of servers that are not in the {@link dev.hexadmin.application.port.ServerRegistry}.
     *
     * @return how many there were
     */
    int releaseAbandoned(Instant now);

    /**
     * Notes what came of a try or a question. That a message was sent is noted even by one whose lease has ended, unless
     * it is noted already or the row was given up: so it is not sent again.
     *
     * @return false, with nothing changed, when the row is no longer as it was claimed: somebody else has gone on with it
     */
    boolean settle(ClaimedDelivery claimed, Settlement settlement, Instant now);

    /** What is said in a delivery; inside a unit of work nobody else gets it until that ends. Empty when pruned. */
    Optional<StoredMessage> hold(UUID deliveryId);

    /** The channels a delivery has rows for. */
    Set<Channel> channels(UUID deliveryId);

    Optional<Delivery> delivery(UUID id);

    /** All of a batch in the order of its recipients; empty when there is no such batch. */
    List<Delivery> batch(UUID id);

    /** Failed rows of outside channels with an id below {@code before}, newest first. */
    List<DeadLetter> failed(OptionalLong before, int limit);

    /** Makes failed rows of outside channels, whose message is kept, pending and due now. How many there were. */
    int retry(Collection<Long> ids, Instant now);

    /** The row with the message that a provider gave this id to, while it is {@code sent}. */
    Optional<ClaimedDelivery> sent(String provider, String messageId);

    /**
     * Deletes old rows and messages.
     *
     * @return how many went, at most about {@code limit}
     */
    int prune(Instant before, int limit);

    /** Ends what is still due for a user who is gone, and deletes the messages to them. */
    void forget(Addressee user, Instant now);

    /**
     * A row to be added.
     *
     * @param fallbackOf the failed channel in whose place this one is tried
     * @param claimedBy the server that tries it at once; empty when any server may
     * @param dueAt when it may be claimed by others; empty when nothing is left to do
     */
    record NewDelivery(
            DeliveryReference delivery,
            Destination destination,
            Optional<Channel> fallbackOf,
            DeliveryStatus status,
            Optional<String> error,
            Optional<UUID> claimedBy,
            Optional<Instant> dueAt) {}

    /**
     * The delivery that a row belongs to.
     *
     * @param position of the recipient in the batch, from 0
     * @param notificationId in the user's list
     */
    record DeliveryReference(UUID id, Optional<UUID> batchId, int position, OptionalLong notificationId) {}

    /**
     * The message of a delivery, for as long as it may be sent.
     *
     * @param addresses of fallback channels that need one
     * @param channels all that were asked for
     * @param fallbacks channels to try in this order when one has failed
     */
    record StoredMessage(
            UUID deliveryId,
            Content content,
            Map<Channel, String> addresses,
            List<Channel> channels,
            List<Channel> fallbacks,
            Optional<JsonText> data) {
        public StoredMessage {
            addresses = Map.copyOf(addresses);
            channels = List.copyOf(channels);
            fallbacks = List.copyOf(fallbacks);
        }
    }

    /**
     * A row that was claimed.
     *
     * @param payload empty when the message has been pruned
     * @param sentAt when it became {@code sent}; only then a moment of its own
     */
    record ClaimedDelivery(
            long id,
            DeliveryReference delivery,
            Destination destination,
            Optional<Channel> fallbackOf,
            Progress progress,
            Optional<Payload> payload,
            Instant createdAt,
            Instant sentAt) {
        /** The same with one more attempt. */
        public ClaimedDelivery begun() {
            Progress next = new Progress(status(), attempts() + 1, progress.provider(), progress.messageId());
            return new ClaimedDelivery(id, delivery, destination, fallbackOf, next, payload, createdAt, sentAt);
        }

        public Addressee user() {
            return destination.user();
        }

        public Channel channel() {
            return destination.channel();
        }

        public DeliveryStatus status() {
            return progress.status();
        }

        public int attempts() {
            return progress.attempts();
        }
    }

    /**
     * How far sending has come.
     *
     * @param attempts made so far
     * @param provider the one that took the message, or was asked last
     * @param messageId the provider's own
     */
    record Progress(DeliveryStatus status, int attempts, Optional<String> provider, Optional<String> messageId) {
        /** Before the first attempt. */
        public static Progress initial(DeliveryStatus status) {
            return new Progress(status, 0, Optional.empty(), Optional.empty());
        }
    }

    /** What providers send. */
    record Payload(Content content, Optional<JsonText> data) {}

    /**
     * What a row becomes.
     *
     * @param dueAt when something is to be done again; empty: never
     */
    record Settlement(
            DeliveryStatus status,
            Optional<String> provider,
            Optional<String> messageId,
            Optional<String> error,
            Optional<Instant> dueAt) {}
}
