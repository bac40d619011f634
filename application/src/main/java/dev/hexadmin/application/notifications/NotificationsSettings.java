package dev.hexadmin.application.notifications;

import dev.hexadmin.domain.notifications.Backoff;
import dev.hexadmin.domain.notifications.Breaker;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Template;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an operator decides about notifications.
 *
 * @param channels those that are registered
 * @param defaultChannels of messages that name none; at least one
 * @param fallbackChannels asked in this order when a channel has failed for good
 * @param templates by name
 * @param deadline how long a caller waits for channels to be tried
 * @param backoff when failed tries are repeated
 * @param breaker when a provider is left alone
 * @param triesAtOnce messages of one channel that a server tries at the same time, from 1
 * @param lease how long after the start of a try, of which nothing was heard, the message is tried again
 * @param givenUpAfter a message older than this is not tried any more, nor is its status asked for
 * @param eventsKept how far back a client that comes again is told what it missed
 * @param logsKept how long rows of {@code admin_notification_logs}, and what was said in them, are kept
 */
public record NotificationsSettings(
        MessageChannels channels,
        List<Channel> defaultChannels,
        List<Channel> fallbackChannels,
        Map<String, Template> templates,
        Duration deadline,
        Backoff backoff,
        Breaker.Rules breaker,
        int triesAtOnce,
        Duration lease,
        Duration givenUpAfter,
        Duration eventsKept,
        Duration logsKept) {

    /** Events of one user that are kept at least, unless they are older; more are cut now and then. */
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
        if (triesAtOnce < 1) {
            throw new IllegalArgumentException("at least one message must be on its way at a time, not " + triesAtOnce);
        }
        for (Duration each : List.of(deadline, lease, givenUpAfter, eventsKept, logsKept)) {
            if (!each.isPositive()) {
                throw new IllegalArgumentException("a length of time must be positive, not " + each);
            }
        }
        if (logsKept.compareTo(givenUpAfter) < 0) {
            throw new IllegalArgumentException("logs must be kept for as long as messages are tried: " + givenUpAfter);
        }
    }

    private static void distinct(List<Channel> channels, String what) {
        if (Set.copyOf(channels).size() < channels.size()) {
            throw new IllegalArgumentException("a " + what + " channel is named twice");
        }
    }

    /** What holds unless the operator says otherwise. */
    public static NotificationsSettings usual() {
        return new NotificationsSettings(
                MessageChannels.BUILT_IN,
                List.of(MessageChannels.BUILT_IN.inbox()),
                List.of(),
                Map.of(),
                Duration.ofSeconds(10),
                Backoff.USUAL,
                Breaker.Rules.USUAL,
                16,
                Duration.ofMinutes(2),
                Duration.ofHours(24),
                Duration.ofDays(7),
                Duration.ofDays(90));
    }

    /** The same with other channels. */
    public NotificationsSettings withChannels(List<Channel> defaults, List<Channel> fallbacks) {
        return new NotificationsSettings(
                channels,
                defaults,
                fallbacks,
                templates,
                deadline,
                backoff,
                breaker,
                triesAtOnce,
                lease,
                givenUpAfter,
                eventsKept,
                logsKept);
    }

    /** The same with these templates. */
    public NotificationsSettings withTemplates(Map<String, Template> others) {
        return new NotificationsSettings(
                channels,
                defaultChannels,
                fallbackChannels,
                others,
                deadline,
                backoff,
                breaker,
                triesAtOnce,
                lease,
                givenUpAfter,
                eventsKept,
                logsKept);
    }

    /** The same with another deadline and other times of tries. */
    public NotificationsSettings withTries(Duration deadline, Backoff backoff, Breaker.Rules breaker) {
        return new NotificationsSettings(
                channels,
                defaultChannels,
                fallbackChannels,
                templates,
                deadline,
                backoff,
                breaker,
                triesAtOnce,
                lease,
                givenUpAfter,
                eventsKept,
                logsKept);
    }
}
