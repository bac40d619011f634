package dev.hexadmin.application.notifications.port;

import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.DeadLetter;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Destination;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The deliveries: one row per recipient × channel. Thread-safe; writes are only legal inside a unit of work.
 *
 * <p>The due time of a row is that of its next step: an attempt while it is {@code pending} or {@code retrying}, a
 * status request while it is {@code sent}. A server first claims the row, which sets the due time to the end of its
 * lease, and calls {@link #begin} just before it calls the provider. Before that the row can be released with {@link
 * #release}, and {@link #releaseAbandoned} releases rows of dead servers. After that the row is due again only when its
 * lease has ended, because the message may have been sent.
 */
public interface Outbox {
    /**
     * Adds rows, and the messages of deliveries with outside channels.
     *
     * @return the rows' ids, in order
     */
    List<Long> append(List<NewDelivery> rows, List<StoredMessage> messages, Instant now);

    /** The channels among these with due rows: one cheap read. */
    Set<Channel> due(Collection<Channel> channels, Instant now);

    /** The messages that wait for an attempt, by channel; channels without such messages are left out. */
    Map<Channel, Backlog> backlog();

    /**
     * Claims what is due on a channel for a server, longest due first. Two callers never get the same row before its
     * lease has ended or it was released. No attempt is counted. Due rows that the server cannot start now stay unchanged.
     *
     * @param lease the time at which the row is due again
     */
    List<ClaimedDelivery> claim(UUID server, Capacity capacity, Instant now, Instant lease);

    /**
     * Counts an attempt at a claimed row. The provider may be called only after the commit.
     *
     * @param lease the time at which the row is due again if the attempt has no outcome
     * @return false, with nothing changed, when the server no longer has the row
     */
    boolean begin(UUID server, ClaimedDelivery claimed, Instant lease);

    /**
     * Releases all rows of the server whose providers were not called.
     *
     * @return number of released rows
     */
    int release(UUID server, Instant now);

    /** Releases these rows, as {@link #release} does. */
    int release(UUID server, Collection<Long> ids, Instant now);

    /**
     * Releases all rows of servers that are not in the {@link dev.hexadmin.application.port.ServerRegistry}.
     *
     * @return number of released rows
     */
    int releaseAbandoned(Instant now);

    /**
     * Stores the outcome of an attempt or a status request. The outcome "sent" is stored even after the lease has
     * ended, unless it is already stored or the row has failed permanently, so that the message is not sent again.
     *
     * @return false, with nothing changed, when another server has claimed the row meanwhile
     */
    boolean settle(ClaimedDelivery claimed, Settlement settlement, Instant now);

    /** The message of a delivery; inside a unit of work it is locked. Empty when it was deleted. */
    Optional<StoredMessage> hold(UUID deliveryId);

    /** The channels of a delivery's rows. */
    Set<Channel> channels(UUID deliveryId);

    Optional<Delivery> delivery(UUID id);

    /** All rows of a batch in the order of its recipients; empty when the batch does not exist. */
    List<Delivery> batch(UUID id);

    /** Failed rows of outside channels with an id below {@code before}, newest first. */
    List<DeadLetter> failed(OptionalLong before, int limit);

    /**
     * Makes failed rows of outside channels, whose message is still stored, pending and due now; returns their number.
     */
    int retry(Collection<Long> ids, Instant now);

    /** The row whose message has this id at the provider, while it is {@code sent}. */
    Optional<ClaimedDelivery> sent(String provider, String messageId);

    /**
     * Deletes old rows and messages: all of them in separate short transactions, or only those of whole months at once,
     * where the database has partitions. Must not be called inside a unit of work.
     */
    void prune(Instant before);

    /** Cancels due rows of a deleted user, and deletes the messages to them. */
    void forget(Addressee user, Instant now);

    /**
     * Messages that wait for an attempt, the first or another.
     *
     * @param oldest when the oldest of them was accepted
     */
    record Backlog(long messages, Instant oldest) {}

    /**
     * The rows of a channel that a server can start now.
     *
     * @param attempts number of attempts, from 1
     * @param statusRequests number of status requests
     * @param ofReceiver maximum number of attempts for one {@linkplain ClaimedDelivery#receiver receiver}, including {@code
     *     held}; empty: no limit
     * @param held attempts by receiver that are in progress or wait for it
     */
    record Capacity(
            Channel channel, int attempts, int statusRequests, OptionalInt ofReceiver, Map<String, Integer> held) {
        public Capacity {
            held = Map.copyOf(held);
        }

        /** Without a limit for one receiver. */
        public static Capacity of(Channel channel, int attempts, int statusRequests) {
            return new Capacity(channel, attempts, statusRequests, OptionalInt.empty(), Map.of());
        }

        /** The receivers for which no attempt can start now. */
        public Set<String> busy() {
            return ofReceiver.isEmpty()
                    ? Set.of()
                    : held.entrySet().stream()
                            .filter(each -> each.getValue() >= ofReceiver.getAsInt())
                            .map(Map.Entry::getKey)
                            .collect(Collectors.toUnmodifiableSet());
        }

        /** The first of these rows that can start now. */
        public List<ClaimedDelivery> choose(List<ClaimedDelivery> due) {
            int most = ofReceiver.orElse(Integer.MAX_VALUE);
            Map<String, Integer> taken = new HashMap<>(held);
            List<ClaimedDelivery> chosen = new ArrayList<>();
            int attemptsLeft = attempts;
            int requestsLeft = statusRequests;
            for (ClaimedDelivery row : due) {
                if (row.status() == DeliveryStatus.SENT) {
                    if (requestsLeft > 0) {
                        requestsLeft--;
                        chosen.add(row);
                    }
                } else if (attemptsLeft > 0
                        && (ofReceiver.isEmpty() || taken.merge(row.receiver(), 1, Integer::sum) <= most)) {
                    attemptsLeft--;
                    chosen.add(row);
                }
            }
            return chosen;
        }

        /** Whether rows may be due that were not claimed together with these. */
        public boolean leavesOthers(List<ClaimedDelivery> claimed) {
            long requests = claimed.stream()
                    .filter(row -> row.status() == DeliveryStatus.SENT)
                    .count();
            return claimed.size() - requests >= attempts
                    || (requests > 0 && requests >= statusRequests)
                    || (ofReceiver.isPresent() && !claimed.isEmpty());
        }
    }

    /**
     * A new row.
     *
     * @param fallbackOf the failed channel that this one replaces
     * @param claimedBy the server that sends it at once; empty when any server may
     * @param dueAt when other servers may claim it; empty when no step is left
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
     * @param channels all requested channels
     * @param fallbacks channels to attempt in this order when one has failed
     * @param trace the trace in which it was accepted, as the value of {@code traceparent}
     */
    record StoredMessage(
            UUID deliveryId,
            Content content,
            Map<Channel, String> addresses,
            List<Channel> channels,
            List<Channel> fallbacks,
            Optional<JsonText> data,
            Optional<String> trace) {
        public StoredMessage {
            addresses = Map.copyOf(addresses);
            channels = List.copyOf(channels);
            fallbacks = List.copyOf(fallbacks);
        }
    }

    /**
     * A claimed row.
     *
     * @param payload empty when the message was deleted
     * @param sentAt when it became {@code sent}; only set then
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
        /** The same row with one more attempt. */
        public ClaimedDelivery begun() {
            Progress next =
                    new Progress(status(), attempts() + 1, progress.provider(), progress.messageId(), progress.error());
            return new ClaimedDelivery(id, delivery, destination, fallbackOf, next, payload, createdAt, sentAt);
        }

        /** The host of an address that is a URL, in lower case; any other address itself. */
        public String receiver() {
            try {
                String host = URI.create(destination.address()).getHost();
                return host == null ? destination.address() : host.toLowerCase(Locale.ROOT);
            } catch (IllegalArgumentException e) {
                return destination.address();
            }
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
     * The progress of sending.
     *
     * @param attempts number of attempts so far
     * @param provider the one that accepted the message, or was called last
     * @param messageId the provider's id
     * @param error of the last attempt, or why there was none
     */
    record Progress(
            DeliveryStatus status,
            int attempts,
            Optional<String> provider,
            Optional<String> messageId,
            Optional<String> error) {
        /** Before the first attempt. */
        public static Progress initial(DeliveryStatus status) {
            return new Progress(status, 0, Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    /**
     * The content for providers.
     *
     * @param trace the trace in which the message was accepted, as the value of {@code traceparent}
     */
    record Payload(Content content, Optional<JsonText> data, Optional<String> trace) {}

    /**
     * The new state of a row.
     *
     * @param dueAt the time of the next step; empty when no step follows
     */
    record Settlement(
            DeliveryStatus status,
            Optional<String> provider,
            Optional<String> messageId,
            Optional<String> error,
            Optional<Instant> dueAt) {}
}
