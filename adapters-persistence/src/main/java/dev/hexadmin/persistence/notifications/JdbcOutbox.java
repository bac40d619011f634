package dev.hexadmin.persistence.notifications;

import dev.hexadmin.application.notifications.SendingNotifications.Attempted;
import dev.hexadmin.application.notifications.SendingNotifications.DeadLetter;
import dev.hexadmin.application.notifications.SendingNotifications.Delivery;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/** The tables {@code admin_notification_logs} and {@code admin_notification_contents}. */
public final class JdbcOutbox implements Outbox {
    private static final String COLUMNS =
            "delivery_id, batch_id, position, user_id, notification_id, channel, recipient, status, claimed_by, due_at,"
                    + " error, fallback_of, attempts, created_at, updated_at";
    private static final List<String> TYPES = List.of(
            "uuid", "uuid", "integer", "text", "bigint", "text", "text", "text", "uuid", "timestamptz", "text", "text");
    private static final String ADD =
            "INSERT INTO admin_notification_logs (" + COLUMNS + ") VALUES (" + "?, ".repeat(12) + "0, ?, ?)";
    private static final String ADD_ALL = "INSERT INTO admin_notification_logs (" + COLUMNS + ") SELECT "
            + "t.delivery_id, t.batch_id, t.position, t.user_id, t.notification_id, t.channel, t.recipient, t.status,"
            + " t.claimed_by, t.due_at, t.error, t.fallback_of, 0, ?, ? FROM ROWS AS t (delivery_id, batch_id, position,"
            + " user_id, notification_id, channel, recipient, status, claimed_by, due_at, error, fallback_of, n)"
            + " ORDER BY n RETURNING id, delivery_id, channel";
    private static final String KEEP = "INSERT INTO admin_notification_contents (delivery_id, user_id, title, body,"
            + " sms_body, email_subject, email_html, addresses, channels, fallbacks, data) VALUES ("
            + "?, ".repeat(10) + "?)";
    private static final String CLAIMED = "SELECT l.id, l.delivery_id, l.batch_id, l.position, l.user_id,"
            + " l.notification_id, l.channel, l.recipient, l.status, l.attempts, l.provider, l.message_id,"
            + " l.fallback_of, l.created_at, l.updated_at, k.title, k.body, k.sms_body, k.email_subject, k.email_html,"
            + " k.data FROM admin_notification_logs l LEFT JOIN admin_notification_contents k ON k.delivery_id = l.delivery_id";
    private static final String SETTLE = "UPDATE admin_notification_logs SET status = ?, provider = ?,"
            + " message_id = ?, error = ?, due_at = ?, updated_at = ?, claimed_by = NULL WHERE id = ? AND attempts ";
    private static final String RELEASE = "UPDATE admin_notification_logs SET claimed_by = NULL, due_at = ? WHERE ";
    // in order, so that the index of due rows is used whatever the planner thinks of their number
    private static final String DUE = "SELECT channel FROM (SELECT channel FROM admin_notification_logs WHERE"
            + " channel = ? AND due_at <= ? ORDER BY due_at LIMIT 1) AS due";
    private static final String DELIVERY = "SELECT delivery_id, batch_id, user_id, notification_id, created_at, id,"
            + " channel, provider, status, message_id, error, fallback_of, attempts FROM admin_notification_logs";

    private final Database database;
    private final SqlFragments sql;
    private final Optional<String> addAll; // where all rows fit in one statement
    private final String lockDue;
    private final String add;

    public JdbcOutbox(Database database) {
        this.database = database;
        this.sql = database.kind().sql();
        this.addAll = sql.rowsOfArrays(TYPES).map(rows -> ADD_ALL.replace("ROWS", rows));
        this.add = sql.insertWithId(ADD);
        this.lockDue = database.kind().dialect().lock("l") + sql.skipLocked();
    }

    @Override
    public List<Long> append(List<NewRow> rows, List<Kept> kept, Instant now) {
        return database.change(session -> {
            keep(session, kept, rows);
            return addAll.isEmpty() || rows.size() == 1
                    ? addEach(session, rows, now)
                    : addAll(session, addAll.get(), rows, now);
        });
    }

