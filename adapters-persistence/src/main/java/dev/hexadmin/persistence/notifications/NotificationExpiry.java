package dev.hexadmin.persistence.notifications;

import dev.hexadmin.persistence.database.MonthlyTable;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.jdbc.MonthlyTables;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Deletes old notifications, and lowers the number of unread ones in their feeds. Where the table has partitions, only unread
 * rows are deleted one by one, before their partition is dropped.
 */
final class NotificationExpiry {
    private static final int BATCH = 1_000;
    private static final String OLD = "SELECT user_id, id FROM (SELECT user_id, id, created_at FROM admin_notifications"
            + " ORDER BY id LIMIT " + BATCH + ") AS o WHERE created_at < ?";

    private final Database database;
    private final SqlFragments sql;
    private final MonthlyTables months;
    private final String unread;
    private final String unreadBefore;

    NotificationExpiry(Database database) {
        this.database = database;
        this.sql = database.kind().sql();
        this.months = new MonthlyTables(database);
        this.unread = sql.isFalse("is_read");
        this.unreadBefore = "SELECT user_id, id FROM admin_notifications WHERE id < ? AND " + unread
                + " ORDER BY user_id, id LIMIT " + BATCH;
    }

    void run(Instant before) {
        if (!months.exist()) {
            delete(OLD, sql.parameter(before));
            return;
        }
        OptionalLong end = months.endOfPast(MonthlyTable.NOTIFICATIONS, before);
        if (end.isPresent()) {
            delete(unreadBefore, end.getAsLong());
            months.drop(MonthlyTable.NOTIFICATIONS, before);
        }
    }

    private void delete(String query, Object limit) {
        int deleted;
        do {
            deleted = database.write(scope -> database.change(session -> deleteBatch(session, query, limit)));
        } while (deleted == BATCH && !Thread.currentThread().isInterrupted());
    }

    private int deleteBatch(Session session, String query, Object limit) throws SQLException {
        Set<String> users = new TreeSet<>();
        List<Long> ids = new ArrayList<>();
        try (Session.Prepared prepared = session.prepare(query)) {
            prepared.statement().setObject(1, limit);
            try (ResultSet rows = prepared.statement().executeQuery()) {
                while (rows.next()) {
                    users.add(rows.getString(1));
                    ids.add(rows.getLong(2));
                }
            }
        }
        if (ids.isEmpty()) {
            return 0;
        }
        lock(session, List.copyOf(users));
        lower(session, ids);
        try (Session.Prepared prepared =
                session.prepare("DELETE FROM admin_notifications WHERE id " + sql.oneOf(ids.size()))) {
            sql.setOneOf(prepared.statement(), 1, "bigint", ids);
            prepared.statement().executeUpdate();
        }
        return ids.size();
    }

    /** Nothing is marked in these feeds until the end of the transaction. */
    private void lock(Session session, List<String> users) throws SQLException {
        try (Session.Prepared prepared = session.prepare("SELECT user_id FROM admin_notification_feeds WHERE user_id "
                + sql.oneOf(users.size()) + " ORDER BY user_id" + sql.forUpdate())) {
            sql.setOneOf(prepared.statement(), 1, "text", users);
            prepared.statement().executeQuery().close();
        }
    }

    private void lower(Session session, List<Long> ids) throws SQLException {
        try (Session.Prepared count = session.prepare("SELECT count(*), user_id FROM admin_notifications WHERE id "
                        + sql.oneOf(ids.size()) + " AND " + unread + " GROUP BY user_id");
                Session.Prepared lower =
                        session.prepare("UPDATE admin_notification_feeds SET unread = unread - ? WHERE user_id = ?")) {
            sql.setOneOf(count.statement(), 1, "bigint", ids);
            PreparedStatement update = lower.statement();
            try (ResultSet rows = count.statement().executeQuery()) {
                while (rows.next()) {
                    update.setLong(1, rows.getLong(1));
                    update.setString(2, rows.getString(2));
                    update.addBatch();
                }
            }
            update.executeBatch();
        }
    }
}
