package dev.hexadmin.persistence.notifications;

import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeadLetter;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Destination;
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
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** The tables {@code admin_notification_logs} and {@code admin_notification_contents}. */
public final class JdbcOutbox implements Outbox {
    private static final int BATCH = 1_000;
    private static final String CLAIMED = "SELECT l.id, l.delivery_id, l.batch_id, l.position, l.user_id,"
            + " l.notification_id, l.channel, l.recipient, l.status, l.attempts, l.provider, l.message_id, l.fallback_of,"
            + " l.created_at, l.updated_at, k.title, k.body, k.parts, k.data, k.traceparent, l.error FROM admin_notification_logs l%s"
            + " LEFT JOIN admin_notification_contents k ON k.delivery_id = l.delivery_id";
    private static final int BATCH_OF_RECEIVERS = 64;
    /** Leaves out a receiver: an address, or the host of URLs in any case. */
    private static final String OF_RECEIVER =
            " AND NOT (l.recipient = ?" + " OR LOWER(l.recipient) LIKE ?".repeat(4) + ")";

    private static final String SETTLE = "UPDATE admin_notification_logs SET status = ?, provider = ?,"
            + " message_id = ?, error = ?, due_at = ?, updated_at = ?, claimed_by = NULL WHERE id = ? AND delivery_id = ? AND attempts ";
    private static final String RELEASE = "UPDATE admin_notification_logs SET claimed_by = NULL, due_at = ? WHERE ";
    // in order, so that the planner uses the index of due rows for any estimate of their number
    private static final String DUE = "SELECT channel FROM (SELECT channel FROM admin_notification_logs WHERE"
            + " channel = ? AND due_at <= ? ORDER BY due_at LIMIT 1) AS due";

    // the condition on due_at lets the index of due rows serve it
    private static final String BACKLOG = "SELECT channel, COUNT(*), MIN(created_at) FROM admin_notification_logs"
            + " WHERE due_at IS NOT NULL AND status IN ('pending', 'retrying') GROUP BY channel";

    private final Database database;
    private final SqlFragments sql;
    private final OutboxInserts inserts;
    private final DeliveryQueries deliveries;
    private final MonthlyTables months;
    private final String due;
    private final String order;

    public JdbcOutbox(Database database) {
        this.database = database;
        this.sql = database.kind().sql();
        this.inserts = new OutboxInserts(sql);
        this.deliveries = new DeliveryQueries(sql);
        this.months = new MonthlyTables(database);
        this.due = String.format(Locale.ROOT, CLAIMED, sql.onlyBy("admin_notification_logs_due_by_channel"))
                + " WHERE l.channel = ? AND l.due_at <= ?";
        this.order = " ORDER BY l.due_at LIMIT ?" + database.kind().dialect().lock("l") + sql.skipLocked();
    }

    @Override
    public List<Long> append(List<NewDelivery> rows, List<StoredMessage> messages, Instant now) {
        return database.change(session -> {
            inserts.messages(session, messages, rows);
            return inserts.rows(session, rows, now);
        });
    }

    @Override
    public Set<Channel> due(Collection<Channel> channels, Instant now) {
        if (channels.isEmpty()) {
            return Set.of();
        }
        return database.read(session -> {
            Set<Channel> due = new HashSet<>();
            String each = DUE + (" UNION ALL " + DUE).repeat(channels.size() - 1);
            try (Session.Prepared prepared = session.prepare(each)) {
                int at = 1;
                for (Channel channel : channels) {
                    prepared.statement().setString(at++, channel.word());
                    prepared.statement().setObject(at++, sql.parameter(now));
                }
                try (ResultSet rows = prepared.statement().executeQuery()) {
                    while (rows.next()) {
                        due.add(new Channel(rows.getString(1)));
                    }
                }
            }
            return due;
        });
    }

    @Override
    public Map<Channel, Backlog> backlog() {
        return database.read(session -> {
            Map<Channel, Backlog> waiting = new HashMap<>();
            try (Session.Prepared prepared = session.prepare(BACKLOG);
                    ResultSet rows = prepared.statement().executeQuery()) {
                while (rows.next()) {
                    waiting.put(
                            new Channel(rows.getString(1)), new Backlog(rows.getLong(2), Binding.moment(sql, rows, 3)));
                }
            }
            return waiting;
        });
    }

