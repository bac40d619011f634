package dev.hexadmin.application.notifications;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.spi.StatusCallback;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.DeadLetter;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An actor sends messages, and looks after those that did not get through. Thread-safe.
 *
 * <p>Sending needs {@code create} on {@code admin_notifications}. What is accepted is kept, in one unit of work, before
 * anything is tried or pushed; inside another unit of work it joins that one, nothing is tried before its commit, and
 * nobody waits. Violations point into the body of the contract, section 6: {@code /template}, {@code /context/order_id},
 * {@code /channels/0}, {@code /recipients/3/email}.
 */
public interface SendingNotifications {
    /** Recipients of one batch at most. */
    int MOST_RECIPIENTS = 1_000;

    /** Characters of a title at most; of an e-mail's subject too. */
    int LONGEST_TITLE = 200;

    /** Characters of a message, and of each text made from a template, at most. */
    int LONGEST_BODY = 10_000;

    /** Characters of {@code data} as JSON at most. */
    int LONGEST_DATA = 16_384;

    /**
     * Sends to one.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right; {@code INVALID} with what is wrong:
     *     {@code required}, {@code max_length}, {@code characters}, {@code unknown_channel}, {@code unknown_template},
     *     {@code missing_placeholder}, {@code type}, {@code unknown_field}, {@code address_unknown}, and the field of an address
     */
    Delivery send(Actor actor, Recipient recipient, Message message, Mode mode);

    /** {@link #send} up to its transaction: all is checked, nothing is kept yet. */
    PreparedSending<Delivery> prepareSend(Actor actor, Recipient recipient, Message message, Mode mode);

    /**
     * Sends to 1..{@value #MOST_RECIPIENTS}; when anything is wrong with one, nothing is sent to any. A user may be
     * named more than once.
     *
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #send} does, with pointers below {@code /recipients/{n}}
     */
    Batch sendBatch(Actor actor, List<Recipient> recipients, Message message, Mode mode);

    /** {@link #sendBatch} up to its transaction. */
    PreparedSending<Batch> prepareBatch(Actor actor, List<Recipient> recipients, Message message, Mode mode);

    /**
     * Messages that are ready to be accepted. Used by one thread.
     *
     * @param <T> a delivery or a batch
     */
    interface PreparedSending<T> extends Prepared<T> {
        /** Whether there is something to wait for after the commit. */
        boolean settles();

        /** Waits after the commit until every channel has been tried, or the deadline has come. */
        T settled();
    }

    /**
     * What a message can be made of. Needs {@code create} on {@code admin_notifications}.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right
     */
    Composition composition(Actor actor);

    /**
     * What the message says to a recipient, with the template filled in. Nothing is sent.
     *
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #send} does
     */
    Content preview(Actor actor, Recipient recipient, Message message);

    /**
     * What has become of a delivery. Needs {@code create} on {@code admin_notifications} or {@code view} on
     * {@code admin_notification_logs}.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND}
     */
    Delivery delivery(Actor actor, UUID id);

    /** What has become of a batch; otherwise as {@link #delivery}. */
    Batch batch(Actor actor, UUID id);

    /**
     * Outside channels that were given up, newest first. Needs {@code view} on {@code admin_notification_logs}.
     *
     * @param limit 1..200
     * @throws dev.hexadmin.application.RequestRejectedException {@code MALFORMED} with {@code ?limit} or {@code ?cursor}
     */
    DeadLetters deadLetters(Actor actor, int limit, Optional<String> cursor);

    /**
     * Lets failed rows be tried again from the start, by the dispatcher. Needs {@code edit} on
     * {@code admin_notification_logs}.
     *
     * @param ids of {@link DeadLetter#id}, 1..{@value #MOST_RECIPIENTS}; those that have not failed, or whose message is
     *     no longer kept, stay as they are
     * @param dryRun whether it is rolled back
     * @return how many are tried again
     */
    int retry(Actor actor, List<Long> ids, boolean dryRun);