    private List<Long> addEach(Session session, List<NewRow> rows, Instant now) throws SQLException {
        List<Long> ids = new ArrayList<>(rows.size());
        Object moment = sql.parameter(now);
        try (Session.Prepared prepared = session.prepare(add)) {
            PreparedStatement statement = prepared.statement();
            for (NewRow row : rows) {
                statement.setObject(1, sql.parameter(row.deliveryId()));
                sql.setUuid(statement, 2, row.batchId());
                statement.setInt(3, row.position());
                statement.setString(4, row.user().id());
                Binding.whole(statement, 5, row.notificationId());
                statement.setString(6, row.channel().word());
                statement.setString(7, row.recipient());
                statement.setString(8, row.status().word());
                sql.setUuid(statement, 9, row.claimedBy());
                sql.setMoment(statement, 10, row.dueAt());
                Binding.text(statement, 11, row.error());
                Binding.text(statement, 12, row.fallbackOf().map(Channel::word));
                statement.setObject(13, moment);
                statement.setObject(14, moment);
                ids.add(sql.insertWithId(session, statement));
            }
        }
        return ids;
    }

    /** Where a row is in the answer of the database, which need not keep an order. */
    private record Place(UUID deliveryId, Channel channel) {}

    private List<Long> addAll(Session session, String query, List<NewRow> rows, Instant now) throws SQLException {
        Binding.Table table = new Binding.Table(rows.size(), TYPES);
        for (NewRow row : rows) {
            table.row(
                    row.deliveryId(),
                    row.batchId().orElse(null),
                    row.position(),
                    row.user().id(),
                    row.notificationId().isPresent() ? row.notificationId().getAsLong() : null,
                    row.channel().word(),
                    row.recipient(),
                    row.status().word(),
                    row.claimedBy().orElse(null),
                    row.dueAt().map(Instant::toString).orElse(null),
                    row.error().orElse(null),
                    row.fallbackOf().map(Channel::word).orElse(null));
        }
        Map<Place, Long> ids = HashMap.newHashMap(rows.size());
        try (Session.Prepared prepared = session.prepare(query)) {
            PreparedStatement statement = prepared.statement();
            statement.setObject(1, sql.parameter(now));
            statement.setObject(2, sql.parameter(now));
            table.bind(statement, 3);
            try (ResultSet added = statement.executeQuery()) {
                while (added.next()) {
                    ids.put(new Place(Binding.uuid(added, 2), new Channel(added.getString(3))), added.getLong(1));
                }
            }
        }
        List<Long> inOrder = new ArrayList<>(rows.size());
        for (NewRow row : rows) {
            inOrder.add(ids.getOrDefault(new Place(row.deliveryId(), row.channel()), 0L));
        }
        return inOrder;
    }

