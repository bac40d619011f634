package dev.hexadmin.persistence.notifications;

import dev.hexadmin.application.notifications.port.Feeds.NewNotification;
import dev.hexadmin.application.notifications.port.Feeds.Position;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Adds notifications one by one, with statements that every kind of database has. */
final class FeedInsertsRowByRow implements FeedInserts {
    private static final String BEGIN = "INSERT INTO admin_notification_feeds (seq, unread, user_id) VALUES (?, ?, ?)";
    private static final String ADD =
            "INSERT INTO admin_notifications (user_id, delivery_id, title, body, channels, data, created_at)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?)";

    private final SqlFragments sql;
    private final String at;
    private final String add;

    FeedInsertsRowByRow(SqlFragments sql) {
        this.sql = sql;
        this.at = FeedStatements.at(sql);
        this.add = sql.insertWithId(ADD);
    }

    @Override
    public List<FeedEvent.Notified> append(Session session, List<NewNotification> notifications, Instant now)
            throws SQLException {
        List<FeedEvent.Notified> events = new ArrayList<>(notifications.size());
        Object moment = sql.parameter(now);
        try (Session.Prepared at = session.prepare(this.at);
                Session.Prepared begin = session.prepare(BEGIN);
                Session.Prepared move = session.prepare(FeedStatements.MOVE);
                Session.Prepared add = session.prepare(this.add);
                Session.Prepared log = session.prepare(FeedStatements.LOG)) {
            for (NewNotification notification : notifications) {
                Position position = up(notification.user(), at.statement(), begin.statement(), move.statement());
                FeedInserts.bind(sql, add.statement(), 1, notification, now);
                long id = sql.insertWithId(session, add.statement());
                FeedEvent.Notified event = Binding.notified(notification, id, position.seq(), position.unread(), now);
                FeedStatements.log(log.statement(), notification.user(), event, moment);
                events.add(event);
            }
        }
        return events;
    }

    /** One more, unread. */
    private static Position up(Addressee user, PreparedStatement at, PreparedStatement begin, PreparedStatement move)
            throws SQLException {
        at.setString(1, user.id());
        Optional<Position> before;
        try (ResultSet rows = at.executeQuery()) {
            before = rows.next() ? Optional.of(new Position(rows.getLong(1), rows.getLong(2))) : Optional.empty();
        }
        Position after = before.map(known -> new Position(known.seq() + 1, known.unread() + 1))
                .orElse(new Position(1, 1));
        PreparedStatement write = before.isPresent() ? move : begin;
        write.setLong(1, after.seq());
        write.setLong(2, after.unread());
        write.setString(3, user.id());
        write.executeUpdate();
        return after;
    }
}
