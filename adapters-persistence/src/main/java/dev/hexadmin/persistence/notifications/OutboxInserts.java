package dev.hexadmin.persistence.notifications;

import dev.hexadmin.application.notifications.port.Outbox.NewDelivery;
import dev.hexadmin.application.notifications.port.Outbox.StoredMessage;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** Adds rows to the outbox, and their messages: in one statement where the database has arrays, else row by row. */
final class OutboxInserts {
    private static final String COLUMNS =
            "delivery_id, batch_id, position, user_id, notification_id, channel, recipient, status, claimed_by, due_at,"
                    + " error, fallback_of, attempts, created_at, updated_at";
    private static final List<String> TYPES = List.of(
            "uuid", "uuid", "integer", "text", "bigint", "text", "text", "text", "uuid", "timestamptz", "text", "text");
    private static final String ADD =
            "INSERT INTO admin_notification_logs (" + COLUMNS + ") VALUES (" + "?, ".repeat(12) + "0, ?, ?)";
    private static final String ADD_ALL = """
            INSERT INTO admin_notification_logs (COLUMNS)
            SELECT t.delivery_id, t.batch_id, t.position, t.user_id, t.notification_id, t.channel, t.recipient, t.status,
                t.claimed_by, t.due_at, t.error, t.fallback_of, 0, ?, ?
            FROM ROWS AS t (delivery_id, batch_id, position, user_id, notification_id, channel, recipient, status, claimed_by,
                due_at, error, fallback_of, n)
            ORDER BY n RETURNING id, delivery_id, channel""".replace("COLUMNS", COLUMNS);
    private static final String ADD_MESSAGE =
            "INSERT INTO admin_notification_contents (delivery_id, user_id, title, body,"
                    + " parts, addresses, channels, fallbacks, data, traceparent) VALUES ("
                    + "?, ".repeat(9) + "?)";
    private final SqlFragments sql;
    private final Optional<String> addAll; // where all rows fit in one statement
    private final String add;

    OutboxInserts(SqlFragments sql) {
        this.sql = sql;
        this.addAll = sql.rowsOfArrays(TYPES).map(rows -> ADD_ALL.replace("ROWS", rows));
        this.add = sql.insertWithId(ADD);
    }

    /** Adds rows, and returns their ids in the same order. */
    List<Long> rows(Session session, List<NewDelivery> rows, Instant now) throws SQLException {
        return addAll.isEmpty() || rows.size() == 1
                ? addEach(session, rows, now)
                : addAll(session, addAll.get(), rows, now);
    }

    private List<Long> addEach(Session session, List<NewDelivery> rows, Instant now) throws SQLException {
        List<Long> ids = new ArrayList<>(rows.size());
        Object moment = sql.parameter(now);
        try (Session.Prepared prepared = session.prepare(add)) {
            PreparedStatement statement = prepared.statement();
            for (NewDelivery row : rows) {
                statement.setObject(1, sql.parameter(row.delivery().id()));
                sql.setUuid(statement, 2, row.delivery().batchId());
                statement.setInt(3, row.delivery().position());
                statement.setString(4, row.destination().user().id());
                Binding.whole(statement, 5, row.delivery().notificationId());
                statement.setString(6, row.destination().channel().word());
                statement.setString(7, row.destination().address());
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

    /** The key of a row in the result of the database, which need not keep the order. */
    private record Place(UUID deliveryId, Channel channel) {}

    private List<Long> addAll(Session session, String query, List<NewDelivery> rows, Instant now) throws SQLException {
        Binding.Table table = new Binding.Table(rows.size(), TYPES);
        for (NewDelivery row : rows) {
            OptionalLong notificationId = row.delivery().notificationId();
            table.row(
                    row.delivery().id(),
                    row.delivery().batchId().orElse(null),
                    row.delivery().position(),
                    row.destination().user().id(),
                    notificationId.isPresent() ? notificationId.getAsLong() : null,
                    row.destination().channel().word(),
                    row.destination().address(),
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
        for (NewDelivery row : rows) {
            inOrder.add(ids.getOrDefault(
                    new Place(row.delivery().id(), row.destination().channel()), 0L));
        }
        return inOrder;
    }

    /** Adds the messages of rows. */
    void messages(Session session, List<StoredMessage> messages, List<NewDelivery> rows) throws SQLException {
        if (messages.isEmpty()) {
            return;
        }
        Map<UUID, String> users = new HashMap<>();
        rows.forEach(
                row -> users.put(row.delivery().id(), row.destination().user().id()));
        try (Session.Prepared prepared = session.prepare(ADD_MESSAGE)) {
            PreparedStatement statement = prepared.statement();
            for (StoredMessage each : messages) {
                statement.setObject(1, sql.parameter(each.deliveryId()));
                statement.setString(2, users.get(each.deliveryId()));
                statement.setString(3, each.content().title());
                statement.setString(4, each.content().body());
                statement.setString(5, Binding.parts(each.content().parts()));
                statement.setString(6, Binding.addresses(each.addresses()));
                statement.setString(7, Binding.channels(each.channels()));
                statement.setString(8, Binding.channels(each.fallbacks()));
                sql.setJson(statement, 9, each.data());
                Binding.text(statement, 10, each.trace());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
