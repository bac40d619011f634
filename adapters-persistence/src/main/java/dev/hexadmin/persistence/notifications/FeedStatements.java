package dev.hexadmin.persistence.notifications;

import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.persistence.database.SqlFragments;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/** Statements that move a feed by one event. */
final class FeedStatements {
    static final String MOVE = "UPDATE admin_notification_feeds SET seq = ?, unread = ? WHERE user_id = ?";
    static final String LOG =
            "INSERT INTO admin_notification_events (user_id, seq, kind, notification_id, unread, created_at)"
                    + " VALUES (?, ?, ?, ?, ?, ?)";

    private FeedStatements() {}

    /** The position of a feed, locked until the end of the transaction. */
    static String at(SqlFragments sql) {
        return "SELECT seq, unread FROM admin_notification_feeds WHERE user_id = ?" + sql.forUpdate();
    }

    /** Runs {@link #LOG}. */
    static void log(PreparedStatement statement, Addressee user, FeedEvent event, Object moment) throws SQLException {
        statement.setString(1, user.id());
        statement.setLong(2, event.seq());
        switch (event) {
            case FeedEvent.Notified notified -> {
                statement.setString(3, "notification");
                statement.setLong(4, notified.notification().id());
            }
            case FeedEvent.Read one -> {
                statement.setString(3, "read");
                statement.setLong(4, one.notificationId());
            }
            case FeedEvent.Unread one -> {
                statement.setString(3, "unread");
                statement.setLong(4, one.notificationId());
            }
            case FeedEvent.AllRead all -> {
                statement.setString(3, "read_all");
                statement.setNull(4, Types.BIGINT);
            }
        }
        statement.setLong(5, event.unread());
        statement.setObject(6, moment);
        statement.executeUpdate();
    }
}
