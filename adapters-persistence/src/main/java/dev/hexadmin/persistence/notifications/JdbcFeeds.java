package dev.hexadmin.persistence.notifications;

import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.domain.notifications.InboxNotification;
import dev.hexadmin.domain.notifications.Notification;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The tables {@code admin_notification_feeds}, {@code admin_notifications} and {@code admin_notification_events}.
 *
 * <p>Every change of a list first locks its row in the first table. Other transactions wait for that row until the
 * commit.
 */
public final class JdbcFeeds implements Feeds {
    private static final int STEP = 4_096;
    private static final String NOTIFICATION = "n.id, n.title, n.body, n.channels, n.data, n.created_at";

    private final Database database;
    private final SqlFragments sql;
    private final FeedInserts inserts;
    private final NotificationExpiry expiry;
    private final String at;
    private final String read;
    private final String unread;

    public JdbcFeeds(Database database) {
        this.database = database;
        this.sql = database.kind().sql();
        this.inserts = FeedInserts.of(sql);
        this.expiry = new NotificationExpiry(database);
        this.at = FeedStatements.at(sql);
        this.read = "is_read = " + sql.literal(true);
        this.unread = sql.isFalse("is_read");
    }

    @Override
    public List<FeedEvent.Notified> append(List<NewNotification> notifications, Instant now) {
        Instant moment = now.truncatedTo(ChronoUnit.MICROS);
        return database.change(session -> inserts.append(session, notifications, moment));
    }

    @Override
    public Map<Addressee, Position> positions(Collection<Addressee> users) {
        List<String> ids = users.stream().map(Addressee::id).toList();
        Map<Addressee, Position> positions = HashMap.newHashMap(ids.size());
        for (int from = 0; from < ids.size(); from += STEP) {
            List<String> some = ids.subList(from, Math.min(ids.size(), from + STEP));
            database.read(session -> {
                try (Session.Prepared prepared =
                        session.prepare("SELECT user_id, seq, unread FROM admin_notification_feeds WHERE user_id "
                                + sql.oneOf(some.size()))) {
                    sql.setOneOf(prepared.statement(), 1, "text", some);
                    try (ResultSet rows = prepared.statement().executeQuery()) {
                        while (rows.next()) {
                            positions.put(
                                    new Addressee(rows.getString(1)), new Position(rows.getLong(2), rows.getLong(3)));
                        }
                    }
                    return positions;
                }
            });
        }
        return positions;
    }

    @Override
    public List<FeedEvent> events(Addressee user, long after, long to, int limit) {
        return database.read(session -> {
            List<EventRow> rows = eventRows(session, user, after, to, limit);
            Map<Long, Notification> notifications = notifications(
                    session,
                    rows.stream()
                            .filter(row -> row.kind().equals("notification"))
                            .map(EventRow::notificationId)
                            .toList());
            List<FeedEvent> events = new ArrayList<>(rows.size());
            for (EventRow row : rows) {
                switch (row.kind()) {
                    case "notification" ->
                        Optional.ofNullable(notifications.get(row.notificationId()))
                                .ifPresent(notification ->
                                        events.add(new FeedEvent.Notified(row.seq(), row.unread(), notification)));
                    case "read" -> events.add(new FeedEvent.Read(row.seq(), row.unread(), row.notificationId()));
                    case "unread" -> events.add(new FeedEvent.Unread(row.seq(), row.unread(), row.notificationId()));
                    case "read_all" -> events.add(new FeedEvent.AllRead(row.seq(), row.unread()));
                    default -> throw new IllegalStateException("an event of unknown kind");
                }
            }
            return events;
        });
    }

    /** @param notificationId 0 for none */
    private record EventRow(long seq, long unread, String kind, long notificationId) {}

