package dev.hexadmin.domain.notifications;

/** An event of one user's inbox. All subscribers get the same instance, so its serialized form can be created once. */
public sealed interface FeedEvent {
    /** The sequence number of the user's events, from 1. */
    long seq();

    /** How many notifications are unread after the event. */
    long unread();

    /** A new notification. */
    record Notified(long seq, long unread, Notification notification) implements FeedEvent {}

    /** One notification was read. */
    record Read(long seq, long unread, long notificationId) implements FeedEvent {}

    /** One notification was marked as unread again. */
    record Unread(long seq, long unread, long notificationId) implements FeedEvent {}

    /** All notifications were read. */
    record AllRead(long seq, long unread) implements FeedEvent {}
}
