package dev.hexadmin.application.notifications;

import dev.hexadmin.domain.notifications.Backoff;
import dev.hexadmin.domain.notifications.Breaker;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Template;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Settings of notifications.
 *
 * @param channels the registered channels
 * @param defaultChannels of messages that name none; at least one
 * @param fallbackChannels attempted in this order when a channel has failed permanently
 * @param templates by name
 * @param deadline how long a caller waits for delivery attempts
 */
public record NotificationsSettings(
        MessageChannels channels,
        List<Channel> defaultChannels,
        List<Channel> fallbackChannels,
        Map<String, Template> templates,
        Duration deadline,
        Attempts attempts,
        Retention retention) {

    /** The minimum number of events retained per user, unless they are too old; more are deleted from time to time. */
    public static final int EVENTS_PER_USER = 1_000;

    public NotificationsSettings {
        defaultChannels = List.copyOf(defaultChannels);
        fallbackChannels = List.copyOf(fallbackChannels);
        templates = Map.copyOf(templates);
        if (defaultChannels.isEmpty()) {
            throw new IllegalArgumentException("at least one default channel is needed");
        }
        distinct(defaultChannels, "default");
        distinct(fallbackChannels, "fallback");
        defaultChannels.forEach(channels::get);
        fallbackChannels.forEach(channels::get);
        positive(deadline);
        if (retention.logs().compareTo(attempts.givenUpAfter()) < 0) {
            throw new IllegalArgumentException(
                    "logs must be kept for as long as messages are tried: " + attempts.givenUpAfter());
        }
    }

    /**
     * Settings of delivery attempts.
     *
     * @param backoff when failed attempts are repeated
     * @param breaker when a provider is not called for a while
     * @param atOnce maximum number of concurrent sends per channel and server, from 1
     * @param lease how long after the start of an attempt without an outcome the message is tried again
     * @param givenUpAfter maximum age of a message for attempts and status requests
     */
    public record Attempts(Backoff backoff, Breaker.Rules breaker, int atOnce, Duration lease, Duration givenUpAfter) {
        public Attempts {
            if (atOnce < 1) {
                throw new IllegalArgumentException("at least one message must be sent at a time, not " + atOnce);
            }
            positive(lease);
            positive(givenUpAfter);
        }
    }

    /**
     * Retention of rows.
     *
     * @param events how far back a reconnecting client gets missed events
     * @param logs rows of {@code admin_notification_logs}, and their messages
     * @param notifications in-app notifications; empty: for ever
     */
    public record Retention(Duration events, Duration logs, Optional<Duration> notifications) {
        public Retention {
            positive(events);
            positive(logs);
            if (notifications.isPresent() && notifications.get().compareTo(events) < 0) {
                throw new IllegalArgumentException("notifications must be kept for as long as their events: " + events);
            }
        }
    }

    private static void positive(Duration length) {
        if (!length.isPositive()) {
            throw new IllegalArgumentException("a length of time must be positive, not " + length);
        }
    }

    private static void distinct(List<Channel> channels, String what) {
        if (Set.copyOf(channels).size() < channels.size()) {
            throw new IllegalArgumentException("a " + what + " channel is named twice");
        }
    }

    /** The defaults. */
    public static NotificationsSettings usual() {
        return new NotificationsSettings(
                MessageChannels.BUILT_IN,
                List.of(MessageChannels.BUILT_IN.inbox()),
                List.of(),
                Map.of(),
                Duration.ofSeconds(10),
                new Attempts(Backoff.USUAL, Breaker.Rules.USUAL, 16, Duration.ofMinutes(2), Duration.ofHours(24)),
                new Retention(Duration.ofDays(7), Duration.ofDays(90), Optional.empty()));
    }

    /** The same settings with other channels. */
    public NotificationsSettings withChannels(List<Channel> defaults, List<Channel> fallbacks) {
        return new NotificationsSettings(channels, defaults, fallbacks, templates, deadline, attempts, retention);
    }

    /** The same settings with these templates. */
    public NotificationsSettings withTemplates(Map<String, Template> others) {
        return new NotificationsSettings(
                channels, defaultChannels, fallbackChannels, others, deadline, attempts, retention);
    }

    /** The same settings with another deadline and other attempts. */
    public NotificationsSettings withTries(Duration deadline, Backoff backoff, Breaker.Rules breaker) {
        Attempts others = new Attempts(backoff, breaker, attempts.atOnce(), attempts.lease(), attempts.givenUpAfter());
        return new NotificationsSettings(
                channels, defaultChannels, fallbackChannels, templates, deadline, others, retention);
    }
}
