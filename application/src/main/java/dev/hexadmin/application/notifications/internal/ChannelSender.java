package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.internal.RegisteredProviders.Carrier;
import dev.hexadmin.application.notifications.internal.RegisteredProviders.Gate;
import dev.hexadmin.application.notifications.port.DeliveryObserver;
import dev.hexadmin.application.notifications.port.Outbox.ClaimedDelivery;
import dev.hexadmin.application.notifications.port.Outbox.Payload;
import dev.hexadmin.application.notifications.port.Outbox.Settlement;
import dev.hexadmin.application.spi.MessageStatus;
import dev.hexadmin.application.spi.OutgoingMessage;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SentMessage;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.StatusPolling;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Calls providers, and derives the new state of a row from their results. Writes nothing. */
final class ChannelSender {
    private static final Logger LOG = System.getLogger(ChannelSender.class.getName());
    private static final int MAX_ERROR_LENGTH = 500;
    private static final int FRAMES = 20;
    private static final int MAX_ID_LENGTH = 255;

    private final RegisteredProviders providers;
    private final DeliveryObserver observer;
    private final SealedContent sealing;
    private final UnsubscribeLinks links;
    private final NotificationsSettings settings;
    private final InstantSource clock;
    private final RandomGenerator random;

    ChannelSender(
            RegisteredProviders providers,
            DeliveryObserver observer,
            NotificationsSettings settings,
            SealedContent sealing,
            UnsubscribeLinks links,
            InstantSource clock,
            RandomGenerator random) {
        this.sealing = sealing;
        this.links = links;
        this.providers = providers;
        this.observer = observer;
        this.settings = settings;
        this.clock = clock;
        this.random = random;
    }

    /** One attempt at a claimed row, over all providers of its channel. */
    interface Attempt {
        /** The row, including this attempt once it has begun. */
        ClaimedDelivery row();

        /**
         * Counts the attempt, once; called before the first provider is.
         *
         * @return false when no provider may be called: the server is stopping, or another one has the row
         */
        boolean begin();

        /** Whether the server no longer waits for the provider's response: then a failure means nothing. */
        boolean abandoned();
    }

    /**
     * The outcome of an attempt.
     *
     * @param addressGone whether the address takes no more messages
     */
    record Outcome(Settlement settlement, boolean addressGone) {
        static Outcome of(Settlement settlement) {
            return new Outcome(settlement, false);
        }
    }

    /** The result of calling one provider. */
    private sealed interface Answer {
        /**
         * The provider accepted the message.
         *
         * @param status any but {@code FAILED}
         */
        record Taken(String provider, String messageId, MessageStatus status) implements Answer {}

        /**
         * A temporary failure.
         *
         * @param asked the wait that the provider requested
         */
        record Later(String provider, String error, Optional<Duration> asked) implements Answer {}

        /**
         * A permanent failure.
         *
         * @param addressGone whether the address takes no more messages
         */
        record Never(String provider, String error, boolean addressGone) implements Answer {}

        /** The provider was not called. */
        record NotAsked(Instant until) implements Answer {}

        /** No provider may be called, or this server was closed during a call: the outcome is unknown. */
        record Dropped() implements Answer {}
    }

