package dev.hexadmin.persistence.notifications;

import dev.hexadmin.application.notifications.port.Feeds.NewNotification;
import dev.hexadmin.application.notifications.port.Feeds.Position;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Adds notifications one by one, with statements that every kind of database has. */
final class FeedInsertsRowByRow implements FeedInserts {
    private static final String BEGIN = "INSERT INTO admin_notification_feeds (seq, unread, user_id) VALUES (0, 0, ?)";
    private static final String ADD =
            "INSERT INTO admin_notifications (user_id, delivery_id, title, body, channels, data, created_at)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?)";

    private final SqlFragments sql;
    private final String at;
    private final String begin;
    private final String add;

    FeedInsertsRowByRow(SqlFragments sql) {
        this.sql = sql;
        this.at = FeedStatements.at(sql);
        this.begin = BEGIN + sql.orUpdate("user_id", "user_id"); // another transaction may begin the same feed
        this.add = sql.insertWithId(ADD);
    }

    @Override
    public List<FeedEvent.Notified> append(Session session, List<NewNotification> notifications, Instant now)
            throws SQLException {
        List<FeedEvent.Notified> events = new ArrayList<>(notifications.size());
        Map<String, Position> positions = new TreeMap<>(); // by user: two transactions lock the same lists in one order
        notifications.forEach(each -> positions.put(each.user().id(), new Position(0, 0)));
        Object moment = sql.parameter(now);
        try (Session.Prepared at = session.prepare(this.at);
                Session.Prepared begin = session.prepare(this.begin);
                Session.Prepared move = session.prepare(FeedStatements.MOVE);
                Session.Prepared add = session.prepare(this.add);
                Session.Prepared log = session.prepare(FeedStatements.LOG)) {
            for (Map.Entry<String, Position> each : positions.entrySet()) {
                each.setValue(hold(each.getKey(), at.statement(), begin.statement()));
            }
            for (NewNotification notification : notifications) {
                Position position = Objects.requireNonNull(positions.computeIfPresent(
                        notification.user().id(),
                        (user, before) -> new Position(before.seq() + 1, before.unread() + 1)));
                FeedInserts.bind(sql, add.statement(), 1, notification, now);
                long id = sql.insertWithId(session, add.statement());
                FeedEvent.Notified event = Binding.notified(notification, id, position.seq(), position.unread(), now);
                FeedStatements.log(log.statement(), notification.user(), event, moment);
                events.add(event);
            }
            for (Map.Entry<String, Position> each : positions.entrySet()) {
                move.statement().setLong(1, each.getValue().seq());
                move.statement().setLong(2, each.getValue().unread());
                move.statement().setString(3, each.getKey());
                move.statement().executeUpdate();
            }
        }
        return events;
    }

    /** The position of a list, locked until the end of the transaction. */
    private static Position hold(String user, PreparedStatement at, PreparedStatement begin) throws SQLException {
        at.setString(1, user);
        Optional<Position> known = position(at);
        if (known.isPresent()) {
            return known.get();
        }
        begin.setString(1, user);
        begin.executeUpdate();
        return position(at).orElseThrow();
    }

    private static Optional<Position> position(PreparedStatement at) throws SQLException {
        try (ResultSet rows = at.executeQuery()) {
            return rows.next() ? Optional.of(new Position(rows.getLong(1), rows.getLong(2))) : Optional.empty();
        }
    }
}
