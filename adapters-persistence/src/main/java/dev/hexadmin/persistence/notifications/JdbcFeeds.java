package dev.hexadmin.persistence.notifications;

import dev.hexadmin.application.notifications.ReadingNotifications.Item;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.FeedEvent;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The tables {@code admin_notification_feeds}, {@code admin_notifications} and {@code admin_notification_events}.
 *
 * <p>Every change of a list begins with its row in the first, which others wait for until the commit.
 */
public final class JdbcFeeds implements Feeds {
    private static final int STEP = 4_096;
    private static final List<String> TYPES = List.of("text", "uuid", "text", "text", "text", "text");
    private static final String NOTIFICATION = "n.id, n.title, n.body, n.channels, n.data, n.created_at";

    /** All of it in one statement; a user who comes several times gets as many numbers. */
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
                SELECT user_id, delivery_id, title, body, channels, CAST(data AS json), ? FROM input ORDER BY n
                RETURNING id, delivery_id
            ), placed AS (
                SELECT i.n, i.user_id, a.id, f.seq - i.c + i.k AS seq, f.unread - i.c + i.k AS unread
                FROM numbered i JOIN feed f ON f.user_id = i.user_id JOIN added a ON a.delivery_id = i.delivery_id
            ), logged AS (
                INSERT INTO admin_notification_events (user_id, seq, kind, notification_id, unread, created_at)
                SELECT user_id, seq, 'notification', id, unread, ? FROM placed
            )
            SELECT id, seq, unread FROM placed ORDER BY n""";

    /** The same for one: half the work of planning. */
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

    // One by one, with statements that every kind of database has.
    private static final String AT = "SELECT seq, unread FROM admin_notification_feeds WHERE user_id = ?";
    private static final String BEGIN = "INSERT INTO admin_notification_feeds (seq, unread, user_id) VALUES (?, ?, ?)";
    private static final String MOVE = "UPDATE admin_notification_feeds SET seq = ?, unread = ? WHERE user_id = ?";
    private static final String ADD =
            "INSERT INTO admin_notifications (user_id, delivery_id, title, body, channels, data, created_at)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?)";
    private static final String LOG =
            "INSERT INTO admin_notification_events (user_id, seq, kind, notification_id, unread, created_at)"
                    + " VALUES (?, ?, ?, ?, ?, ?)";

    private final Database database;
    private final SqlFragments sql;
    private final Optional<String> appendAll; // where all of it fits in one statement
    private final String at;
    private final String add;
    private final String read;
    private final String unread;

    public JdbcFeeds(Database database) {
        this.database = database;
        this.sql = database.kind().sql();
        this.appendAll = sql.rowsOfArrays(TYPES).map(rows -> APPEND.replace("ROWS", rows));
        this.at = AT + sql.forUpdate();
        this.add = sql.insertWithId(ADD);
        this.read = "is_read = " + sql.literal(true);
        this.unread = sql.isFalse("is_read");
    }

    @Override
    public List<FeedEvent.Notified> append(List<Entry> entries, Instant now) {
        Instant moment = now.truncatedTo(ChronoUnit.MICROS);
        return database.change(session -> {
            if (appendAll.isEmpty()) {
                return appendEach(session, entries, moment);
            }
            return entries.size() == 1
                    ? List.of(appendOne(session, entries.getFirst(), moment))
                    : appendAll(session, appendAll.get(), entries, moment);
        });
    }

    private FeedEvent.Notified appendOne(Session session, Entry entry, Instant now) throws SQLException {
        try (Session.Prepared prepared = session.prepare(APPEND_ONE)) {
            PreparedStatement statement = prepared.statement();
            statement.setString(1, entry.user().id());
            notification(statement, 2, entry, now);
            statement.setString(9, entry.user().id());
            statement.setObject(10, sql.parameter(now));
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return notified(entry, rows.getLong(1), rows.getLong(2), rows.getLong(3), now);
            }
        }
    }

    private void notification(PreparedStatement statement, int at, Entry entry, Instant now) throws SQLException {
        statement.setString(at, entry.user().id());
        statement.setObject(at + 1, sql.parameter(entry.deliveryId()));
        statement.setString(at + 2, entry.title());
        statement.setString(at + 3, entry.body());
        statement.setString(at + 4, Binding.channels(entry.channels()));
        sql.setJson(statement, at + 5, entry.data());
        statement.setObject(at + 6, sql.parameter(now));
    }

    private List<FeedEvent.Notified> appendAll(Session session, String query, List<Entry> entries, Instant now)
            throws SQLException {
        Binding.Table table = new Binding.Table(entries.size(), TYPES);
        for (Entry entry : entries) {
            table.row(
                    entry.user().id(),
                    entry.deliveryId(),
                    entry.title(),
                    entry.body(),
                    Binding.channels(entry.channels()),
                    entry.data().map(Object::toString).orElse(null));
        }
        List<FeedEvent.Notified> events = new ArrayList<>(entries.size());
        try (Session.Prepared prepared = session.prepare(query)) {
            PreparedStatement statement = prepared.statement();
            int at = table.bind(statement, 1);
            statement.setObject(at, sql.parameter(now));
            statement.setObject(at + 1, sql.parameter(now));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    events.add(notified(
                            entries.get(events.size()), rows.getLong(1), rows.getLong(2), rows.getLong(3), now));
                }
            }
        }
        return events;
    }

    private List<FeedEvent.Notified> appendEach(Session session, List<Entry> entries, Instant now) throws SQLException {
        List<FeedEvent.Notified> events = new ArrayList<>(entries.size());
        Object moment = sql.parameter(now);
        try (Session.Prepared at = session.prepare(this.at);
                Session.Prepared begin = session.prepare(BEGIN);
                Session.Prepared move = session.prepare(MOVE);
                Session.Prepared add = session.prepare(this.add);
                Session.Prepared log = session.prepare(LOG)) {
            for (Entry entry : entries) {
                Position position = up(entry.user(), at.statement(), begin.statement(), move.statement());
                notification(add.statement(), 1, entry, now);
                long id = sql.insertWithId(session, add.statement());
                FeedEvent.Notified event = notified(entry, id, position.seq(), position.unread(), now);
                log(log.statement(), entry.user(), event, moment);
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

    private static FeedEvent.Notified notified(Entry entry, long id, long seq, long unread, Instant now) {
        return new FeedEvent.Notified(
                seq, unread, new Notification(id, entry.title(), entry.body(), entry.channels(), entry.data(), now));
    }

    private static void log(PreparedStatement statement, Addressee user, FeedEvent event, Object moment)
            throws SQLException {
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
            case FeedEvent.AllRead all -> {
                statement.setString(3, "read_all");
                statement.setNull(4, java.sql.Types.BIGINT);
            }
        }
        statement.setLong(5, event.unread());
        statement.setObject(6, moment);
        statement.executeUpdate();
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
            List<FeedEvent> events = new ArrayList<>();
            try (Session.Prepared prepared =
                    session.prepare("SELECT e.seq, e.unread, e.kind, e.notification_id, " + NOTIFICATION
                            + " FROM admin_notification_events e LEFT JOIN admin_notifications n"
                            + " ON e.kind = 'notification' AND n.id = e.notification_id"
                            + " WHERE e.user_id = ? AND e.seq > ? AND e.seq <= ? ORDER BY e.seq LIMIT ?")) {
                PreparedStatement statement = prepared.statement();
                statement.setString(1, user.id());
                statement.setLong(2, after);
                statement.setLong(3, to);
                statement.setInt(4, limit);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        long seq = rows.getLong(1);
                        long left = rows.getLong(2);
                        events.add(
                                switch (rows.getString(3)) {
                                    case "notification" -> new FeedEvent.Notified(seq, left, notification(rows, 5));
                                    case "read" -> new FeedEvent.Read(seq, left, rows.getLong(4));
                                    case "read_all" -> new FeedEvent.AllRead(seq, left);
                                    default -> throw new IllegalStateException("an event of unknown kind");
                                });
                    }
                }
            }
            return events;
        });
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
    public List<Item> list(Addressee user, OptionalLong before, boolean unreadOnly, int limit) {
        return database.read(session -> {
            List<Item> items = new ArrayList<>();
            try (Session.Prepared prepared = session.prepare("SELECT " + NOTIFICATION
                    + ", n.read_at FROM admin_notifications n WHERE n.user_id = ? AND n.id < ?"
                    + (unreadOnly ? " AND " + unread : "") + " ORDER BY n.id DESC LIMIT ?")) {
                PreparedStatement statement = prepared.statement();
                statement.setString(1, user.id());
                statement.setLong(2, before.orElse(Long.MAX_VALUE));
                statement.setInt(3, limit);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        items.add(new Item(notification(rows, 1), DeliveryStatus.SENT, sql.moment(rows, 7)));
                    }
                }
            }
            return items;
        });
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
        try (Session.Prepared log = session.prepare(LOG)) {
            log(log.statement(), user, event, moment);
        }
        return new Marked(event.unread(), Optional.of(event));
    }

    /** Where the feed is, and stays until the transaction's end. */
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
        try (Session.Prepared prepared = session.prepare(MOVE)) {
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
                "DELETE FROM admin_notification_events WHERE (user_id, seq) IN (SELECT user_id, seq"
                        + " FROM admin_notification_events WHERE created_at < ? ORDER BY created_at LIMIT " + limit
                        + sql.forUpdate() + sql.skipLocked() + ")",
                sql.parameter(before)));
    }

    @Override
    public void forget(Addressee user) {
        for (String table : List.of("admin_notification_feeds", "admin_notification_events", "admin_notifications")) {
            database.execute(execute -> execute.delete("DELETE FROM " + table + " WHERE user_id = ?", user.id()));
        }
    }
}
