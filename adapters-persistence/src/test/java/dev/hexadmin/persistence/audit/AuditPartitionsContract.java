package dev.hexadmin.persistence.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.persistence.database.MonthlyPartitions;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.migration.Migrations;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit log where the database has partitions. The first month is that of the migration. */
abstract class AuditPartitionsContract {
    static final YearMonth FIRST = YearMonth.now(ZoneOffset.UTC);
    private static final Actor EVA = new Actor.Operator("eva");

    private final List<Database> opened = new ArrayList<>();
    DatabaseSettings settings;
    Database database;
    JdbcAuditTrail trail;

    abstract DatabaseSettings migrated();

    abstract DatabaseSettings empty();

    /** Where several statements can be run as one. */
    abstract Connection scripts(DatabaseSettings settings) throws SQLException;

    /** Makes a table with a foreign key to entries, where the migration removes it. */
    void refer() {}

    /** The months that have a partition, in order. */
    abstract List<String> months();

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
        return String.valueOf(MonthlyPartitions.firstKey(FIRST.plusMonths(months)) + number);
    }

    @Test
    void the_keys_of_a_new_month_begin_with_it_and_months_are_made_ahead() {
        append(start(FIRST), "1");
        trail.openMonth(start(FIRST));
        append(start(FIRST), "2");
        assertThat(months()).containsExactly(suffix(0), suffix(1), suffix(2));
        trail.openMonth(start(FIRST.plusMonths(1)));
        trail.openMonth(start(FIRST.plusMonths(1)));
        append(start(FIRST.plusMonths(1)), "3");
        trail.openMonth(start(FIRST.plusMonths(1)));
        append(start(FIRST.plusMonths(1)), "4");
        assertThat(months()).containsExactly(suffix(0), suffix(1), suffix(2), suffix(3));
        List<String> ids = ids();
        assertThat(ids.subList(0, 2)).containsExactly("1", "2");
        assertThat(Long.parseLong(ids.get(2))).isBetween(Long.parseLong(key(1, 0)), Long.parseLong(key(1, 1)));
        assertThat(Long.parseLong(ids.get(3))).isEqualTo(Long.parseLong(ids.get(2)) + 1);
        trail.openMonth(start(FIRST)); // a clock that is behind
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
        trail.openMonth(start(FIRST.plusMonths(2)));
        assertThat(months()).hasSize(5);
        assertThat(ids()).containsExactly(key(3, 7));
        assertThat(read("SELECT * FROM admin_audit_log WHERE id = " + key(3, 7)))
                .containsExactly(suffix(3));
        append(start(FIRST.plusMonths(2)), "2");
        assertThat(ids()).hasSize(2);
    }

    @Test
    void a_month_is_dropped_when_all_of_it_is_past_and_it_has_no_later_entry() {
        append(start(FIRST), "1");
        trail.openMonth(start(FIRST.plusMonths(1)));
        append(start(FIRST.plusMonths(1)), "2");
        trail.sweep(start(FIRST.plusMonths(1)).minusSeconds(1));
        assertThat(ids()).hasSize(2);
        trail.sweep(start(FIRST.plusMonths(1)).plusSeconds(1));
        assertThat(ids()).hasSize(1);
        assertThat(months()).doesNotContain(suffix(0));
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
                if (!script.startsWith("-- V27__")) {
                    statement.execute(script);
                }
            }
            for (int i = 1; i <= 20; i++) {
                append(start(FIRST).minusSeconds(i), "r" + i);
            }
            List<String> before =
                    texts("SELECT concat(id, actor, record_id, changes) FROM admin_audit_log ORDER BY id");
            statement.execute(scripts.stream()
                    .filter(script -> script.startsWith("-- V27__"))
                    .findAny()
                    .orElseThrow());
            assertThat(before).hasSize(20);
            assertThat(texts("SELECT concat(id, actor, record_id, changes) FROM admin_audit_log ORDER BY id"))
                    .isEqualTo(before);
        }
        append(start(FIRST), "next");
        assertThat(ids()).hasSize(21).last().isEqualTo("21");
        assertThat(months()).containsExactly(suffix(0));
        trail.openMonth(start(FIRST.plusMonths(1)));
        trail.sweep(start(FIRST.plusMonths(1)).plusSeconds(1));
        assertThat(ids()).isEmpty();
        append(start(FIRST.plusMonths(1)), "later");
        for (String change : List.of("UPDATE admin_audit_log SET actor = ''", "DELETE FROM admin_audit_log")) {
            assertThatThrownBy(() -> TestDatabases.execute(settings, List.of(change)))
                    .rootCause()
                    .hasMessageContaining("append-only");
        }
    }

    /** Three months with a thousand entries each. */
    void fill() {
        for (int month = 0; month < 3; month++) {
            Instant moment = start(FIRST.plusMonths(month));
            trail.openMonth(moment);
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
