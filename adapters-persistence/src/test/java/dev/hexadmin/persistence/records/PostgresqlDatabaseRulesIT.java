package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresqlDatabaseRulesIT extends DatabaseRulesContract {
    private DatabaseSettings.Server server = TestDatabases.migratedPostgresql();

    @Override
    DatabaseSettings settings(Path folder) {
        return server;
    }

    private static List<String> trigger(String name, String when, String event, String table, String body) {
        return List.of(
                "CREATE FUNCTION " + name + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " + body + " END $$",
                "CREATE TRIGGER " + name + " " + when + " " + event + " ON " + table + " FOR EACH ROW EXECUTE FUNCTION "
                        + name + "()");
    }

    private static String row(String event) {
        return event.equals("DELETE") ? "OLD" : "NEW";
    }

    @Override
    List<String> raising(String table, String event, String condition, String text) {
        return trigger(
                "raise_" + event,
                "BEFORE",
                event,
                table,
                "IF " + condition + " THEN RAISE EXCEPTION '" + text + "'; END IF; RETURN " + row(event) + ";");
    }

    @Override
    List<String> swallowing(String table, String event, String condition) {
        return trigger(
                "swallow_" + event,
                "BEFORE",
                event,
                table,
                "IF " + condition + " THEN RETURN NULL; END IF; RETURN " + row(event) + ";");
    }

    @Override
    List<String> deletingAfterInsert(String table) {
        return trigger("gone", "AFTER", "INSERT", table, "DELETE FROM " + table + " WHERE id = NEW.id; RETURN NULL;");
    }

    @Override
    List<String> writingElsewhere() {
        return trigger(
                "log_names",
                "AFTER",
                "INSERT",
                "people",
                "INSERT INTO name_log (id, name) VALUES (NEW.id, NEW.name); RETURN NULL;");
    }

    /** Creates the tables of payments like Pagila and the ports of Sakila. */
    private void payments(String keyOfRule) {
        given(
                "CREATE SEQUENCE payment_seq",
                "CREATE TABLE payment (payment_id integer PRIMARY KEY DEFAULT nextval('payment_seq'), amount"
                        + " numeric(5,2) NOT NULL, payment_date date NOT NULL)",
                "CREATE TABLE payment_p2025 (payment_id integer PRIMARY KEY DEFAULT nextval('payment_seq'),"
                        + " CONSTRAINT payment_p2025_check CHECK (payment_date >= '2025-01-01' AND payment_date <"
                        + " '2026-01-01')) INHERITS (payment)",
                "CREATE TABLE payment_p2026 (payment_id integer PRIMARY KEY DEFAULT nextval('payment_seq'),"
                        + " CONSTRAINT positive CHECK (amount > 0)) INHERITS (payment)",
                "CREATE RULE payment_insert_p2025 AS ON INSERT TO payment WHERE NEW.payment_date >= '2025-01-01' AND"
                        + " NEW.payment_date < '2026-01-01' DO INSTEAD INSERT INTO payment_p2025 (payment_id, amount,"
                        + " payment_date) VALUES (" + keyOfRule + ", NEW.amount, NEW.payment_date)",
                "CREATE RULE payment_insert_p2026 AS ON INSERT TO payment WHERE NEW.payment_date >= '2026-01-01' DO"
                        + " INSTEAD INSERT INTO payment_p2026 (payment_id, amount, payment_date) VALUES (" + keyOfRule
                        + ", NEW.amount, NEW.payment_date)",
                "CREATE RULE payment_nothing AS ON INSERT TO payment WHERE NEW.payment_date < '2000-01-01' DO INSTEAD"
                        + " NOTHING");
        for (String day : List.of("2025-05-05", "2026-06-06", "2026-07-07", "2024-01-01")) {
            RecordKey key = create("payment", "amount", "4.99", "payment_date", day);
            assertThat(text("SELECT payment_date::text FROM payment WHERE payment_id = " + key.encoded()))
                    .isEqualTo(day);
            patch("payment", key.encoded(), "amount", "5.99");
        }
        assertThat(text("SELECT count(*) FROM ONLY payment")).isEqualTo("1");
        assertThat(text("SELECT count(*) FROM payment_p2026 WHERE amount = 5.99"))
                .isEqualTo("2");
        assertThat(refusedCreate("payment", "amount", "4.99", "payment_date", "1999-01-01")
                        .code())
                .isEqualTo("not_stored");
        RequestRejectedException constraint = refusedCreate("payment", "amount", "-4.99", "payment_date", "2026-01-01");
        assertThat(constraint.detail()).contains("positive").contains("amount");
        assertThat(constraint.violations()).extracting(Violation::pointer).containsExactly("/amount");
        delete("payment", text("SELECT max(payment_id) FROM payment_p2026"));
        assertThat(text("SELECT count(*) FROM payment")).isEqualTo("3");
    }

    @Test
    void payments_that_rules_put_into_partitions_are_created() {
        payments("DEFAULT");
    }

    @Test
    void payments_that_rules_put_into_partitions_with_the_key_of_the_statement_are_created() {
        payments("NEW.payment_id");
    }

    @Test
    void a_partial_unique_index_names_the_fields_of_its_expressions_and_not_of_its_condition() {
        partialUniqueIndex();
    }

    @Test
    void several_rows_with_the_key_of_a_record_stay_as_they_are() {
        given(
                "CREATE TABLE cities (id integer PRIMARY KEY, name text)",
                "CREATE TABLE capitals () INHERITS (cities)",
                "INSERT INTO cities VALUES (1, 'city')",
                "INSERT INTO capitals VALUES (1, 'capital')");
        assertThat(refused(() -> patch("cities", "1", "name", "changed")).code())
                .isEqualTo("ambiguous_key");
        assertThat(refused(() -> delete("cities", "1")).code()).isEqualTo("ambiguous_key");
        assertThat(text("SELECT string_agg(name, ',' ORDER BY name) FROM cities"))
                .isEqualTo("capital,city");
    }

    @Test
    void rows_that_a_trigger_puts_into_tables_that_inherit_are_created() {
        given(
                "CREATE TABLE readings (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, room text NOT NULL, value"
                        + " integer)",
                "CREATE TABLE readings_a (CHECK (room = 'a')) INHERITS (readings)",
                "CREATE FUNCTION route() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.room = 'a' THEN INSERT"
                        + " INTO readings_a VALUES (NEW.*); ELSIF NEW.room <> 'none' THEN RAISE EXCEPTION 'There is no"
                        + " room %.', NEW.room USING HINT = 'Rooms are a.'; END IF; RETURN NULL; END $$",
                "CREATE TRIGGER route BEFORE INSERT ON readings FOR EACH ROW EXECUTE FUNCTION route()");
        RecordKey first = create("readings", "room", "a", "value", 1);
        RecordKey second = create("readings", "room", "a", "value", 2);
        assertThat(second).isNotEqualTo(first);
        assertThat(text("SELECT value FROM readings_a WHERE id = " + second.encoded()))
                .isEqualTo("2");
        assertThat(refusedCreate("readings", "room", "b").detail()).isEqualTo("There is no room b. Rooms are a.");
        assertThat(refusedCreate("readings", "room", "none").code()).isEqualTo("not_stored");
    }

    @Test
    void changes_that_rules_make_into_others_are_carried_out_or_refused() {
        given(
                "CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, name text, gone boolean DEFAULT false)",
                "CREATE TABLE names (person bigint, name text)",
                "CREATE RULE noted AS ON UPDATE TO people DO ALSO INSERT INTO names VALUES (OLD.id, NEW.name)",
                "CREATE RULE quiet AS ON UPDATE TO people WHERE NEW.name = 'quiet' DO INSTEAD NOTHING",
                "CREATE RULE stay AS ON DELETE TO people WHERE OLD.id = 1 DO INSTEAD NOTHING",
                "INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b')");
        patch("people", "1", "name", "c");
        assertThat(text("SELECT name FROM people WHERE id = 1")).isEqualTo("c");
        assertThat(refused(() -> patch("people", "1", "name", "quiet")).code()).isEqualTo("not_stored");
        assertThat(refused(() -> delete("people", "1")).code()).isEqualTo("not_stored");
        delete("people", "2");
        assertThat(text("SELECT count(*) FROM people")).isEqualTo("1");
    }

    @Test
    void no_connection_is_lost_when_a_table_does_not_take_a_statement() {
        given("CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, name text)");
        create("people", "id", 1, "name", "a");
        String before = text("SELECT pg_backend_pid()");
        execute("CREATE RULE late AS ON INSERT TO people DO INSTEAD NOTHING");
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> create("people", "id", 2, "name", "b"))
                .isNotNull();
        assertThat(text("SELECT pg_backend_pid()")).isEqualTo(before);
    }

    @Test
    void texts_raised_with_any_error_code_are_shown() {
        given(
                "CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, name text)",
                "CREATE FUNCTION codes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.name = 'own' THEN RAISE"
                        + " EXCEPTION 'My own code.' USING ERRCODE = 'U0001'; ELSIF NEW.name = 'check' THEN RAISE"
                        + " EXCEPTION 'A check.' USING ERRCODE = 'check_violation', COLUMN = 'name'; ELSIF NEW.name ="
                        + " 'twice' THEN RAISE unique_violation USING MESSAGE = 'Taken elsewhere.'; ELSE ASSERT"
                        + " NEW.name <> 'assert', 'An assertion.'; END IF; RETURN NEW; END $$",
                "CREATE TRIGGER codes BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION codes()");
        assertThat(refusedCreate("people", "id", 1, "name", "own").detail()).isEqualTo("My own code.");
        RequestRejectedException check = refusedCreate("people", "id", 1, "name", "check");
        assertThat(check.violations())
                .extracting(Violation::pointer, Violation::code, Violation::message)
                .containsExactly(tuple("/name", "check", "A check."));
        RequestRejectedException twice = refusedCreate("people", "id", 1, "name", "twice");
        assertThat(twice.code()).isEqualTo("unique");
        assertThat(twice.detail()).isEqualTo("Taken elsewhere.");
        assertThat(refusedCreate("people", "id", 1, "name", "assert").detail()).isEqualTo("An assertion.");
    }

    @Test
    void domains_and_types_name_the_column_that_is_of_them() {
        given(
                "CREATE DOMAIN word AS text CHECK (VALUE ~ '^\\w+$')",
                "CREATE DOMAIN short_word AS word CONSTRAINT not_long CHECK (length(VALUE) < 9)",
                "CREATE DOMAIN given AS text NOT NULL",
                "CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, name short_word, family word, nick given DEFAULT 'n',"
                        + " note text)");
        RequestRejectedException space = refusedCreate("people", "id", 1, "family", "van Dam", "note", "x y");
        assertThat(space.violations()).extracting(Violation::pointer).containsExactly("/family");
        RequestRejectedException length = refusedCreate("people", "id", 1, "name", "abcdefghijkl", "family", "Dam");
        assertThat(length.violations()).extracting(Violation::pointer).containsExactly("/name");
        assertThat(length.detail()).contains("not_long");
    }

    @Test
    void a_missing_partition_names_the_columns_of_the_key() {
        given(
                "CREATE TABLE events (id integer, at date NOT NULL, kind text, note text, PRIMARY KEY (id, at, kind))"
                        + " PARTITION BY RANGE (at)",
                "CREATE TABLE events_2026 PARTITION OF events FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')"
                        + " PARTITION BY LIST (kind)",
                "CREATE TABLE events_2026_a PARTITION OF events_2026 (CONSTRAINT noted CHECK (note <> '')) FOR VALUES IN"
                        + " ('a')");
        RequestRejectedException none = refusedCreate("events", "id", 1, "at", "2030-01-01", "kind", "a", "note", "x");
        assertThat(none.violations()).extracting(Violation::pointer).contains("/at");
        assertThat(refusedCreate("events", "id", 1, "at", "2026-01-01", "kind", "b", "note", "x")
                        .violations())
                .extracting(Violation::pointer)
                .contains("/kind");
        create("events", "id", 1, "at", "2026-01-01", "kind", "a", "note", "x");
        RequestRejectedException twice = refusedCreate("events", "id", 1, "at", "2026-01-01", "kind", "a", "note", "x");
        assertThat(twice.code()).isEqualTo("unique");
        assertThat(twice.violations()).extracting(Violation::pointer).containsExactlyInAnyOrder("/id", "/at", "/kind");
        RequestRejectedException check = refusedCreate("events", "id", 2, "at", "2026-01-01", "kind", "a", "note", "");
        assertThat(check.detail()).contains("noted").contains("note");
    }

    @Test
    void an_exclusion_a_row_policy_and_a_bug_in_a_trigger_say_what_they_are() {
        given(
                "CREATE TABLE stays (id bigint NOT NULL PRIMARY KEY, room text, CONSTRAINT no_overlap EXCLUDE"
                        + " USING gist (int8range(id, id + 10) WITH &&))",
                "CREATE TABLE quotients (id bigint NOT NULL PRIMARY KEY, divisor integer)",
                "CREATE FUNCTION divide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.id := 10 / NEW.divisor;"
                        + " RETURN NEW; END $$",
                "CREATE TRIGGER divide BEFORE INSERT ON quotients FOR EACH ROW EXECUTE FUNCTION divide()");
        create("stays", "id", 1, "room", "a");
        RequestRejectedException overlap = refusedCreate("stays", "id", 2, "room", "a");
        assertThat(overlap.code()).isEqualTo("unique");
        assertThat(overlap.detail()).contains("no_overlap");
        assertThat(refusedCreate("quotients", "id", 1, "divisor", 0).detail()).contains("division by zero");
    }

    @Test
    void rows_that_a_policy_shows_and_does_not_let_change_stay_as_they_are_and_keep_their_parent() {
        String user = "limited_" + server.database();
        execute(
                "CREATE TABLE parents (id bigint NOT NULL PRIMARY KEY, name text, open boolean NOT NULL)",
                "CREATE TABLE children (id bigint NOT NULL PRIMARY KEY, parent_id bigint REFERENCES parents ON DELETE CASCADE,"
                        + " open boolean NOT NULL)",
                "CREATE TABLE toys (id bigint NOT NULL PRIMARY KEY, child_id bigint REFERENCES children ON DELETE CASCADE)",
                "CREATE TABLE notes (id bigint NOT NULL PRIMARY KEY, parent_id bigint REFERENCES parents ON DELETE CASCADE,"
                        + " open boolean NOT NULL)",
                "CREATE TABLE visits (id bigint NOT NULL PRIMARY KEY, parent_id bigint REFERENCES parents ON DELETE SET NULL,"
                        + " open boolean NOT NULL)",
                "INSERT INTO parents VALUES (1, 'a', false), (2, 'b', true), (3, 'c', true), (4, 'd', true), (5, 'e', true)",
                "INSERT INTO children VALUES (1, 2, true), (2, 3, false)",
                "INSERT INTO notes VALUES (1, 2, true), (2, 4, false)",
                "INSERT INTO visits VALUES (1, 2, true), (2, 5, false)",
                "CREATE ROLE " + user + " LOGIN PASSWORD 'limited'",
                "GRANT ALL ON ALL TABLES IN SCHEMA public TO " + user,
                "GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO " + user);
        for (String table : List.of("parents", "children", "notes", "visits")) {
            execute(
                    "ALTER TABLE " + table + " ENABLE ROW LEVEL SECURITY",
                    "CREATE POLICY seen ON " + table + " FOR SELECT USING (true)",
                    "CREATE POLICY changed ON " + table + " FOR UPDATE USING (open)",
                    "CREATE POLICY deleted ON " + table + " FOR DELETE USING (open)");
        }
        database.close();
        database = Database.open(new DatabaseSettings.Server(
                server.product(), server.host(), server.port(), server.database(), user, "limited", "", 8));
        given();
        for (RequestRejectedException refused : List.of(
                refused(() -> patch("parents", "1", "name", "z")),
                refused(() -> delete("parents", "1")),
                refused(() -> delete("parents", "3")),
                refused(() -> delete("parents", "4")),
                refused(() -> delete("parents", "5")))) {
            assertThat(refused.code()).isEqualTo("not_stored");
            assertThat(refused.detail()).contains("policy");
        }
        assertThat(refused(() -> delete("parents", "9")).code()).isEqualTo("not_found");
        assertThat(text("SELECT count(*) FROM admin_audit_log")).isEqualTo("0");
        patch("parents", "2", "name", "z");
        delete("parents", "2");
        assertThat(text("SELECT string_agg(event || model, ',' ORDER BY id) FROM admin_audit_log"))
                .contains("deletechildren", "deletenotes", "updatevisits");
        assertThat(text("SELECT count(*) FROM parents")).isEqualTo("4");
    }

    @Test
    void what_is_checked_only_by_the_commit_is_a_conflict_that_names_the_field() {
        given(
                "CREATE TABLE steps (id integer PRIMARY KEY, place integer, CONSTRAINT one_at_a_place UNIQUE (place)"
                        + " DEFERRABLE INITIALLY DEFERRED)",
                "CREATE TABLE notes (id integer PRIMARY KEY, step_id integer REFERENCES steps DEFERRABLE INITIALLY DEFERRED,"
                        + " text text)",
                "CREATE FUNCTION no_bad() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'Bad at the end.';"
                        + " END $$",
                "CREATE CONSTRAINT TRIGGER no_bad AFTER INSERT OR UPDATE ON notes DEFERRABLE INITIALLY DEFERRED FOR EACH"
                        + " ROW WHEN (NEW.text = 'bad') EXECUTE FUNCTION no_bad()");
        create("steps", "id", 1, "place", 1);
        create("steps", "id", 2, "place", 2);
        for (RequestRejectedException refused : List.of(
                refusedCreate("steps", "id", 3, "place", 1),
                refusedDryRun("steps", "id", 3, "place", 1),
                refused(() -> patch("steps", "2", "place", 1)))) {
            assertThat(refused.code()).isEqualTo("unique");
            assertThat(refused.detail()).contains("one_at_a_place");
            assertThat(refused.violations()).extracting(Violation::pointer).containsExactly("/place");
        }
        RequestRejectedException reference = refusedCreate("notes", "id", 1, "step_id", 9);
        assertThat(reference.code()).isEqualTo("reference_not_found");
        assertThat(reference.violations()).extracting(Violation::pointer).containsExactly("/step_id");
        assertThat(refusedCreate("notes", "id", 1, "text", "bad").detail()).isEqualTo("Bad at the end.");
        create("notes", "id", 1, "step_id", 1);
        assertThat(refused(() -> delete("steps", "1")).code()).isEqualTo("in_use");
        assertThat(text("SELECT (SELECT count(*) FROM steps) || '/' || (SELECT count(*) FROM notes)"))
                .isEqualTo("2/1");
    }

    @Test
    void the_part_of_a_key_that_the_database_generates_need_not_be_given() {
        given(
                "CREATE TABLE readings (id bigint GENERATED ALWAYS AS IDENTITY, day date, value integer, PRIMARY KEY (id,"
                        + " day)) PARTITION BY RANGE (day)",
                "CREATE TABLE readings_2026 PARTITION OF readings FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')");
        RecordKey key = create("readings", "day", "2026-02-03", "value", 5);
        assertThat(key.encoded()).isEqualTo("1,2026-02-03");
        patch("readings", key.encoded(), "value", 6);
        assertThat(text("SELECT value FROM readings_2026")).isEqualTo("6");
    }

    @Test
    void values_that_the_server_would_cut_are_rejected() {
        given("CREATE TABLE odd (id bigint PRIMARY KEY, price money, title name, kind \"char\")");
        for (List<String> each : List.of(
                List.of("price", "1.239", "A multiple of 0.01 is expected."),
                List.of("title", "é".repeat(32), "At most 63 bytes are allowed."),
                List.of("kind", "zz", "At most 1 byte is allowed."))) {
            RequestRejectedException refused = refusedCreate("odd", "id", 1, each.get(0), each.get(1));
            assertThat(refused.violations()).extracting(Violation::pointer).containsExactly("/" + each.get(0));
            assertThat(refused.violations().getFirst().message()).isEqualTo(each.get(2));
        }
        create("odd", "id", 1, "price", "1.230", "title", "é".repeat(31), "kind", "z");
        assertThat(text("SELECT concat(price::numeric, length(title::text), kind) FROM odd"))
                .isEqualTo("1.2331z");
    }

    @Test
    void a_text_that_is_no_value_of_its_column_is_named_with_what_the_server_says() {
        given(
                "CREATE TABLE odd (id bigint GENERATED ALWAYS AS IDENTITY, day date, doc xml, bits bit(3), span int4range,"
                        + " first inet, second inet, zone timetz, other_zone timetz, object oid, single real, PRIMARY KEY (id, day))");
        for (List<String> each : List.of(
                List.of("doc", "<a>", "XML"),
                List.of("bits", "102", "binary digit"),
                List.of("span", "[5,1]", "lower bound"),
                List.of("zone", "25:00", "out of range"),
                List.of("zone", "noon", "invalid input syntax"),
                List.of("object", "x", "invalid input syntax"))) {
            RequestRejectedException refused =
                    refusedCreate("odd", "day", "2026-01-01", "first", "10.0.0.1", each.get(0), each.get(1));
            assertThat(refused.violations()).extracting(Violation::pointer).containsExactly("/" + each.get(0));
            assertThat(refused.violations().getFirst().message()).contains(each.get(2));
        }
        RequestRejectedException address =
                refusedCreate("odd", "day", "2026-01-01", "first", "10.0.0.1", "second", "10.0.0.999");
        assertThat(address.violations()).extracting(Violation::pointer).containsExactly("/second");
        assertThat(address.violations().getFirst().message()).contains("invalid input syntax for type inet");
        assertThat(refusedCreate("odd", "day", "2026-01-01", "single", 1e39)
                        .violations()
                        .getFirst()
                        .message())
                .isEqualTo("The number is too large.");
        RequestRejectedException key = refusedCreate("odd", "id", 7, "day", "2026-01-01");
        assertThat(key.violations()).extracting(Violation::pointer).containsExactly("/id");
    }
}
