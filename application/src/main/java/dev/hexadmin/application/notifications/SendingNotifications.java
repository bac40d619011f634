package dev.hexadmin.application.notifications;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.spi.StatusCallback;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.DeadLetter;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * An actor sends messages, and retries failed ones. Thread-safe.
 *
 * <p>Sending needs {@code create} on {@code admin_notifications}. Accepted messages are stored in one unit of work
 * before any delivery attempt. Inside a running unit of work they are part of it: attempts begin after its commit, and
 * callers do not wait for them. Violations point into the body of the contract, section 6: {@code /template}, {@code
 * /context/order_id}, {@code /channels/0}, {@code /recipients/3/email}.
 */
public interface SendingNotifications {
    /** The maximum number of recipients of a batch. */
    int MOST_RECIPIENTS = 1_000;

    /** The maximum length of a title and of an e-mail's subject, in characters. */
    int LONGEST_TITLE = 200;

    /** The maximum length of a message and of each text from a template, in characters. */
    int LONGEST_BODY = 10_000;

    /** The maximum length of {@code data} as JSON, in characters. */
    int LONGEST_DATA = 16_384;

    /**
     * Sends to one recipient.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right; {@code INVALID}
     *     with what is wrong: {@code required}, {@code max_length}, {@code characters}, {@code unknown_channel}, {@code
     *     unknown_template}, {@code missing_placeholder}, {@code type}, {@code unknown_field}, {@code address_unknown},
     *     and the field of an address
     */
    Delivery send(Actor actor, Recipient recipient, Message message, Mode mode);

    /**
     * The part of {@link #send} before its transaction: validates everything, stores nothing.
     *
     * @param misread what the caller's body had in place of members that could not be read; it is reported with
     *     everything else that is wrong, after the rights were checked
     */
    PreparedSending<Delivery> prepareSend(
            Actor actor, Recipient recipient, Message message, Mode mode, List<Violation> misread);

    /**
     * Sends to 1..{@value #MOST_RECIPIENTS} recipients; when one of them is not valid, nothing is sent. A user may be
     * named more than once.
     *
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #send} does, with pointers below {@code
     *     /recipients/{n}}
     */
    Batch sendBatch(Actor actor, List<Recipient> recipients, Message message, Mode mode);

    /** The part of {@link #sendBatch} before its transaction, as {@link #prepareSend} is that of {@link #send}. */
    PreparedSending<Batch> prepareBatch(
            Actor actor, List<Recipient> recipients, Message message, Mode mode, List<Violation> misread);

    /**
     * Messages that are ready to be accepted. Used by one thread.
     *
     * @param <T> a delivery or a batch
     */
    interface PreparedSending<T> extends Prepared<T> {
        /** Whether the caller has to wait after the commit. */
        boolean settles();

        /** Waits after the commit until every channel has been attempted, or the deadline has passed. */
        T settled();
    }

    /**
     * The channels and templates of messages. Needs {@code create} on {@code admin_notifications}.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right
     */
    Composition composition(Actor actor);

    /**
     * The message as a recipient gets it, with the template filled in. Nothing is sent.
     *
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #send} does
     */
    Content preview(Actor actor, Recipient recipient, Message message);

    /**
     * The status of a delivery. Needs {@code create} on {@code admin_notifications} or {@code view} on {@code
     * admin_notification_logs}.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND}
     */
    Delivery delivery(Actor actor, UUID id);

    /** The status of a batch; needs the same rights as {@link #delivery}. */
    Batch batch(Actor actor, UUID id);

    /**
     * Permanently failed deliveries of outside channels, newest first. Needs {@code view} on {@code
     * admin_notification_logs}.
     *
     * @param limit 1..200
     * @throws dev.hexadmin.application.RequestRejectedException {@code MALFORMED} with {@code ?limit} or {@code
     *     ?cursor}
     */
    DeadLetters deadLetters(Actor actor, int limit, Optional<String> cursor);

    /**
     * Makes failed rows due again, with all attempts. Needs {@code edit} on {@code admin_notification_logs}.
     *
     * @param ids of {@link DeadLetter#id}, 1..{@value #MOST_RECIPIENTS}; rows that have not failed, or whose message
     *     was deleted, are unchanged
     * @param dryRun whether it is rolled back
     * @return number of rows that will be retried
     */
    int retry(Actor actor, List<Long> ids, boolean dryRun);

    /**
     * Processes a status report, which any client may have sent: the provider verifies its origin. A report about an
     * unknown message, or one with a final status, has no effect.
     *
     * @param provider the name of a provider
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND} when there is no such provider or it
     *     takes no reports, {@code FORBIDDEN invalid_report} when the provider does not accept the request
     */
    void report(Actor actor, String provider, StatusCallback callback);

    /**
     * The channels and templates of messages.
     *
     * @param defaultChannels channels of a message that names none
     * @param templates the placeholders of each template, by its name
     */
    record Composition(List<Channel> defaultChannels, Map<String, Set<String>> templates) {
        public Composition {
            defaultChannels = List.copyOf(defaultChannels);
            templates = Collections.unmodifiableMap(new TreeMap<>(templates));
        }
    }

    /** How long the caller waits. */
    enum Mode {
        /** Until every channel has been attempted, or the deadline has passed. */
        WAIT,
        /** Until it is stored: the dispatcher sends it. */
        ASYNC,
        /** Everything is validated and written, then rolled back; the result is that of a real call. */
        DRY_RUN
    }

    /**
     * The result of a batch.
     *
     * @param deliveries in the order of the recipients
     */
    record Batch(UUID id, List<Delivery> deliveries, Instant createdAt) {
        public Batch {
            deliveries = List.copyOf(deliveries);
        }

        /** The number of recipients × channels by status; statuses without rows have no entry. */
        public Map<DeliveryStatus, Long> counts() {
            Map<DeliveryStatus, Long> counts = new EnumMap<>(DeliveryStatus.class);
            for (Delivery delivery : deliveries) {
                delivery.channels().forEach(each -> counts.merge(each.status(), 1L, Long::sum));
            }
            return counts;
        }
    }

    /**
     * A page of permanently failed messages.
     *
     * @param nextCursor empty at the end
     */
    record DeadLetters(List<DeadLetter> items, Optional<String> nextCursor) {
        public DeadLetters {
            items = List.copyOf(items);
        }
    }
}
