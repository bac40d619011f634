package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MysqlDatabaseRulesIT extends DatabaseRulesContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedMysql();
    }

    @Override
    List<String> raising(String table, String event, String condition, String text) {
        return List.of("CREATE TRIGGER raise_" + event + " BEFORE " + event + " ON " + table + " FOR EACH ROW IF "
                + condition + " THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '" + text + "'; END IF");
    }

    @Override
    List<String> swallowing(String table, String event, String condition) {
        return abort("a trigger of MySQL leaves no row as it is without an error");
    }

    @Override
    List<String> deletingAfterInsert(String table) {
        return abort("a trigger of MySQL cannot change the table that it belongs to");
    }

    @Override
    List<String> writingElsewhere() {
        return abort("MySQL does not say to which table a column belongs that needs a value");
    }

    @Test
    void tables_that_keep_their_past_are_served_with_what_is_now() {
        assumeTrue(text("SELECT version()").contains("MariaDB"), "MySQL has no such tables");
        given(
                "CREATE TABLE prices (id integer AUTO_INCREMENT PRIMARY KEY, name varchar(20) UNIQUE, amount integer) WITH"
                        + " SYSTEM VERSIONING",
                "CREATE TABLE staff (id integer AUTO_INCREMENT PRIMARY KEY, name varchar(20) UNIQUE, since timestamp(6)"
                        + " GENERATED ALWAYS AS ROW START, until timestamp(6) GENERATED ALWAYS AS ROW END, PERIOD FOR"
                        + " SYSTEM_TIME (since, until)) WITH SYSTEM VERSIONING");
        for (String model : List.of("prices", "staff")) {
            RecordKey key = create(model, "name", "a");
            patch(model, key.encoded(), "name", "b");
            assertThat(text("SELECT name FROM " + model)).isEqualTo("b");
            assertThat(text("SELECT count(*) FROM " + model + " FOR SYSTEM_TIME ALL"))
                    .isEqualTo("2");
            RequestRejectedException twice = refusedCreate(model, "name", "b");
            assertThat(twice.code()).isEqualTo("unique");
            assertThat(twice.violations()).extracting(Violation::pointer).containsExactly("/name");
            delete(model, key.encoded());
            assertThat(text("SELECT count(*) FROM " + model)).isEqualTo("0");
        }
        assertThat(model("staff").fieldNamed("until").readOnly()).isTrue();
    }

    @Test
    void a_foreign_key_to_another_column_than_the_key_names_its_field() {
        given(
                "CREATE TABLE parents (id bigint PRIMARY KEY, code varchar(9) NOT NULL UNIQUE)",
                "CREATE TABLE others (id bigint PRIMARY KEY, code varchar(9), CONSTRAINT of_a_code FOREIGN KEY (code)"
                        + " REFERENCES parents (code))");
        RequestRejectedException refused = refusedCreate("others", "id", 1, "code", "a");
        assertThat(refused.code()).isEqualTo("reference_not_found");
        assertThat(refused.detail()).contains("of_a_code").doesNotContain("REFERENCES");
        assertThat(refused.violations()).extracting(Violation::pointer).containsExactly("/code");
    }

    @Test
    void a_record_is_created_with_the_zero_date_that_is_the_default_of_its_column() {
        given(
                "SET SESSION sql_mode = 'ANSI_QUOTES'",
                "CREATE TABLE visits (id integer AUTO_INCREMENT PRIMARY KEY, name varchar(20), day date NOT NULL DEFAULT"
                        + " '0000-00-00', at datetime NOT NULL DEFAULT '0000-00-00 00:00:00')");
        String id = create("visits", "name", "a").encoded();
        patch("visits", id, "name", "b");
        assertThat(text("SELECT concat(name, ' ', day, ' ', at) FROM visits"))
                .isEqualTo("b 0000-00-00 0000-00-00 00:00:00");
    }

    @Test
    void a_missing_partition_names_the_columns_of_its_expression() {
        given(
                "CREATE TABLE events (id integer AUTO_INCREMENT, at date NOT NULL, note varchar(20), PRIMARY KEY (id, at))"
                        + " PARTITION BY RANGE (year(at)) (PARTITION before_2027 VALUES LESS THAN (2027))");
        assertThat(refusedCreate("events", "at", "2030-01-01", "note", "x").violations())
                .extracting(Violation::pointer)
                .containsExactly("/at");
        RecordKey key = create("events", "at", "2026-01-01", "note", "x");
        assertThat(key.encoded()).endsWith(",2026-01-01");
    }
}