    /**
     * A request that a gateway made to report about a message, from anybody: the provider checks where it comes from.
     * What was not sent by it, or has been settled already, changes nothing.
     *
     * @param provider the name of a provider
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND} when there is no such provider or it takes no reports,
     *     {@code FORBIDDEN invalid_report} when the provider does not accept the request
     */
    void report(Actor actor, String provider, StatusCallback callback);

    /**
     * What a message can be made of.
     *
     * @param defaultChannels those of a message that names none
     * @param templates the placeholders of each template, by its name
     */
    record Composition(List<Channel> defaultChannels, Map<String, Set<String>> templates) {
        public Composition {
            defaultChannels = List.copyOf(defaultChannels);
            templates = Collections.unmodifiableMap(new TreeMap<>(templates));
        }
    }

    /** How long the caller stays. */
    enum Mode {
        /** Until every channel has been tried, or the deadline has come. */
        WAIT,
        /** Until it is kept: the dispatcher does the rest. */
        ASYNC,
        /** Everything is checked and written, then rolled back; the answer is what would have been accepted. */
        DRY_RUN
    }

    /**
     * Whom it is for.
     *
     * @param userId as text, whatever it was on the wire; users need not be known here
     * @param addresses where channels reach them, by {@link dev.hexadmin.application.spi.AddressKind#field}: {@code email},
     *     {@code phone}; each goes before the one that is known of the user
     * @param channels instead of those of the message; words, checked here; one named twice counts once
     * @param context goes before the message's, name by name
     */
    record Recipient(
            String userId,
            Map<String, String> addresses,
            Optional<List<String>> channels,
            Map<String, @Nullable Object> context) {
        public Recipient {
            addresses = Map.copyOf(addresses);
            channels = channels.map(List::copyOf);
            context = Collections.unmodifiableMap(new LinkedHashMap<>(context));
        }

        /** A user, by what is known of them, on the channels of the message. */
        public static Recipient of(String userId) {
            return new Recipient(userId, Map.of(), Optional.empty(), Map.of());
        }

        /** The same, reached at an address: {@code at("phone", "+15017122661")}. */
        public Recipient at(String field, String address) {
            Map<String, String> all = new LinkedHashMap<>(addresses);
            all.put(field, address);
            return new Recipient(userId, all, channels, context);
        }

        /** The same, on these channels. */
        public Recipient on(String... names) {
            return new Recipient(userId, addresses, Optional.of(List.of(names)), context);
        }
    }

    /**
     * What is said.
     *
     * @param text may be empty with a template, whose body goes before it
     * @param channels words, checked here; the default channels of the settings when absent
     * @param title goes before the template's
     * @param template a name of the settings
     * @param context values for the template's places: String, Boolean, Long, Double, BigInteger, BigDecimal; anything else, null
     *     too, is a violation
     * @param data for programs, as it is
     */
    record Message(
            String text,
            Optional<List<String>> channels,
            Optional<String> title,
            Optional<String> template,
            Map<String, @Nullable Object> context,
            Optional<JsonText> data) {
        public Message {
            channels = channels.map(List::copyOf);
            context = Collections.unmodifiableMap(new LinkedHashMap<>(context));
        }

        /** A text on the default channels. */
        public static Message of(String title, String text) {
            return new Message(
                    text, Optional.empty(), Optional.of(title), Optional.empty(), Map.of(), Optional.empty());
        }
    }

    /**
     * A message to many.
     *
     * @param deliveries in the order of the recipients
     */
    record Batch(UUID id, List<Delivery> deliveries, Instant createdAt) {
        public Batch {
            deliveries = List.copyOf(deliveries);
        }

        /** How many recipients × channels have each status; statuses that none has are left out. */
        public Map<DeliveryStatus, Long> counts() {
            Map<DeliveryStatus, Long> counts = new EnumMap<>(DeliveryStatus.class);
            for (Delivery delivery : deliveries) {
                delivery.channels().forEach(each -> counts.merge(each.status(), 1L, Long::sum));
            }
            return counts;
        }
    }

    /**
     * A page of messages that failed for good.
     *
     * @param nextCursor empty at the end
     */
    record DeadLetters(List<DeadLetter> items, Optional<String> nextCursor) {
        public DeadLetters {
            items = List.copyOf(items);
        }
    }
}
