package dev.hexadmin.persistence.notifications;

import dev.hexadmin.application.notifications.port.Feeds.NewNotification;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Adds notifications with one statement, however many there are: needs changes inside of queries, and arrays. */
final class FeedInsertsInOneStatement implements FeedInserts {
    static final List<String> TYPES = List.of("text", "uuid", "text", "text", "text", "text");

    /** A user with several notifications gets as many numbers. */
    private static final String APPEND = """
            WITH input AS (
                SELECT * FROM ROWS AS t (user_id, delivery_id, title, body, channels, data, n)
            ), numbered AS (
                SELECT n, user_id, delivery_id, row_number() OVER (PARTITION BY user_id ORDER BY n) AS k,
                       count(*) OVER (PARTITION BY user_id) AS c FROM input
            ), feed AS (
                INSERT INTO admin_notification_feeds AS f (user_id, seq, unread)
                SELECT user_id, count(*), count(*) FROM input GROUP BY user_id ORDER BY user_id
                ON CONFLICT (user_id) DO UPDATE SET seq = f.seq + excluded.seq, unread = f.unread + excluded.unread
                RETURNING user_id, seq, unread
            ), added AS (
                INSERT INTO admin_notifications (user_id, delivery_id, title, body, channels, data, created_at)
                SELECT user_id, delivery_id, title, body, channels, DATA, ? FROM input ORDER BY n
                RETURNING id, delivery_id
            ), placed AS (
                SELECT i.n, i.user_id, a.id, f.seq - i.c + i.k AS seq, f.unread - i.c + i.k AS unread
                FROM numbered i JOIN feed f ON f.user_id = i.user_id JOIN added a ON a.delivery_id = i.delivery_id
            ), logged AS (
                INSERT INTO admin_notification_events (user_id, seq, kind, notification_id, unread, created_at)
                SELECT user_id, seq, 'notification', id, unread, ? FROM placed
            )
            SELECT id, seq, unread FROM placed ORDER BY n""";

    /** The same for one notification: planning takes half the time. */
    private static final String APPEND_ONE = """
            WITH feed AS (
                INSERT INTO admin_notification_feeds AS f (user_id, seq, unread) VALUES (?, 1, 1)
                ON CONFLICT (user_id) DO UPDATE SET seq = f.seq + 1, unread = f.unread + 1 RETURNING seq, unread
            ), added AS (
                INSERT INTO admin_notifications (user_id, delivery_id, title, body, channels, data, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id
            ), logged AS (
                INSERT INTO admin_notification_events (user_id, seq, kind, notification_id, unread, created_at)
                SELECT ?, feed.seq, 'notification', added.id, feed.unread, ? FROM feed, added
            )
            SELECT added.id, feed.seq, feed.unread FROM feed, added""";

    private final SqlFragments sql;
    private final String appendAll;

    /** @param rows the parameters as a table, as {@link SqlFragments#rowsOfArrays} says */
    FeedInsertsInOneStatement(SqlFragments sql, String rows) {
        this.sql = sql;
        this.appendAll = APPEND.replace("ROWS", rows).replace("DATA", sql.json("data"));
    }

    @Override
    public List<FeedEvent.Notified> append(Session session, List<NewNotification> notifications, Instant now)
            throws SQLException {
        return notifications.size() == 1
                ? List.of(appendOne(session, notifications.getFirst(), now))
                : appendAll(session, notifications, now);
    }

    private FeedEvent.Notified appendOne(Session session, NewNotification notification, Instant now)
            throws SQLException {
        try (Session.Prepared prepared = session.prepare(APPEND_ONE)) {
            PreparedStatement statement = prepared.statement();
            statement.setString(1, notification.user().id());
            FeedInserts.bind(sql, statement, 2, notification, now);
            statement.setString(9, notification.user().id());
            statement.setObject(10, sql.parameter(now));
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return Binding.notified(notification, rows.getLong(1), rows.getLong(2), rows.getLong(3), now);
            }
        }
    }

    private List<FeedEvent.Notified> appendAll(Session session, List<NewNotification> notifications, Instant now)
            throws SQLException {
        Binding.Table table = new Binding.Table(notifications.size(), TYPES);
        for (NewNotification notification : notifications) {
            table.row(
                    notification.user().id(),
                    notification.deliveryId(),
                    notification.title(),
                    notification.body(),
                    Binding.channels(notification.channels()),
                    notification.data().map(Object::toString).orElse(null));
        }
        List<FeedEvent.Notified> events = new ArrayList<>(notifications.size());
        try (Session.Prepared prepared = session.prepare(appendAll)) {
            PreparedStatement statement = prepared.statement();
            int at = table.bind(statement, 1);
            statement.setObject(at, sql.parameter(now));
            statement.setObject(at + 1, sql.parameter(now));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    events.add(Binding.notified(
                            notifications.get(events.size()), rows.getLong(1), rows.getLong(2), rows.getLong(3), now));
                }
            }
        }
        return events;
    }
}