    private static List<EventRow> eventRows(Session session, Addressee user, long after, long to, int limit)
            throws SQLException {
        List<EventRow> events = new ArrayList<>();
        try (Session.Prepared prepared =
                session.prepare("SELECT seq, unread, kind, notification_id FROM admin_notification_events"
                        + " WHERE user_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?")) {
            PreparedStatement statement = prepared.statement();
            statement.setString(1, user.id());
            statement.setLong(2, after);
            statement.setLong(3, to);
            statement.setInt(4, limit);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    events.add(new EventRow(rows.getLong(1), rows.getLong(2), rows.getString(3), rows.getLong(4)));
                }
            }
        }
        return events;
    }

    private Map<Long, Notification> notifications(Session session, List<Long> ids) throws SQLException {
        Map<Long, Notification> notifications = HashMap.newHashMap(ids.size());
        if (ids.isEmpty()) {
            return notifications;
        }
        // the range tells the partitions
        try (Session.Prepared prepared = session.prepare("SELECT " + NOTIFICATION
                + " FROM admin_notifications n WHERE n.id BETWEEN ? AND ? AND n.id " + sql.oneOf(ids.size()))) {
            prepared.statement().setLong(1, Collections.min(ids));
            prepared.statement().setLong(2, Collections.max(ids));
            sql.setOneOf(prepared.statement(), 3, "bigint", ids);
            try (ResultSet rows = prepared.statement().executeQuery()) {
                while (rows.next()) {
                    Notification notification = notification(rows, 1);
                    notifications.put(notification.id(), notification);
                }
            }
        }
        return notifications;
    }

    private Notification notification(ResultSet rows, int column) throws SQLException {
        return new Notification(
                rows.getLong(column),
                rows.getString(column + 1),
                rows.getString(column + 2),
                Binding.channels(rows.getString(column + 3)),
                Binding.optionalJson(rows, column + 4),
                Binding.moment(sql, rows, column + 5));
    }

    @Override
    public List<InboxNotification> list(Addressee user, OptionalLong before, boolean unreadOnly, int limit) {
        return database.read(session -> {
            List<InboxNotification> items = new ArrayList<>();
            try (Session.Prepared prepared = session.prepare("SELECT " + NOTIFICATION
                    + ", n.read_at FROM admin_notifications n WHERE n.user_id = ? AND n.id < ?"
                    + (unreadOnly ? " AND " + unread : "") + " ORDER BY n.id DESC LIMIT ?")) {
                PreparedStatement statement = prepared.statement();
                statement.setString(1, user.id());
                statement.setLong(2, before.orElse(Long.MAX_VALUE));
                statement.setInt(3, limit);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        items.add(listed(rows));
                    }
                }
            }
            return items;
        });
    }

    @Override
    public Optional<InboxNotification> find(Addressee user, long notificationId) {
        return database.read(session -> {
            try (Session.Prepared prepared = session.prepare("SELECT " + NOTIFICATION
                    + ", n.read_at FROM admin_notifications n WHERE n.id = ? AND n.user_id = ?")) {
                prepared.statement().setLong(1, notificationId);
                prepared.statement().setString(2, user.id());
                try (ResultSet rows = prepared.statement().executeQuery()) {
                    return rows.next() ? Optional.of(listed(rows)) : Optional.empty();
                }
            }
        });
    }

    private InboxNotification listed(ResultSet rows) throws SQLException {
        return new InboxNotification(notification(rows, 1), DeliveryStatus.SENT, sql.moment(rows, 7));
    }

    @Override
    public Optional<Marked> markRead(Addressee user, long notificationId, Instant now) {
        return database.change(session -> {
            Optional<Position> position = hold(session, user);
            if (position.isEmpty()) {
                return Optional.empty();
            }
            Object moment = sql.parameter(now);
            try (Session.Prepared mark = session.prepare("UPDATE admin_notifications SET " + read
                    + ", read_at = ? WHERE id = ? AND user_id = ? AND " + unread)) {
                mark.statement().setObject(1, moment);
                mark.statement().setLong(2, notificationId);
                mark.statement().setString(3, user.id());
                if (mark.statement().executeUpdate() == 0) {
                    return has(session, user, notificationId)
                            ? Optional.of(new Marked(position.get().unread(), Optional.empty()))
                            : Optional.empty();
                }
            }
            Position next = next(session, user, position.get(), position.get().unread() - 1);
            return Optional.of(
                    marked(session, user, new FeedEvent.Read(next.seq(), next.unread(), notificationId), moment));
        });
    }

    @Override
    public Optional<Marked> markUnread(Addressee user, long notificationId, Instant now) {
        return database.change(session -> {
            Optional<Position> position = hold(session, user);
            if (position.isEmpty()) {
                return Optional.empty();
            }
            try (Session.Prepared mark = session.prepare("UPDATE admin_notifications SET is_read = "
                    + sql.literal(false) + ", read_at = NULL WHERE id = ? AND user_id = ? AND " + read)) {
                mark.statement().setLong(1, notificationId);
                mark.statement().setString(2, user.id());
                if (mark.statement().executeUpdate() == 0) {
                    return has(session, user, notificationId)
                            ? Optional.of(new Marked(position.get().unread(), Optional.empty()))
                            : Optional.empty();
                }
            }
            Position next = next(session, user, position.get(), position.get().unread() + 1);
            return Optional.of(marked(
                    session,
                    user,
                    new FeedEvent.Unread(next.seq(), next.unread(), notificationId),
                    sql.parameter(now)));
        });
    }

    @Override
    public Marked markAllRead(Addressee user, Instant now) {
        return database.change(session -> {
            Optional<Position> position = hold(session, user);
            if (position.isEmpty()) {
                return new Marked(0, Optional.empty());
            }
            Object moment = sql.parameter(now);
            try (Session.Prepared mark = session.prepare(
                    "UPDATE admin_notifications SET " + read + ", read_at = ? WHERE user_id = ? AND " + unread)) {
                mark.statement().setObject(1, moment);
                mark.statement().setString(2, user.id());
                if (mark.statement().executeUpdate() == 0) {
                    return new Marked(0, Optional.empty());
                }
            }
            Position next = next(session, user, position.get(), 0);
            return marked(session, user, new FeedEvent.AllRead(next.seq(), next.unread()), moment);
        });
    }

    private static Marked marked(Session session, Addressee user, FeedEvent event, Object moment) throws SQLException {
        try (Session.Prepared log = session.prepare(FeedStatements.LOG)) {
            FeedStatements.log(log.statement(), user, event, moment);
        }
        return new Marked(event.unread(), Optional.of(event));
    }

    /** The position of the feed, locked until the transaction's end. */
    private Optional<Position> hold(Session session, Addressee user) throws SQLException {
        try (Session.Prepared prepared = session.prepare(this.at)) {
            prepared.statement().setString(1, user.id());
            try (ResultSet rows = prepared.statement().executeQuery()) {
                return rows.next() ? Optional.of(new Position(rows.getLong(1), rows.getLong(2))) : Optional.empty();
            }
        }
    }

    private static Position next(Session session, Addressee user, Position held, long unread) throws SQLException {
        Position next = new Position(held.seq() + 1, unread);
        try (Session.Prepared prepared = session.prepare(FeedStatements.MOVE)) {
            prepared.statement().setLong(1, next.seq());
            prepared.statement().setLong(2, next.unread());
            prepared.statement().setString(3, user.id());
            prepared.statement().executeUpdate();
        }
        return next;
    }

    private static boolean has(Session session, Addressee user, long notificationId) throws SQLException {
        try (Session.Prepared prepared =
                session.prepare("SELECT 1 FROM admin_notifications WHERE id = ? AND user_id = ?")) {
            prepared.statement().setLong(1, notificationId);
            prepared.statement().setString(2, user.id());
            try (ResultSet rows = prepared.statement().executeQuery()) {
                return rows.next();
            }
        }
    }

    @Override
    public void prune(Addressee user, long upTo) {
        database.execute(execute -> execute.delete(
                "DELETE FROM admin_notification_events WHERE user_id = ? AND seq <= ?", user.id(), upTo));
    }

    @Override
    public int prune(Instant before, int limit) {
        return (int) (long) database.execute(execute -> execute.delete(
                sql.deleteSelected(
                        "admin_notification_events",
                        "user_id, seq",
                        "SELECT user_id, seq FROM admin_notification_events WHERE created_at < ? ORDER BY created_at"
                                + " LIMIT " + limit + sql.forUpdate() + sql.skipLocked()),
                sql.parameter(before)));
    }

    @Override
    public void expire(Instant before) {
        expiry.run(before);
    }

    @Override
    public void forget(Addressee user) {
        for (String table : List.of("admin_notification_feeds", "admin_notification_events", "admin_notifications")) {
            database.execute(execute -> execute.delete("DELETE FROM " + table + " WHERE user_id = ?", user.id()));
        }
    }
}