    /**
     * Attempts a claimed row.
     *
     * @return its outcome; empty when the row stays unchanged
     */
    Optional<Outcome> send(Attempt attempt) {
        ClaimedDelivery row = attempt.row();
        Optional<Payload> payload = row.payload();
        if (payload.isEmpty()) {
            return Optional.of(Outcome.of(failed(row, Optional.empty(), "The message is no longer kept.")));
        }
        if (row.attempts() >= settings.attempts().backoff().tries()) {
            return Optional.of(
                    Outcome.of(failed(row, row.progress().provider(), "The last try ended without an answer.")));
        }
        Optional<Content> content = sealing.open(payload.get().content());
        if (content.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "Delivery row {0} has failed: its message was encrypted with a secret key that is no longer known",
                    row.id());
            return Optional.of(
                    Outcome.of(failed(row, row.progress().provider(), "The secret key of this message is not known.")));
        }
        OutgoingMessage message = new OutgoingMessage(
                row.destination().address(),
                row.user(),
                content.get(),
                payload.get().data(),
                links.of(row),
                row.createdAt(),
                row.delivery().id() + "-" + row.channel());
        Answer answer = ask(attempt, providers.of(row.channel()), message);
        return settled(attempt, answer)
                .map(settlement ->
                        new Outcome(settlement, answer instanceof Answer.Never refusal && refusal.addressGone()));
    }

    /** Requests the status of a sent row from its provider, unless that has not answered such requests lately. */
    Settlement pollStatus(ClaimedDelivery row) {
        Instant now = clock.instant();
        Optional<Carrier> carrier = row.progress().provider().flatMap(name -> providers.of(row.channel(), name));
        if (carrier.isEmpty() || row.progress().messageId().isEmpty()) {
            return askAgain(row, now, now);
        }
        Gate gate = carrier.get().statusRequests();
        if (!gate.admits(now)) {
            return askAgain(row, now, gate.worthAsking(now).plusMillis(random.nextInt(1_000)));
        }
        try {
            MessageStatus status = carrier.get()
                    .provider()
                    .checkStatus(row.progress().messageId().get());
            gate.answered();
            return reported(row, status, Optional.empty()).orElseGet(() -> askAgain(row, now, now));
        } catch (RuntimeException | Error e) {
            if (e instanceof ProviderException refusal && !refusal.retryable()) {
                gate.answered();
            } else {
                gate.failed(clock.instant());
            }
            LOG.log(
                    Level.DEBUG,
                    "{0} cannot say what became of a message: {1}",
                    carrier.get().name(),
                    named(e));
            return askAgain(row, now, now);
        }
    }

    private Settlement askAgain(ClaimedDelivery row, Instant now, Instant earliest) {
        Duration age = Duration.between(row.sentAt(), now);
        Instant usual = now.plus(StatusPolling.after(age));
        return new Settlement(
                DeliveryStatus.SENT,
                row.progress().provider(),
                row.progress().messageId(),
                Optional.empty(),
                age.compareTo(settings.attempts().givenUpAfter()) > 0
                        ? Optional.empty()
                        : Optional.of(usual.isBefore(earliest) ? earliest : usual));
    }

    /** The new state of a sent row after a provider's status; empty when the status is not final. */
    Optional<Settlement> reported(ClaimedDelivery row, MessageStatus status, Optional<String> error) {
        return switch (status) {
            case IN_TRANSIT -> Optional.empty();
            case SENT ->
                Optional.of(new Settlement(
                        DeliveryStatus.SENT,
                        row.progress().provider(),
                        row.progress().messageId(),
                        Optional.empty(),
                        Optional.empty()));
            case DELIVERED ->
                Optional.of(new Settlement(
                        DeliveryStatus.DELIVERED,
                        row.progress().provider(),
                        row.progress().messageId(),
                        Optional.empty(),
                        Optional.empty()));
            case FAILED ->
                Optional.of(failed(
                        row,
                        row.progress().provider(),
                        error.map(text -> "The gateway reported the message as failed: " + text)
                                .orElse("The gateway reported the message as failed.")));
        };
    }

    /** Calls one provider after the other until one has accepted the message. */
    private Answer ask(Attempt attempt, List<Carrier> carriers, OutgoingMessage message) {
        Optional<Answer> later = Optional.empty();
        Optional<Answer.NotAsked> notAsked = Optional.empty();
        Optional<Answer> never = Optional.empty();
        for (Carrier carrier : carriers) {
            switch (ask(attempt, carrier, message)) {
                case Answer.Taken taken -> {
                    return taken;
                }
                case Answer.Dropped dropped -> {
                    return dropped;
                }
                case Answer.Later temporary -> later = Optional.of(temporary);
                case Answer.Never refusal -> never = Optional.of(refusal);
                case Answer.NotAsked waiting ->
                    notAsked = notAsked.filter(before -> before.until().isBefore(waiting.until()))
                            .or(() -> Optional.of(waiting));
            }
        }
        if (later.isPresent()) {
            return later.get();
        }
        if (notAsked.isPresent()) {
            return notAsked.get(); // it may accept the message later although the others rejected it
        }
        return never.orElse(new Answer.Never("", "No provider is configured for this channel.", false));
    }

    private Answer ask(Attempt attempt, Carrier carrier, OutgoingMessage message) {
        Instant now = clock.instant();
        Gate gate = carrier.sends();
        if (!gate.admits(now)) {
            return new Answer.NotAsked(gate.worthAsking(now));
        }
        if (!attempt.begin()) {
            return new Answer.Dropped();
        }
        try {
            SentMessage sent = observer.attempt(
                    attempt.row(),
                    carrier.name(),
                    () -> carrier.provider().send(message),
                    answer -> answer.status() != MessageStatus.FAILED);
            gate.answered();
            return sent.status() == MessageStatus.FAILED
                    ? new Answer.Never(carrier.name(), "The gateway reported the message as failed.", false)
                    : new Answer.Taken(carrier.name(), sent.messageId(), sent.status());
        } catch (ProviderException e) {
            if (attempt.abandoned()) {
                return new Answer.Dropped();
            }
            if (e.retryable() && !e.addressBusy()) {
                gate.failed(clock.instant());
            } else {
                gate.answered();
            }
            if (e.retryable()) {
                return new Answer.Later(carrier.name(), said(e), e.retryAfter());
            }
            return new Answer.Never(carrier.name(), said(e), e.addressGone());
        } catch (RuntimeException | Error e) {
            if (attempt.abandoned()) {
                return new Answer.Dropped();
            }
            // its message may contain anything: an address, the text, a password
            LOG.log(
                    Level.WARNING,
                    "The provider {0} failed in an unforeseen way: {1}{2}",
                    carrier.name(),
                    named(e),
                    frames(e));
            gate.failed(clock.instant());
            return new Answer.Later(carrier.name(), named(e), Optional.empty());
        }
    }

    private Optional<Settlement> settled(Attempt attempt, Answer answer) {
        ClaimedDelivery row = attempt.row();
        Instant now = clock.instant();
        boolean tooOld = Duration.between(row.createdAt(), now)
                        .compareTo(settings.attempts().givenUpAfter())
                > 0;
        return switch (answer) {
            case Answer.Dropped() -> Optional.empty();
            case Answer.Taken(String provider, String messageId, MessageStatus status) ->
                Optional.of(new Settlement(
                        status == MessageStatus.DELIVERED ? DeliveryStatus.DELIVERED : DeliveryStatus.SENT,
                        Optional.of(provider),
                        Optional.of(line(messageId, MAX_ID_LENGTH)),
                        Optional.empty(),
                        status == MessageStatus.IN_TRANSIT
                                ? Optional.of(now.plus(StatusPolling.after(Duration.ZERO)))
                                : Optional.empty()));
            case Answer.Later(String provider, String error, Optional<Duration> asked) -> {
                Optional<Duration> wait = settings.attempts()
                        .backoff()
                        .after(row.attempts(), random)
                        .map(usual -> asked.filter(longer -> longer.compareTo(usual) > 0)
                                .orElse(usual));
                yield Optional.of(
                        wait.isEmpty() || tooOld
                                ? failed(row, Optional.of(provider), error)
                                : new Settlement(
                                        DeliveryStatus.RETRYING,
                                        Optional.of(provider),
                                        Optional.empty(),
                                        Optional.of(error),
                                        wait.map(now::plus)));
            }
            case Answer.Never(String provider, String error, boolean gone) ->
                Optional.of(failed(row, Optional.of(provider).filter(name -> !name.isEmpty()), error));
            case Answer.NotAsked(Instant until) ->
                Optional.of(
                        tooOld
                                ? failed(row, row.progress().provider(), "No provider was there for too long.")
                                : new Settlement(
                                        row.status(),
                                        row.progress().provider(),
                                        Optional.empty(),
                                        row.progress().error().or(() -> Optional.of("Waiting for a provider.")),
                                        Optional.of(until.plusMillis(random.nextInt(1_000)))));
        };
    }

    private static Settlement failed(ClaimedDelivery row, Optional<String> provider, String error) {
        return new Settlement(
                DeliveryStatus.FAILED,
                provider,
                row.progress().messageId(),
                Optional.of(line(error, MAX_ERROR_LENGTH)),
                Optional.empty());
    }

    private static String said(ProviderException e) {
        return line(String.valueOf(e.getMessage()), MAX_ERROR_LENGTH);
    }

    /** Where it happened, without any message. */
    private static String frames(Throwable e) {
        return Arrays.stream(e.getStackTrace())
                .limit(FRAMES)
                .map(frame -> System.lineSeparator() + "\tat " + frame)
                .collect(Collectors.joining());
    }

    private static String named(Throwable e) {
        return e.getClass().getName();
    }

    /** Removes characters that cannot be stored, and line breaks. */
    private static String line(String text, int most) {
        StringBuilder out = new StringBuilder();
        text.codePoints().limit(most).forEach(c -> {
            boolean odd = Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE;
            out.appendCodePoint(odd ? ' ' : c);
        });
        return out.toString();
    }
}
