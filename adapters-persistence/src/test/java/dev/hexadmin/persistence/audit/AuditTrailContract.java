package dev.hexadmin.persistence.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.DatabaseException;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.jdbc.MonthlyTables;
import dev.hexadmin.persistence.session.SqlFailure;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class AuditTrailContract {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123456Z");
    private static final Actor EVA = new Actor.SignedIn(
            new UserId(7), new EmailAddress("eva@example.com"), Rights.NONE, new Actor.Origin("192.0.2.7", "r-1"));

    @TempDir
    Path folder;

    Database database;
    JdbcAuditTrail trail;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        trail = new JdbcAuditTrail(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void append(Actor actor, Instant at) {
        database.write(scope -> {
            trail.append(new AuditEntry(
                    at,
                    actor,
                    "update",
                    "products",
                    "12",
                    List.of(
                            new AuditEntry.Change("price", new BigDecimal("19.90"), new BigDecimal("21.50")),
                            new AuditEntry.Change("name", null, "a \"b\"\n\u0000\u00e9\ud83d\ude00\ud800"))));
            return 0;
        });
    }

    private List<String> rows() {
        return database.query(execute -> execute.query("SELECT at, user_id, actor, address, request_id, event, model,"
                        + " record_id, changes FROM admin_audit_log ORDER BY id")
                .map(row -> Columns.instant(row, "at") + "|"
                        + Columns.optionalWhole(row, "user_id").orElse(0L) + "|"
                        + Columns.text(row, "actor") + "|" + Columns.text(row, "address") + "|"
                        + Columns.text(row, "request_id") + "|" + Columns.text(row, "event") + "|"
                        + Columns.text(row, "model") + "|" + Columns.text(row, "record_id") + "|"
                        + Columns.text(row, "changes"))
                .toList());
    }

    @Test
    void an_entry_tells_who_did_what_from_where() {
        append(EVA, NOON);
        append(new Actor.Operator("createsuperuser"), NOON);
        append(new Actor.Anonymous(new Actor.Origin("192.0.2.8", "r-2")), NOON);
        String changes =
                "{\"price\":[\"19.90\",\"21.50\"],\"name\":[null,\"a \\\"b\\\"\\n\ufffd\u00e9\ud83d\ude00\ufffd\"]}";
        assertThat(rows())
                .containsExactly(
                        NOON + "|7|eva@example.com|192.0.2.7|r-1|update|products|12|" + changes,
                        NOON + "|0|createsuperuser|||update|products|12|" + changes,
                        NOON + "|0|anonymous|192.0.2.8|r-2|update|products|12|" + changes);
    }

    @Test
    void an_entry_of_a_change_that_is_rolled_back_is_not_kept() {
        database.rehearse(scope -> {
            trail.append(new AuditEntry(NOON, EVA, "delete", "products", "1", List.of()));
            assertThat(rows()).hasSize(1);
            return 0;
        });
        assertThat(rows()).isEmpty();
        assertThatThrownBy(() -> trail.append(new AuditEntry(NOON, EVA, "delete", "products", "1", List.of())))
                .isInstanceOf(IllegalStateException.class);
    }

    private void append(String event) {
        trail.append(new AuditEntry(NOON, EVA, event, "products", "1", List.of()));
    }

    private List<String> events() {
        return database.query(execute -> execute.query("SELECT event FROM admin_audit_log ORDER BY id")
                .map(row -> Columns.text(row, "event"))
                .toList());
    }

    @Test
    void entries_of_one_unit_of_work_keep_their_order_and_are_read_in_it() {
        List<String> expected = new ArrayList<>();
        database.write(scope -> {
            for (int i = 0; i < 250; i++) {
                append("event " + i);
                expected.add("event " + i);
                if (i % 90 == 0) {
                    assertThat(events()).containsExactlyElementsOf(expected);
                }
            }
            return 0;
        });
        assertThat(events()).containsExactlyElementsOf(expected);
    }

    @Test
    void only_the_entries_of_a_part_that_is_rolled_back_are_not_kept() {
        database.write(scope -> {
            append("before");
            assertThatThrownBy(() -> database.attempt(part -> {
                        append("in the failed part");
                        throw new IllegalStateException("failed");
                    }))
                    .hasMessage("failed");
            database.attempt(part -> {
                append("in the part");
                return 0;
            });
            append("after");
            return 0;
        });
        assertThat(events()).containsExactly("before", "in the part", "after");
    }

    @Test
    void an_entry_that_the_database_rejects_rejects_the_unit_of_work() {
        database.write(scope -> database.change(session ->
                session.connection().createStatement().execute("CREATE TABLE written (id INTEGER PRIMARY KEY)")));
        assertThatThrownBy(() -> database.write(scope -> {
                    database.execute(execute -> execute.insert("INSERT INTO written (id) VALUES (1)"));
                    trail.append(new AuditEntry(NOON, EVA, "update", unstorable(), "1", List.of()));
                    scope.afterCommit(() -> append("never"));
                    return 0;
                }))
                .isInstanceOf(DatabaseException.class);
        assertThat(events()).isEmpty();
        assertThat(database.<Integer>query(execute ->
                        execute.query("SELECT id FROM written").toList().size()))
                .isZero();
        append(EVA, NOON);
        assertThat(rows()).hasSize(1);
    }

    /** The name of a model that no column takes. */
    @SuppressWarnings("NullAway")
    private static String unstorable() {
        return null;
    }

    @Test
    void no_statement_changes_or_deletes_an_entry() {
        append(EVA, NOON);
        for (String statement : List.of(
                "UPDATE admin_audit_log SET actor = 'nobody'",
                "DELETE FROM admin_audit_log",
                "DELETE FROM admin_audit_log WHERE at IS NULL OR id > 0")) {
            assertThatThrownBy(() -> database.write(scope -> database.execute(execute -> execute.dml(statement))))
                    .as(statement)
                    .isInstanceOf(SqlFailure.class)
                    .hasMessageContaining("append-only");
        }
        assertThat(rows()).hasSize(1);
    }

    @Test
    void a_sweep_removes_the_months_before_its_moment_and_closes_the_door_behind_it() {
        database.write(scope -> {
            for (int i = 0; i < 1_003; i++) {
                trail.append(new AuditEntry(NOON.minusSeconds(1 + i), EVA, "delete", "products", "1", List.of()));
            }
            return 0;
        });
        Instant next = YearMonth.now(ZoneOffset.UTC)
                .plusMonths(1)
                .atDay(1)
                .atStartOfDay()
                .toInstant(ZoneOffset.UTC);
        new MonthlyTables(database).advance(next);
        append(EVA, next);
        for (int i = 0; i < 2; i++) {
            trail.sweep(next);
            assertThat(rows()).singleElement().asString().startsWith(next + "|");
        }
        assertThatThrownBy(() -> database.write(
                        scope -> database.execute(execute -> execute.delete("DELETE FROM admin_audit_log"))))
                .isInstanceOf(SqlFailure.class);
    }
}
