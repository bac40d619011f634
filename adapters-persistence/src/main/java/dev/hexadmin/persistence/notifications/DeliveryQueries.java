package dev.hexadmin.persistence.notifications;

import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.ChannelDelivery;
import dev.hexadmin.domain.notifications.DeadLetter;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Destination;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** Reads deliveries with their channels, and messages that failed for good. */
final class DeliveryQueries {
    private static final String DELIVERY = "SELECT delivery_id, batch_id, user_id, notification_id, created_at, id,"
            + " channel, provider, status, message_id, error, fallback_of, attempts FROM admin_notification_logs";

    private final SqlFragments sql;

    DeliveryQueries(SqlFragments sql) {
        this.sql = sql;
    }

    Optional<Delivery> delivery(Session session, UUID id) throws SQLException {
        return deliveries(session, DELIVERY + " WHERE delivery_id = ? ORDER BY id", id).stream()
                .findFirst();
    }

    List<Delivery> batch(Session session, UUID id) throws SQLException {
        return deliveries(
                session,
                DELIVERY + " WHERE batch_id = ? AND delivery_id BETWEEN ? AND ? ORDER BY position, id",
                id,
                TimeOrderedIds.before(id),
                TimeOrderedIds.after(id));
    }

    private List<Delivery> deliveries(Session session, String query, UUID... ids) throws SQLException {
        Map<UUID, Delivery> deliveries = new LinkedHashMap<>();
        try (Session.Prepared prepared = session.prepare(query)) {
            for (int i = 0; i < ids.length; i++) {
                prepared.statement().setObject(i + 1, sql.parameter(ids[i]));
            }
            try (ResultSet rows = prepared.statement().executeQuery()) {
                while (rows.next()) {
                    deliveries.merge(Binding.uuid(rows, 1), delivery(rows), DeliveryQueries::together);
                }
            }
        }
        return List.copyOf(deliveries.values());
    }

    private Delivery delivery(ResultSet rows) throws SQLException {
        return new Delivery(
                Binding.uuid(rows, 1),
                Binding.optionalUuid(rows, 2),
                new Addressee(rows.getString(3)),
                Binding.optionalWhole(rows, 4),
                List.of(new ChannelDelivery(
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
        List<ChannelDelivery> channels = new ArrayList<>(first.channels());
        channels.addAll(next.channels());
        return new Delivery(
                first.id(),
                first.batchId(),
                first.user(),
                first.notificationId().isPresent() ? first.notificationId() : next.notificationId(),
                channels,
                first.createdAt());
    }

    List<DeadLetter> failed(Session session, OptionalLong before, int limit) throws SQLException {
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
                            new Destination(
                                    new Addressee(rows.getString(3)),
                                    new Channel(rows.getString(4)),
                                    rows.getString(5)),
                            Binding.optionalText(rows, 6),
                            rows.getInt(7),
                            Binding.optionalText(rows, 8),
                            Binding.moment(sql, rows, 9),
                            Binding.moment(sql, rows, 10)));
                }
            }
        }
        return failed;
    }
}
