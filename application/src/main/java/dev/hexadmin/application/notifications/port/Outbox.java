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
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * Every recipient × channel as a row, before it is tried and after. Thread-safe; what changes rows is only legal inside a
 * unit of work.
 *
 * <p>A row with a due time has something to be done then: a try while it is {@code pending} or {@code retrying}, a
 * question to its provider while it is {@code sent}. Whoever does it claims the row by moving that time ahead; when they
 * are never heard of again, it comes up for others by itself.
 */
public interface Outbox {
    /**
     * Adds rows, and what is said in them for deliveries with outside channels.
     *
     * @return the rows' ids, in order
     */
    List<Long> append(List<NewRow> rows, List<Kept> kept, Instant now);

    /** Whether anything is due: cheap. */
    boolean anyDue(Instant now);

    /**
     * Claims what is due, longest due first. No two callers get the same row before its lease has ended.
     *
     * @param lease until when it is the caller's
     * @return with {@code attempts} counting the try that is to come
     */
    List<Claimed> claim(Instant now, Instant lease, int limit);

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
     * @param recipient the address; empty for in-app and where none is known
     * @param attempts 1 when the caller tries it at once, else 0
     * @param dueAt when it is claimed by others; empty when nothing is left to do
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
            int attempts,
            Optional<Instant> dueAt,
            Optional<String> error,
            Optional<Channel> fallbackOf) {}

    /**
     * What is said in a delivery, and where else it may be said.
     *
     * @param email the address, if one is known
     * @param phone the number, if one is known
     * @param fallbacks channels to ask when one has failed, in order
     * @param channels those asked for
     */
    record Kept(
            UUID deliveryId,
            Content content,
            Optional<String> email,
            Optional<String> phone,
            List<Channel> channels,
            List<Channel> fallbacks,
            Optional<JsonText> data) {
        public Kept {
            channels = List.copyOf(channels);
            fallbacks = List.copyOf(fallbacks);
        }

        /** Where the channel reaches the recipient; empty text in the list, nothing where no address is known. */
        public Optional<String> address(Channel channel) {
            return switch (channel) {
                case IN_APP -> Optional.of("");
                case EMAIL -> email;
                case SMS -> phone;
            };
        }
    }

    /**
     * A row in somebody's hands.
     *
     * @param attempts tries, the one to come included; also what {@link #settle} compares
     * @param provider who took it, when {@code status} is {@code sent}
     * @param content what is said; empty when it is no longer kept
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
            Instant createdAt,
            Instant sentAt) {}

    /**
     * What a row becomes.
     *
     * @param attempts tries to be counted; less than were claimed when there was none after all
     * @param dueAt when something is to be done again; empty: never
     */
    record Settlement(
            DeliveryStatus status,
            int attempts,
            Optional<String> provider,
            Optional<String> messageId,
            Optional<String> error,
            Optional<Instant> dueAt) {}
}