    private void keep(Session session, List<Kept> kept, List<NewRow> rows) throws SQLException {
        if (kept.isEmpty()) {
            return;
        }
        Map<UUID, String> users = new HashMap<>();
        rows.forEach(row -> users.put(row.deliveryId(), row.user().id()));
        try (Session.Prepared prepared = session.prepare(KEEP)) {
            PreparedStatement statement = prepared.statement();
            for (Kept each : kept) {
                statement.setObject(1, sql.parameter(each.deliveryId()));
                statement.setString(2, users.get(each.deliveryId()));
                statement.setString(3, each.content().title());
                statement.setString(4, each.content().body());
                Binding.text(statement, 5, each.content().smsBody());
                Binding.text(statement, 6, each.content().emailSubject());
                Binding.text(statement, 7, each.content().emailHtml());
                statement.setString(8, Binding.addresses(each.addresses()));
                statement.setString(9, Binding.channels(each.channels()));
                statement.setString(10, Binding.channels(each.fallbacks()));
                sql.setJson(statement, 11, each.data());
                statement.addBatch();
            }
            statement.executeBatch();
        }
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
    public List<Claimed> claim(UUID server, Channel channel, Instant now, Instant lease, int limit) {
        return database.change(session -> {
            List<Claimed> due = new ArrayList<>();
            try (Session.Prepared prepared = session.prepare(
                    CLAIMED + " WHERE l.channel = ? AND l.due_at <= ? ORDER BY l.due_at LIMIT ?" + lockDue)) {
                prepared.statement().setString(1, channel.word());
                prepared.statement().setObject(2, sql.parameter(now));
                prepared.statement().setInt(3, limit);
                try (ResultSet rows = prepared.statement().executeQuery()) {
                    while (rows.next()) {
                        due.add(claimed(rows));
                    }
                }
            }
            if (due.isEmpty()) {
                return due;
            }
            List<Long> ids = due.stream().map(Claimed::id).toList();
            try (Session.Prepared prepared =
                    session.prepare("UPDATE admin_notification_logs SET due_at = ?, claimed_by = ? WHERE id "
                            + sql.oneOf(ids.size()))) {
                prepared.statement().setObject(1, sql.parameter(lease));
                prepared.statement().setObject(2, sql.parameter(server));
                sql.setOneOf(prepared.statement(), 3, "bigint", ids);
                prepared.statement().executeUpdate();
            }
            return due;
        });
    }

    @Override
    public boolean begin(UUID server, Claimed claimed, Instant lease) {
        return database.change(session -> {
            try (Session.Prepared prepared =
                    session.prepare("UPDATE admin_notification_logs SET attempts = attempts + 1, claimed_by = NULL,"
                            + " due_at = ? WHERE id = ? AND claimed_by = ? AND status IN ('pending', 'retrying')")) {
                prepared.statement().setObject(1, sql.parameter(lease));
                prepared.statement().setLong(2, claimed.id());
                prepared.statement().setObject(3, sql.parameter(server));
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

    private Claimed claimed(ResultSet rows) throws SQLException {
        Optional<String> body = Binding.optionalText(rows, 17);
        return new Claimed(
                rows.getLong(1),
                Binding.uuid(rows, 2),
                Binding.optionalUuid(rows, 3),
                rows.getInt(4),
                new Addressee(rows.getString(5)),
                Binding.optionalWhole(rows, 6),
                new Channel(rows.getString(7)),
                rows.getString(8),
                DeliveryStatus.of(rows.getString(9)),
                rows.getInt(10),
                Binding.optionalText(rows, 11),
                Binding.optionalText(rows, 12),
                Binding.optionalText(rows, 13).map(Channel::new),
                body.isEmpty() ? Optional.empty() : Optional.of(content(rows, 16)),
                Binding.optionalJson(rows, 21),
                Binding.moment(sql, rows, 14),
                Binding.moment(sql, rows, 15));
    }

    private static Content content(ResultSet rows, int column) throws SQLException {
        return new Content(
                rows.getString(column),
                rows.getString(column + 1),
                Binding.optionalText(rows, column + 2),
                Binding.optionalText(rows, column + 3),
                Binding.optionalText(rows, column + 4));
    }

    @Override
    public boolean settle(Claimed claimed, Settlement settlement, Instant now) {
        // a row that is still sent keeps the time it was
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
                statement.setInt(8, claimed.attempts());
                if (!sent) {
                    statement.setString(9, claimed.status().word());
                }
                return statement.executeUpdate() == 1;
            }
        });
    }

    @Override
    public Optional<Kept> hold(UUID deliveryId) {
        return database.change(session -> {
            try (Session.Prepared prepared = session.prepare("SELECT title, body, sms_body, email_subject, email_html,"
                    + " addresses, channels, fallbacks, data FROM admin_notification_contents WHERE delivery_id = ?"
                    + sql.forUpdate())) {
                prepared.statement().setObject(1, sql.parameter(deliveryId));
                try (ResultSet rows = prepared.statement().executeQuery()) {
                    if (!rows.next()) {
                        return Optional.empty();
                    }
                    return Optional.of(new Kept(
                            deliveryId,
                            content(rows, 1),
                            Binding.addresses(rows.getString(6)),
                            Binding.channels(rows.getString(7)),
                            Binding.channels(rows.getString(8)),
                            Binding.optionalJson(rows, 9)));
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
        return deliveries(DELIVERY + " WHERE delivery_id = ? ORDER BY id", id).stream()
                .findFirst();
    }

    @Override
    public List<Delivery> batch(UUID id) {
        return deliveries(DELIVERY + " WHERE batch_id = ? ORDER BY position, id", id);
    }

    private List<Delivery> deliveries(String query, UUID id) {
        return database.read(session -> {
            Map<UUID, Delivery> deliveries = new LinkedHashMap<>();
            try (Session.Prepared prepared = session.prepare(query)) {
                prepared.statement().setObject(1, sql.parameter(id));
                try (ResultSet rows = prepared.statement().executeQuery()) {
                    while (rows.next()) {
                        deliveries.merge(Binding.uuid(rows, 1), delivery(rows), JdbcOutbox::together);
                    }
                }
            }
            return List.copyOf(deliveries.values());
        });
    }

    private Delivery delivery(ResultSet rows) throws SQLException {
        return new Delivery(
                Binding.uuid(rows, 1),
                Binding.optionalUuid(rows, 2),
                new Addressee(rows.getString(3)),
                Binding.optionalWhole(rows, 4),
                List.of(new Attempted(
                        rows.getLong(6),
                        new Channel(rows.getString(7)),
                        Binding.optionalText(rows, 8),
                        DeliveryStatus.of(rows.getString(9)),
                        Binding.optionalText(rows, 10),
                        Binding.optionalText(rows, 11),
                        Binding.optionalText(rows, 12).map(Channel::new),
                        rows.getInt(13))),
                Binding.moment(sql, rows, 5));
    }

    private static Delivery together(Delivery first, Delivery next) {
        List<Attempted> channels = new ArrayList<>(first.channels());
        channels.addAll(next.channels());
        return new Delivery(
                first.id(),
                first.batchId(),
                first.user(),
                first.notificationId().isPresent() ? first.notificationId() : next.notificationId(),
                channels,
                first.createdAt());
    }

    @Override
    public List<DeadLetter> failed(OptionalLong before, int limit) {
        return database.read(session -> {
            List<DeadLetter> failed = new ArrayList<>();
            try (Session.Prepared prepared = session.prepare("SELECT id, delivery_id, user_id, channel, recipient,"
                    + " provider, attempts, error, created_at, updated_at FROM admin_notification_logs"
                    + " WHERE status = 'failed' AND id < ? ORDER BY id DESC LIMIT ?")) {
                prepared.statement().setLong(1, before.orElse(Long.MAX_VALUE));
                prepared.statement().setInt(2, limit);
                try (ResultSet rows = prepared.statement().executeQuery()) {
                    while (rows.next()) {
                        failed.add(new DeadLetter(
                                rows.getLong(1),
                                Binding.uuid(rows, 2),
                                new Addressee(rows.getString(3)),
                                new Channel(rows.getString(4)),
                                rows.getString(5),
                                Binding.optionalText(rows, 6),
                                rows.getInt(7),
                                Binding.optionalText(rows, 8),
                                Binding.moment(sql, rows, 9),
                                Binding.moment(sql, rows, 10)));
                    }
                }
            }
            return failed;
        });
    }

    @Override
    public int retry(Collection<Long> ids, Instant now) {
        List<Long> all = List.copyOf(ids);
        return database.change(session -> {
            try (Session.Prepared prepared = session.prepare("UPDATE admin_notification_logs SET status = 'pending',"
                    + " attempts = 0, due_at = ?, error = NULL, message_id = NULL, updated_at = ?"
                    + " WHERE status = 'failed' AND delivery_id IN (SELECT delivery_id FROM admin_notification_contents)"
                    + " AND id " + sql.oneOf(all.size()))) {
                prepared.statement().setObject(1, sql.parameter(now));
                prepared.statement().setObject(2, sql.parameter(now));
                sql.setOneOf(prepared.statement(), 3, "bigint", all);
                return prepared.statement().executeUpdate();
            }
        });
    }

    @Override
    public Optional<Claimed> sent(String provider, String messageId) {
        return database.read(session -> {
            try (Session.Prepared prepared =
                    session.prepare(CLAIMED + " WHERE l.message_id = ? AND l.provider = ? AND l.status = 'sent'")) {
                prepared.statement().setString(1, messageId);
                prepared.statement().setString(2, provider);
                try (ResultSet rows = prepared.statement().executeQuery()) {
                    return rows.next() ? Optional.of(claimed(rows)) : Optional.empty();
                }
            }
        });
    }

    @Override
    public int prune(Instant before, int limit) {
        // ids grow with time: the oldest are found without an index of times
        String oldest = "SELECT id FROM (SELECT id, created_at FROM admin_notification_logs ORDER BY id LIMIT " + limit
                + ") AS o WHERE created_at < ?";
        SqlWork<Integer> contents = session -> deleted(
                session,
                "DELETE FROM admin_notification_contents WHERE delivery_id IN (SELECT delivery_id"
                        + " FROM admin_notification_logs WHERE id IN (" + oldest + "))",
                before);
        SqlWork<Integer> rows =
                session -> deleted(session, "DELETE FROM admin_notification_logs WHERE id IN (" + oldest + ")", before);
        return database.change(contents) + database.change(rows);
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
                "UPDATE admin_notification_logs SET due_at = NULL, claimed_by = NULL, error = 'The user is gone.', updated_at = ?,"
                        + " status = CASE WHEN status IN ('pending', 'retrying') THEN 'skipped' ELSE status END"
                        + " WHERE due_at IS NOT NULL AND user_id = ?",
                sql.parameter(now),
                user.id()));
        database.execute(
                execute -> execute.delete("DELETE FROM admin_notification_contents WHERE user_id = ?", user.id()));
    }
}
