package dev.hexadmin.persistence.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.jdbc.MonthlyTables;
import dev.hexadmin.persistence.migration.Migrations;
import dev.hexadmin.persistence.session.SqlFailure;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
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
        new Migrations(database).apply();
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