    @Override
    public List<ClaimedDelivery> claim(UUID server, Capacity capacity, Instant now, Instant lease) {
        return database.change(session -> {
            List<ClaimedDelivery> due = capacity.choose(due(session, capacity, now));
            if (due.isEmpty()) {
                return due;
            }
            List<Long> ids = due.stream().map(ClaimedDelivery::id).toList();
            List<UUID> deliveries =
                    due.stream().map(row -> row.delivery().id()).toList(); // tell the partitions of the rows
            try (Session.Prepared prepared = session.prepare("UPDATE admin_notification_logs" + sql.onlyBy("PRIMARY")
                    + " SET due_at = ?, claimed_by = ? WHERE delivery_id BETWEEN ? AND ? AND id "
                    + sql.oneOf(ids.size()))) {
                prepared.statement().setObject(1, sql.parameter(lease));
                prepared.statement().setObject(2, sql.parameter(server));
                prepared.statement().setObject(3, sql.parameter(TimeOrderedIds.least(deliveries)));
                prepared.statement().setObject(4, sql.parameter(TimeOrderedIds.greatest(deliveries)));
                sql.setOneOf(prepared.statement(), 5, "bigint", ids);
                prepared.statement().executeUpdate();
            }
            return due;
        });
    }

    /** The first due rows, which may be more than can start, but not only such that cannot. */
    private List<ClaimedDelivery> due(Session session, Capacity capacity, Instant now) throws SQLException {
        Set<String> busy = capacity.busy();
        String query = due
                + (capacity.statusRequests() == 0 ? " AND l.status <> 'sent'" : "")
                + OF_RECEIVER.repeat(busy.size())
                + order;
        int limit = capacity.attempts() + capacity.statusRequests();
        List<ClaimedDelivery> due = new ArrayList<>();
        try (Session.Prepared prepared = session.prepare(query)) {
            PreparedStatement statement = prepared.statement();
            int at = 1;
            statement.setString(at++, capacity.channel().word());
            statement.setObject(at++, sql.parameter(now));
            for (String receiver : busy) {
                statement.setString(at++, receiver);
                for (String end : List.of("", ":%", "/%", "?%")) {
                    statement.setString(at++, "%://" + receiver + end);
                }
            }
            statement.setInt(at, capacity.ofReceiver().isEmpty() ? limit : Math.max(limit, BATCH_OF_RECEIVERS));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    due.add(claimed(rows));
                }
            }
        }
        return due;
    }

    @Override
    public boolean begin(UUID server, ClaimedDelivery claimed, Instant lease) {
        return database.change(session -> {
            try (Session.Prepared prepared = session.prepare(
                    "UPDATE admin_notification_logs SET attempts = attempts + 1, claimed_by = NULL,"
                            + " due_at = ? WHERE id = ? AND delivery_id = ? AND claimed_by = ? AND status IN ('pending', 'retrying')")) {
                prepared.statement().setObject(1, sql.parameter(lease));
                prepared.statement().setLong(2, claimed.id());
                prepared.statement()
                        .setObject(3, sql.parameter(claimed.delivery().id()));
                prepared.statement().setObject(4, sql.parameter(server));
                return prepared.statement().executeUpdate() == 1;
            }
        });
    }

    @Override
    public int release(UUID server, Instant now) {
        return database.change(session -> {
            try (Session.Prepared prepared = session.prepare(RELEASE + "claimed_by = ?")) {
                prepared.statement().setObject(1, sql.parameter(now));
                prepared.statement().setObject(2, sql.parameter(server));
                return prepared.statement().executeUpdate();
            }
        });
    }

    @Override
    public int release(UUID server, Collection<Long> ids, Instant now) {
        List<Long> all = List.copyOf(ids);
        return database.change(session -> {
            try (Session.Prepared prepared =
                    session.prepare(RELEASE + "claimed_by = ? AND id " + sql.oneOf(all.size()))) {
                prepared.statement().setObject(1, sql.parameter(now));
                prepared.statement().setObject(2, sql.parameter(server));
                sql.setOneOf(prepared.statement(), 3, "bigint", all);
                return prepared.statement().executeUpdate();
            }
        });
    }

    @Override
    public int releaseAbandoned(Instant now) {
        return database.change(session -> {
            try (Session.Prepared prepared = session.prepare(RELEASE + "claimed_by IS NOT NULL AND NOT EXISTS"
                    + " (SELECT 1 FROM admin_servers s WHERE s.id = admin_notification_logs.claimed_by)")) {
                prepared.statement().setObject(1, sql.parameter(now));
                return prepared.statement().executeUpdate();
            }
        });
    }

    private ClaimedDelivery claimed(ResultSet rows) throws SQLException {
        Optional<String> body = Binding.optionalText(rows, 17);
        return new ClaimedDelivery(
                rows.getLong(1),
                new DeliveryReference(
                        Binding.uuid(rows, 2),
                        Binding.optionalUuid(rows, 3),
                        rows.getInt(4),
                        Binding.optionalWhole(rows, 6)),
                new Destination(new Addressee(rows.getString(5)), new Channel(rows.getString(7)), rows.getString(8)),
                Binding.optionalText(rows, 13).map(Channel::new),
                new Progress(
                        DeliveryStatus.of(rows.getString(9)),
                        rows.getInt(10),
                        Binding.optionalText(rows, 11),
                        Binding.optionalText(rows, 12),
                        Binding.optionalText(rows, 21)),
                body.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Payload(
                                Binding.content(rows, 16),
                                Binding.optionalJson(rows, 19),
                                Binding.optionalText(rows, 20))),
                Binding.moment(sql, rows, 14),
                Binding.moment(sql, rows, 15));
    }

    @Override
    public boolean settle(ClaimedDelivery claimed, Settlement settlement, Instant now) {
        // a row that stays sent keeps its time
        boolean asked = claimed.status() == DeliveryStatus.SENT && settlement.status() == DeliveryStatus.SENT;
        boolean sent =
                claimed.status() != DeliveryStatus.SENT && settlement.status().success();
        return database.change(session -> {
            try (Session.Prepared prepared = session.prepare(
                    SETTLE + (sent ? ">= ? AND status IN ('pending', 'retrying')" : "= ? AND status = ?"))) {
                PreparedStatement statement = prepared.statement();
                statement.setString(1, settlement.status().word());
                Binding.text(statement, 2, settlement.provider());
                Binding.text(statement, 3, settlement.messageId());
                Binding.text(statement, 4, settlement.error());
                sql.setMoment(statement, 5, settlement.dueAt());
                statement.setObject(6, sql.parameter(asked ? claimed.sentAt() : now));
                statement.setLong(7, claimed.id());
                statement.setObject(8, sql.parameter(claimed.delivery().id()));
                statement.setInt(9, claimed.attempts());
                if (!sent) {
                    statement.setString(10, claimed.status().word());
                }
                return statement.executeUpdate() == 1;
            }
        });
    }

    @Override
    public Optional<StoredMessage> hold(UUID deliveryId) {
        return database.change(session -> {
            try (Session.Prepared prepared = session.prepare("SELECT title, body, parts, addresses, channels,"
                    + " fallbacks, data, traceparent FROM admin_notification_contents WHERE delivery_id = ?"
                    + sql.forUpdate())) {
                prepared.statement().setObject(1, sql.parameter(deliveryId));
                try (ResultSet rows = prepared.statement().executeQuery()) {
                    if (!rows.next()) {
                        return Optional.empty();
                    }
                    return Optional.of(new StoredMessage(
                            deliveryId,
                            Binding.content(rows, 1),
                            Binding.addresses(rows.getString(4)),
                            Binding.channels(rows.getString(5)),
                            Binding.channels(rows.getString(6)),
                            Binding.optionalJson(rows, 7),
                            Binding.optionalText(rows, 8)));
                }
            }
        });
    }

    @Override
    public Set<Channel> channels(UUID deliveryId) {
        return database.read(session -> {
            Set<Channel> channels = new HashSet<>();
            try (Session.Prepared prepared =
                    session.prepare("SELECT channel FROM admin_notification_logs WHERE delivery_id = ?")) {
                prepared.statement().setObject(1, sql.parameter(deliveryId));
                try (ResultSet rows = prepared.statement().executeQuery()) {
                    while (rows.next()) {
                        channels.add(new Channel(rows.getString(1)));
                    }
                }
            }
            return channels;
        });
    }

    @Override
    public Optional<Delivery> delivery(UUID id) {
        return database.read(session -> deliveries.delivery(session, id));
    }

    @Override
    public List<Delivery> batch(UUID id) {
        return database.read(session -> deliveries.batch(session, id));
    }

    @Override
    public List<DeadLetter> failed(OptionalLong before, int limit) {
        return database.read(session -> deliveries.failed(session, before, limit));
    }

    @Override
    public int retry(Collection<Long> ids, Instant now) {
        List<Long> all = List.copyOf(ids);
        return database.change(session -> {
            try (Session.Prepared prepared = session.prepare("UPDATE admin_notification_logs SET status = 'pending',"
                    + " attempts = 0, due_at = ?, error = NULL, message_id = NULL, updated_at = ? WHERE status = 'failed'"
                    + " AND delivery_id IN (SELECT delivery_id FROM"
                    + " admin_notification_contents) AND id " + sql.oneOf(all.size()))) {
                prepared.statement().setObject(1, sql.parameter(now));
                prepared.statement().setObject(2, sql.parameter(now));
                sql.setOneOf(prepared.statement(), 3, "bigint", all);
                return prepared.statement().executeUpdate();
            }
        });
    }

    @Override
    public Optional<ClaimedDelivery> sent(String provider, String messageId) {
        return database.read(session -> {
            try (Session.Prepared prepared = session.prepare(String.format(Locale.ROOT, CLAIMED, "")
                    + " WHERE l.message_id = ? AND l.provider = ? AND l.status = 'sent'")) {
                prepared.statement().setString(1, messageId);
                prepared.statement().setString(2, provider);
                try (ResultSet rows = prepared.statement().executeQuery()) {
                    return rows.next() ? Optional.of(claimed(rows)) : Optional.empty();
                }
            }
        });
    }

    @Override
    public void prune(Instant before) {
        if (months.exist()) {
            months.drop(MonthlyTable.DELIVERIES, before);
            months.drop(MonthlyTable.CONTENTS, before);
            return;
        }
        // ids grow with time: the oldest are found without an index of times
        String oldest = "SELECT id FROM (SELECT id, created_at FROM admin_notification_logs ORDER BY id LIMIT " + BATCH
                + ") AS o WHERE created_at < ?";
        String contents = sql.deleteSelected(
                "admin_notification_contents",
                "delivery_id",
                "SELECT DISTINCT l.delivery_id FROM admin_notification_logs l JOIN (" + oldest
                        + ") AS old ON old.id = l.id");
        String rows = sql.deleteSelected("admin_notification_logs", "id", oldest);
        int deleted;
        do {
            deleted = database.write(scope -> database.change(session -> {
                deleted(session, contents, before);
                return deleted(session, rows, before);
            }));
        } while (deleted == BATCH);
    }

    private int deleted(Session session, String query, Instant before) throws SQLException {
        try (Session.Prepared prepared = session.prepare(query)) {
            prepared.statement().setObject(1, sql.parameter(before));
            return prepared.statement().executeUpdate();
        }
    }

    @Override
    public void forget(Addressee user, Instant now) {
        database.execute(execute -> execute.update(
                "UPDATE admin_notification_logs SET due_at = NULL, claimed_by = NULL, error = 'The user is gone.',"
                        + " updated_at = ?, status = CASE WHEN status IN ('pending', 'retrying') THEN 'skipped' ELSE"
                        + " status END WHERE due_at IS NOT NULL AND user_id = ?",
                sql.parameter(now),
                user.id()));
        database.execute(
                execute -> execute.delete("DELETE FROM admin_notification_contents WHERE user_id = ?", user.id()));
    }
}
