package dev.hexadmin.application.notifications.port;

import dev.hexadmin.application.notifications.SendingNotifications.DeadLetter;
import dev.hexadmin.application.notifications.SendingNotifications.Delivery;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.DeliveryStatus;
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
    List<Long> append(List<NewRow> rows, List<Kept> kept, Instant now);

    /** Those of these channels that have something due: one cheap read. */
    Set<Channel> due(Collection<Channel> channels, Instant now);

    /**
     * Claims what is due on a channel for a server, longest due first. No two callers get the same row before its lease
     * has ended or it was released. No try is counted.
     *
     * @param lease when the row comes up again if nothing else happens to it
     */
    List<Claimed> claim(UUID server, Channel channel, Instant now, Instant lease, int limit);

    /**
     * Counts a try of a claimed row. The provider may be called only when this was committed.
     *
     * @param lease when the row comes up again if nothing is heard of the try
     * @return false, with nothing changed, when the server no longer has the row
     */
    boolean begin(UUID server, Claimed claimed, Instant lease);

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
    boolean settle(Claimed claimed, Settlement settlement, Instant now);

    /** What is said in a delivery; inside a unit of work nobody else gets it until that ends. Empty when pruned. */
    Optional<Kept> hold(UUID deliveryId);

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
    Optional<Claimed> sent(String provider, String messageId);

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
     * @param position of the recipient in the batch, from 0
     * @param recipient the address; empty where the channel needs none and where none is known
     * @param claimedBy the server that tries it at once; empty when any server may
     * @param dueAt when it may be claimed by others; empty when nothing is left to do
     */
    record NewRow(
            UUID deliveryId,
            Optional<UUID> batchId,
            int position,
            Addressee user,
            OptionalLong notificationId,
            Channel channel,
            String recipient,
            DeliveryStatus status,
            Optional<UUID> claimedBy,
            Optional<Instant> dueAt,
            Optional<String> error,
            Optional<Channel> fallbackOf) {}

    /**
     * What is said in a delivery, and where else it may be said.
     *
     * @param addresses where each channel that needs one reaches the recipient, as far as it is known
     * @param fallbacks channels to ask when one has failed, in order
     * @param channels those asked for
     */
    record Kept(
            UUID deliveryId,
            Content content,
            Map<Channel, String> addresses,
            List<Channel> channels,
            List<Channel> fallbacks,
            Optional<JsonText> data) {
        public Kept {
            addresses = Map.copyOf(addresses);
            channels = List.copyOf(channels);
            fallbacks = List.copyOf(fallbacks);
        }
    }

    /**
     * A row that a server has claimed.
     *
     * @param attempts tries that were begun; also what {@link #settle} compares
     * @param provider who took it, when {@code status} is {@code sent}
     * @param content what is said; empty when it is no longer kept
     * @param data the sender's own, for programs
     * @param sentAt when the provider took it, for {@code sent} rows; else when it was last touched
     */
    record Claimed(
            long id,
            UUID deliveryId,
            Optional<UUID> batchId,
            int position,
            Addressee user,
            OptionalLong notificationId,
            Channel channel,
            String recipient,
            DeliveryStatus status,
            int attempts,
            Optional<String> provider,
            Optional<String> messageId,
            Optional<Channel> fallbackOf,
            Optional<Content> content,
            Optional<JsonText> data,
            Instant createdAt,
            Instant sentAt) {

        /** The same after {@link Outbox#begin}. */
        public Claimed begun() {
            return new Claimed(
                    id,
                    deliveryId,
                    batchId,
                    position,
                    user,
                    notificationId,
                    channel,
                    recipient,
                    status,
                    attempts + 1,
                    provider,
                    messageId,
                    fallbackOf,
                    content,
                    data,
                    createdAt,
                    sentAt);
        }
    }

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
