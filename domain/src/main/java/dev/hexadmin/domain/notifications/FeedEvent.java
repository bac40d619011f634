package dev.hexadmin.domain.notifications;

/**
 * Something that happened to one user's list. Everybody who follows gets the same instance, so what is made from it can
 * be made once.
 */
public sealed interface FeedEvent {
    /** Grows by one for each event of a user, from 1. */
    long seq();

    /** How many notifications are unread after it. */
    long unread();

    /** A new notification. */
    record Notified(long seq, long unread, Notification notification) implements FeedEvent {}

    /** A notification was read. */
    record Read(long seq, long unread, long notificationId) implements FeedEvent {}

    /** All were read. */
    record AllRead(long seq, long unread) implements FeedEvent {}
}
