package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.notifications.port.Feeds.NewNotification;
import dev.hexadmin.application.notifications.port.Feeds.Position;
import dev.hexadmin.application.notifications.port.Outbox.DeliveryReference;
import dev.hexadmin.application.notifications.port.Outbox.NewDelivery;
import dev.hexadmin.application.notifications.port.Outbox.StoredMessage;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Destination;
import dev.hexadmin.persistence.audit.JdbcAuditTrail;
import dev.hexadmin.persistence.database.MonthlyPartitions;
import dev.hexadmin.persistence.database.MonthlyTable;
import dev.hexadmin.persistence.identity.JdbcLoginAttempts;
import dev.hexadmin.persistence.migration.Migrations;
import dev.hexadmin.persistence.notifications.JdbcFeeds;
import dev.hexadmin.persistence.notifications.JdbcOutbox;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tables in partitions, where the database has them. The first month is that of the migration. */
abstract class MonthlyTablesContract {
    static final YearMonth FIRST = YearMonth.now(ZoneOffset.UTC);
    private static final UUID BATCH = UUID.fromString("019a0000-0000-7000-8000-000000000000");
    private static final Actor EVA = new Actor.Operator("eva");

    private final List<Database> opened = new ArrayList<>();
    DatabaseSettings settings;
    Database database;
    JdbcAuditTrail trail;
    MonthlyTables months;

    abstract DatabaseSettings migrated();

    abstract DatabaseSettings empty();

    /** Where several statements can be run as one. */
    abstract Connection scripts(DatabaseSettings settings) throws SQLException;

    /** Makes a table with a foreign key to entries, where the migration removes it. */
    void refer() {}

    /** The months that have a partition, in order. */
    abstract List<String> months(String table);

    /** The months whose partitions a query reads. */
    abstract List<String> read(String query);

    @BeforeEach
    void open() {
        use(migrated());
    }

    private void use(DatabaseSettings used) {
        settings = used;
        database = Database.open(used);
        opened.add(database);
        trail = new JdbcAuditTrail(database);
        months = new MonthlyTables(database);
    }

    @AfterEach
    void close() {
        opened.forEach(Database::close);
    }

