package dev.hexadmin.persistence.notifications;

import dev.hexadmin.application.notifications.port.Feeds.NewNotification;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Adds notifications to feeds, each as an event. */
sealed interface FeedInserts permits FeedInsertsInOneStatement, FeedInsertsRowByRow {
    /** Adds all, and returns the event of each in the same order. */
    List<FeedEvent.Notified> append(Session session, List<NewNotification> notifications, Instant now)
            throws SQLException;

    /** In one statement where queries can make changes and take arrays, else with statements that every database has. */
    static FeedInserts of(SqlFragments sql) {
        return sql.rowsOfArrays(FeedInsertsInOneStatement.TYPES)
                .<FeedInserts>map(rows -> new FeedInsertsInOneStatement(sql, rows))
                .orElseGet(() -> new FeedInsertsRowByRow(sql));
    }

    /** Binds the columns of a notification, from the user to the moment. */
    static void bind(SqlFragments sql, PreparedStatement statement, int at, NewNotification notification, Instant now)
            throws SQLException {
        statement.setString(at, notification.user().id());
        statement.setObject(at + 1, sql.parameter(notification.deliveryId()));
        statement.setString(at + 2, notification.title());
        statement.setString(at + 3, notification.body());
        statement.setString(at + 4, Binding.channels(notification.channels()));
        sql.setJson(statement, at + 5, notification.data());
        statement.setObject(at + 6, sql.parameter(now));
    }
}
