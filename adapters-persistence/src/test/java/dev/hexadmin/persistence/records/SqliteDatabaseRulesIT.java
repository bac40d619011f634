package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteDatabaseRulesIT extends DatabaseRulesContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }

    @Override
    List<String> raising(String table, String event, String condition, String text) {
        return List.of("CREATE TRIGGER raise_" + event + " BEFORE " + event + " ON " + table + " WHEN " + condition
                + " BEGIN SELECT RAISE(ABORT, '" + text + "'); END");
    }

    @Override
    List<String> swallowing(String table, String event, String condition) {
        return List.of("CREATE TRIGGER swallow_" + event + " BEFORE " + event + " ON " + table + " WHEN " + condition
                + " BEGIN SELECT RAISE(IGNORE); END");
    }

    @Override
    List<String> deletingAfterInsert(String table) {
        return List.of("CREATE TRIGGER gone AFTER INSERT ON " + table + " BEGIN DELETE FROM " + table
                + " WHERE id = NEW.id; END");
    }

    @Override
    List<String> writingElsewhere() {
        return List.of("CREATE TRIGGER log_names AFTER INSERT ON people"
                + " BEGIN INSERT INTO name_log (id, name) VALUES (NEW.id, NEW.name); END");
    }

    @ParameterizedTest
    @ValueSource(strings = {"REPLACE", "IGNORE", "FAIL", "ROLLBACK"})
    void a_broken_rule_is_an_error_whatever_the_table_declares(String resolution) {
        String clause = " ON /* of SQLite */ CONFLICT " + resolution;
        given(
                "CREATE TABLE codes (id integer PRIMARY KEY" + clause + ", code text UNIQUE" + clause
                        + ", note text NOT NULL" + clause + " DEFAULT 'none')",
                "CREATE TABLE uses (id integer PRIMARY KEY, code_id integer REFERENCES codes ON DELETE CASCADE)",
                "INSERT INTO codes (id, code) VALUES (1, 'a'), (2, 'b')",
                "INSERT INTO uses VALUES (1, 1)");
        assertThat(refusedCreate("codes", "code", "a").code()).isEqualTo("unique");
        assertThat(refused(() -> patch("codes", "2", "code", "a")).code()).isEqualTo("unique");
        assertThat(refused(() -> patch("codes", "1", "note", null)).violations())
                .extracting(Violation::pointer)
                .containsExactly("/note");
        assertThat(text("SELECT group_concat(id || code || note) FROM codes")).isEqualTo("1anone,2bnone");
        assertThat(text("SELECT count(*) FROM uses")).isEqualTo("1");
        assertThat(text("SELECT count(*) FROM admin_audit_log")).isEqualTo("0");
    }

    @Test
    void a_link_replaces_no_other_link() {
        given(
                "CREATE TABLE keys (id integer PRIMARY KEY, name text)",
                "CREATE TABLE rings (id integer PRIMARY KEY, name text)",
                "CREATE TABLE rings_keys (ring_id integer NOT NULL REFERENCES rings ON DELETE CASCADE, key_id integer NOT NULL"
                        + " UNIQUE ON CONFLICT REPLACE REFERENCES keys ON DELETE CASCADE, PRIMARY KEY (ring_id, key_id))",
                "INSERT INTO keys VALUES (1, 'a')",
                "INSERT INTO rings VALUES (1, 'one'), (2, 'two')",
                "INSERT INTO rings_keys VALUES (1, 1)");
        String field = model("rings").referencesFields().getFirst().name();
        assertThat(refused(() -> patch("rings", "2", field, List.of(1L))).violations())
                .extracting(Violation::pointer)
                .containsExactly("/" + field);
        assertThat(text("SELECT ring_id FROM rings_keys")).isEqualTo("1");
    }

    @Test
    void children_whose_reference_equals_the_key_by_its_collation_go_with_their_parent() {
        given(
                "CREATE TABLE names (name text COLLATE NOCASE PRIMARY KEY NOT NULL)",
                "CREATE TABLE notes (id integer PRIMARY KEY, name text REFERENCES names ON DELETE CASCADE)",
                "CREATE TABLE replies (id integer PRIMARY KEY, note_id REFERENCES notes ON DELETE CASCADE)",
                "INSERT INTO names VALUES ('Ann'), ('Bob')",
                "INSERT INTO notes VALUES (1, 'ANN'), (2, 'ann'), (3, 'bob')",
                "INSERT INTO replies VALUES (1, '1'), (2, '3')");
        execute(
                "CREATE TABLE pages (name text NOT NULL REFERENCES names ON DELETE CASCADE, number integer NOT NULL, PRIMARY"
                        + " KEY (name, number))",
                "CREATE TABLE faces (name text PRIMARY KEY NOT NULL REFERENCES names ON DELETE CASCADE, eyes text)",
                "INSERT INTO pages VALUES ('ann', 1), ('ANN', 1), ('Bob', 1)",
                "INSERT INTO faces VALUES ('ann', 'blue'), ('ANN', 'brown'), ('Bob', 'green')");
        given();
        patch("faces", "ann", "eyes", "grey");
        assertThat(text("SELECT group_concat(eyes) FROM faces")).isEqualTo("grey,brown,green");
        delete("names", "Ann");
        assertThat(text(
                        "SELECT group_concat(model || record_id) FROM (SELECT * FROM admin_audit_log WHERE event = 'delete' ORDER BY model,"
                                + " record_id)"))
                .isEqualTo("facesANN,facesann,namesAnn,notes1,notes2,pagesANN,1,pagesann,1,replies1");
        assertThat(text("SELECT group_concat(id) FROM replies")).isEqualTo("2");
    }

    @Test
    void a_partial_unique_index_names_the_fields_of_its_expressions_and_not_of_its_condition() {
        partialUniqueIndex();
    }

    @Test
    void several_rows_with_the_key_of_a_record_stay_as_they_are() {
        given(
                "CREATE TABLE loose (k PRIMARY KEY NOT NULL, name text)",
                "INSERT INTO loose VALUES (1, 'number'), ('1', 'text')",
                "CREATE TABLE pairs (a NOT NULL, b NOT NULL, name text, PRIMARY KEY (a, b))",
                "INSERT INTO pairs VALUES (1, 2, 'numbers'), ('1', '2', 'texts')");
        for (String record : List.of("loose 1", "pairs 1,2")) {
            String model = record.split(" ")[0];
            String key = record.split(" ")[1];
            assertThat(refused(() -> patch(model, key, "name", "changed")).code())
                    .as(record)
                    .isEqualTo("ambiguous_key");
            assertThat(refused(() -> delete(model, key)).code()).as(record).isEqualTo("ambiguous_key");
        }
        assertThat(text("SELECT group_concat(name) FROM (SELECT name FROM loose UNION ALL SELECT name FROM pairs)"))
                .isEqualTo("number,text,numbers,texts");
    }

    @Test
    void a_foreign_key_to_a_missing_table_makes_its_field_read_only() {
        given("CREATE TABLE visits (id integer PRIMARY KEY, place_id integer REFERENCES places (id), note text)");
        assertThat(model("visits").fieldNamed("place_id").readOnly()).isTrue();
        assertThat(model("visits").fieldNamed("note").readOnly()).isFalse();
    }

    @Test
    void a_trigger_that_rolls_the_transaction_back_refuses_with_its_text_and_later_writes_go_on() {
        given(
                "CREATE TABLE people (id integer PRIMARY KEY, name text)",
                "CREATE TRIGGER undo BEFORE INSERT ON people WHEN NEW.name = 'bad'"
                        + " BEGIN SELECT RAISE(ROLLBACK, 'Everything is undone.'); END");
        RequestRejectedException refused = refusedCreate("people", "name", "bad");
        assertThat(refused.detail()).isEqualTo("Everything is undone.");
        create("people", "name", "good");
        assertThat(text("SELECT group_concat(name) FROM people")).isEqualTo("good");
    }

    @Test
    void checks_without_a_name_and_with_quoted_names_name_their_fields() {
        given("CREATE TABLE goods (id integer PRIMARY KEY, price real CHECK (price > 0), \"list price\" real,"
                + " CONSTRAINT \"list above price\" CHECK (\"list price\" >= price)) ");
        assertThat(refusedCreate("goods", "price", -1.0).violations())
                .extracting(Violation::pointer)
                .containsExactly("/price");
        assertThat(refusedCreate("goods", "price", 2.0, "list_price", 1.0).violations())
                .extracting(Violation::pointer)
                .containsExactlyInAnyOrder("/price", "/list_price");
    }
}