    static Instant start(YearMonth month) {
        return month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    void append(Instant at, String record) {
        database.write(scope -> {
            trail.append(new AuditEntry(at, EVA, "update", "products", record, List.of()));
            return record;
        });
    }

    List<String> texts(String query) {
        return TestDatabases.texts(settings, query);
    }

    private List<String> ids() {
        return texts("SELECT id FROM admin_audit_log ORDER BY id");
    }

    private static String suffix(int months) {
        return MonthlyPartitions.suffix(FIRST.plusMonths(months));
    }

    private static String key(int months, int number) {
        return String.valueOf(MonthlyTable.firstNumber(FIRST.plusMonths(months)) + number);
    }

    @Test
    void the_keys_of_a_new_month_begin_with_it_and_months_are_made_ahead() {
        append(start(FIRST), "1");
        months.advance(start(FIRST));
        append(start(FIRST), "2");
        assertThat(months("admin_audit_log")).containsExactly(suffix(0), suffix(1), suffix(2));
        months.advance(start(FIRST.plusMonths(1)));
        months.advance(start(FIRST.plusMonths(1)));
        append(start(FIRST.plusMonths(1)), "3");
        months.advance(start(FIRST.plusMonths(1)));
        append(start(FIRST.plusMonths(1)), "4");
        assertThat(months("admin_audit_log")).containsExactly(suffix(0), suffix(1), suffix(2), suffix(3));
        List<String> ids = ids();
        assertThat(ids.subList(0, 2)).containsExactly("1", "2");
        assertThat(Long.parseLong(ids.get(2))).isBetween(Long.parseLong(key(1, 0)), Long.parseLong(key(1, 1)));
        assertThat(Long.parseLong(ids.get(3))).isEqualTo(Long.parseLong(ids.get(2)) + 1);
        months.advance(start(FIRST)); // a clock that is behind
        append(start(FIRST.plusMonths(1)), "5");
        assertThat(ids()).hasSize(5).last().isEqualTo(String.valueOf(Long.parseLong(ids.get(3)) + 1));
    }

    @Test
    void rows_whose_month_has_no_partition_are_stored_and_move_to_it_when_it_is_made() {
        TestDatabases.execute(
                settings,
                List.of(
                        "INSERT INTO admin_audit_log (id, at, actor, address, request_id, event, model, record_id, changes)"
                                + " VALUES (" + key(3, 7)
                                + ", '2026-11-20 12:00:00', '', '', '', 'update', 'products', '1', '{}')"));
        months.advance(start(FIRST.plusMonths(2)));
        assertThat(months("admin_audit_log")).hasSize(5);
        assertThat(ids()).containsExactly(key(3, 7));
        assertThat(read("SELECT * FROM admin_audit_log WHERE id = " + key(3, 7)))
                .containsExactly(suffix(3));
        append(start(FIRST.plusMonths(2)), "2");
        assertThat(ids()).hasSize(2);
    }

    @Test
    void a_month_is_dropped_when_all_of_it_is_past_and_it_has_no_later_entry() {
        append(start(FIRST), "1");
        months.advance(start(FIRST.plusMonths(1)));
        append(start(FIRST.plusMonths(1)), "2");
        trail.sweep(start(FIRST.plusMonths(1)).minusSeconds(1));
        assertThat(ids()).hasSize(2);
        trail.sweep(start(FIRST.plusMonths(1)).plusSeconds(1));
        assertThat(ids()).hasSize(1);
        assertThat(months("admin_audit_log")).doesNotContain(suffix(0));
        // the month is over, but keys of it are still given out
        trail.sweep(start(FIRST.plusMonths(2)));
        append(start(FIRST.plusMonths(2)), "3");
        trail.sweep(start(FIRST.plusMonths(2)));
        assertThat(ids().size()).isPositive();
        assertThat(texts("SELECT record_id FROM admin_audit_log ORDER BY id")).contains("3");
    }

    @Test
    void the_entries_of_before_keep_their_keys_and_the_next_one_follows() throws SQLException {
        use(empty());
        List<String> scripts = new Migrations(database).plan();
        try (Connection connection = scripts(settings);
                Statement statement = connection.createStatement()) {
            for (String script : scripts) {
                if (!partitions(script)) {
                    statement.execute(script);
                }
            }
            for (int i = 1; i <= 20; i++) {
                append(start(FIRST).minusSeconds(i), "r" + i);
            }
            List<String> before =
                    texts("SELECT concat(id, actor, record_id, changes) FROM admin_audit_log ORDER BY id");
            for (String script : scripts) {
                if (partitions(script)) {
                    statement.execute(script);
                }
            }
            assertThat(before).hasSize(20);
            assertThat(texts("SELECT concat(id, actor, record_id, changes) FROM admin_audit_log ORDER BY id"))
                    .isEqualTo(before);
        }
        append(start(FIRST), "next");
        assertThat(ids()).hasSize(21).last().isEqualTo("21");
        assertThat(months("admin_audit_log")).containsExactly(suffix(0));
        months.advance(start(FIRST.plusMonths(1)));
        trail.sweep(start(FIRST.plusMonths(1)).plusSeconds(1));
        assertThat(ids()).isEmpty();
        append(start(FIRST.plusMonths(1)), "later");
        for (String change : List.of("UPDATE admin_audit_log SET actor = ''", "DELETE FROM admin_audit_log")) {
            assertThatThrownBy(() -> TestDatabases.execute(settings, List.of(change)))
                    .rootCause()
                    .hasMessageContaining("append-only");
        }
    }

    private static boolean partitions(String script) {
        return script.startsWith("-- V27__") || script.startsWith("-- V41__");
    }

    private static UUID uuid(YearMonth month, int number) {
        return new UUID(
                MonthlyTable.firstUuid(month).getMostSignificantBits() + 0x7000 + ((long) number << 16), number);
    }

    private void notify(Instant at, UUID delivery, String user) {
        JdbcFeeds feeds = new JdbcFeeds(database);
        JdbcOutbox outbox = new JdbcOutbox(database);
        database.write(scope -> {
            long id = feeds.append(
                            List.of(new NewNotification(
                                    new Addressee(user), delivery, "title", "body", List.of(), Optional.empty())),
                            at)
                    .getFirst()
                    .notification()
                    .id();
            DeliveryReference reference = new DeliveryReference(delivery, Optional.of(BATCH), 0, OptionalLong.of(id));
            return outbox.append(
                    List.of(new NewDelivery(
                            reference,
                            new Destination(new Addressee(user), Channel.EMAIL, "a@example.com"),
                            Optional.empty(),
                            DeliveryStatus.PENDING,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(at))),
                    List.of(new StoredMessage(
                            delivery,
                            Content.of("title", "body"),
                            Map.of(),
                            List.of(),
                            List.of(),
                            Optional.empty(),
                            Optional.empty())),
                    at);
        });
    }

    private void attempt(Instant at) {
        database.write(scope -> {
            new JdbcLoginAttempts(database).add("a@example.com", "192.0.2.1", true, "", at, 100_000);
            return at;
        });
    }

    private List<String> rows(String columns, MonthlyTable table) {
        return texts("SELECT concat(" + columns + ") FROM " + table.table() + " ORDER BY 1");
    }

    private List<List<String>> notificationRows() {
        return List.of(
                rows("id, email, address", MonthlyTable.LOGIN_ATTEMPTS),
                rows("id, user_id, title, delivery_id", MonthlyTable.NOTIFICATIONS),
                rows("id, delivery_id, channel, status", MonthlyTable.DELIVERIES),
                rows("delivery_id, user_id, title, body, parts", MonthlyTable.CONTENTS));
    }

    @Test
    void notifications_deliveries_and_attempts_of_before_keep_their_ids_and_the_next_ones_follow() throws SQLException {
        use(empty());
        List<String> scripts = new Migrations(database).plan();
        try (Connection connection = scripts(settings);
                Statement statement = connection.createStatement()) {
            for (String script : scripts) {
                if (!partitions(script)) {
                    statement.execute(script);
                }
            }
            for (int i = 0; i < 20; i++) {
                notify(start(FIRST.minusMonths(1)), uuid(FIRST.minusMonths(1), i), "u" + i % 3);
                attempt(start(FIRST.minusMonths(1)));
            }
            List<List<String>> before = notificationRows();
            for (String script : scripts) {
                if (partitions(script)) {
                    statement.execute(script);
                }
            }
            assertThat(before).allSatisfy(rows -> assertThat(rows).hasSize(20));
            assertThat(notificationRows()).isEqualTo(before);
        }
        for (MonthlyTable table : MonthlyTable.values()) {
            assertThat(months(table.table())).containsExactly(suffix(0));
        }
        notify(start(FIRST), uuid(FIRST, 1), "u0");
        attempt(start(FIRST));
        assertThat(texts("SELECT max(id) FROM admin_notifications")).containsExactly("21");
        assertThat(texts("SELECT max(id) FROM admin_notification_logs")).containsExactly("21");
        assertThat(texts("SELECT max(id) FROM admin_login_attempts")).containsExactly("21");
        assertThat(new JdbcOutbox(database).delivery(uuid(FIRST.minusMonths(1), 7)))
                .isPresent();
        // a channel has one row of a delivery
        assertThatThrownBy(() -> notify(start(FIRST), uuid(FIRST.minusMonths(1), 7), "u0"))
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void past_months_of_all_tables_are_dropped_and_newer_rows_stay() {
        for (int month = 0; month < 3; month++) {
            months.advance(start(FIRST.plusMonths(month)));
            notify(start(FIRST.plusMonths(month)), uuid(FIRST.plusMonths(month), 1), "u");
            attempt(start(FIRST.plusMonths(month)));
        }
        Instant before = start(FIRST.plusMonths(1)).plusSeconds(1);
        JdbcFeeds feeds = new JdbcFeeds(database);
        new JdbcLoginAttempts(database).sweep(before);
        feeds.expire(before);
        new JdbcOutbox(database).prune(before);
        for (MonthlyTable table : MonthlyTable.values()) {
            if (table != MonthlyTable.AUDIT_LOG) {
                assertThat(texts("SELECT count(*) FROM " + table.table()))
                        .as(table.table())
                        .containsExactly("2");
                assertThat(months(table.table()))
                        .as(table.table())
                        .containsExactly(suffix(1), suffix(2), suffix(3), suffix(4));
            }
        }
        assertThat(feeds.positions(List.of(new Addressee("u"))).values()).containsExactly(new Position(3, 2));
    }

    @Test
    void queries_on_notifications_and_deliveries_read_the_partitions_that_they_need() {
        for (int month = 0; month < 3; month++) {
            months.advance(start(FIRST.plusMonths(month)));
            for (int i = 0; i < 100; i++) {
                notify(start(FIRST.plusMonths(month)), uuid(FIRST.plusMonths(month), i), "u" + i % 4);
            }
        }
        analyze();
        String second = suffix(1);
        String delivery = "'" + uuid(FIRST.plusMonths(1), 5) + "'";
        String id = texts("SELECT id FROM admin_notification_logs WHERE delivery_id = " + delivery)
                .getFirst();
        assertThat(read("SELECT * FROM admin_notifications WHERE id = " + key(1, 5) + " AND user_id LIKE 'u_'"))
                .containsExactly(second);
        assertThat(read("SELECT * FROM admin_notifications WHERE id BETWEEN " + key(1, 5) + " AND " + key(1, 9)
                        + " AND id IN (" + key(1, 5) + ", " + key(1, 9) + ")"))
                .containsExactly(second);
        assertThat(read("SELECT * FROM admin_notifications WHERE user_id = 'u1' AND id < 50 ORDER BY id DESC LIMIT 5"))
                .containsExactly(suffix(0));
        assertThat(read("SELECT * FROM admin_notification_logs WHERE delivery_id = " + delivery + " ORDER BY id"))
                .containsExactly(second);
        assertThat(read("SELECT * FROM admin_notification_logs WHERE id = " + id + " AND delivery_id = " + delivery))
                .containsExactly(second);
        assertThat(read("SELECT * FROM admin_notification_contents WHERE delivery_id = " + delivery))
                .containsExactly(second);
        UUID middle = uuid(FIRST.plusMonths(1), 1_000_000_000); // a batch in the middle of its month
        assertThat(read("SELECT * FROM admin_notification_logs WHERE batch_id = '" + middle
                        + "' AND delivery_id BETWEEN '"
                        + new UUID(middle.getMostSignificantBits() - (3_600_000L << 16), 0)
                        + "' AND '" + new UUID(middle.getMostSignificantBits() + (3_600_000L << 16), 0) + "'"))
                .containsExactly(second);
        assertThat(read("SELECT * FROM admin_login_attempts WHERE id <= " + key(1, 5) + " AND id >= " + key(1, 0)))
                .containsExactly(second);
    }

    /** Tells the planner how many rows there are. */
    void analyze() {}

    /** Three months with a thousand entries each. */
    void fill() {
        for (int month = 0; month < 3; month++) {
            Instant moment = start(FIRST.plusMonths(month));
            months.advance(moment);
            database.write(scope -> {
                for (int i = 0; i < 1_000; i++) {
                    trail.append(new AuditEntry(
                            moment.plusSeconds(i), EVA, "update", "products", String.valueOf(i % 50), List.of()));
                }
                return moment;
            });
        }
    }

    @Test
    void an_entry_and_a_page_behind_one_are_read_from_the_partitions_of_their_months() {
        fill();
        String all = "SELECT * FROM admin_audit_log WHERE ";
        String page = " ORDER BY id DESC LIMIT 25";
        assertThat(read(all + "id = " + key(1, 5))).containsExactly(suffix(1));
        assertThat(read(all + "id < 500" + page)).containsExactly(suffix(0));
        assertThat(read(all + "model = 'products' AND record_id = '7' AND id < 500" + page))
                .containsExactly(suffix(0));
        assertThat(read(all + "id >= " + key(2, 0) + " AND id < " + key(3, 0) + " ORDER BY id LIMIT 25"))
                .containsExactly(suffix(2));
    }
}
