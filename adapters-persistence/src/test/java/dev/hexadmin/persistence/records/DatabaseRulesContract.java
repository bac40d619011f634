package dev.hexadmin.persistence.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.RecordsAssembly;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.persistence.audit.JdbcAuditTrail;
import dev.hexadmin.persistence.introspection.Introspection;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Triggers, constraints and partitions of another program's database, as an editor of its introspected models sees
 * them.
 */
abstract class DatabaseRulesContract {
    private static final Actor SUPERUSER =
            new Actor.SignedIn(new UserId(1), new EmailAddress("s@example.com"), Rights.ALL, Actor.Origin.LOCAL);

    Database database;
    private ModelRegistry registry = ModelRegistry.of(List.of());
    private JdbcRecords records;
    private EditingRecords editing;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open(@TempDir Path folder) {
        database = Database.open(settings(folder));
    }

    @AfterEach
    void close() {
        database.close();
    }

    /** Of databases that have such indexes. */
    final void partialUniqueIndex() {
        given(
                "CREATE TABLE accounts (id bigint NOT NULL PRIMARY KEY, email text, tenant integer, gone text)",
                "CREATE UNIQUE INDEX one_account ON accounts (lower(email), tenant) WHERE gone IS NULL");
        create("accounts", "id", 1, "email", "a@example.com", "tenant", 1);
        assertThat(refusedCreate("accounts", "id", 2, "email", "A@example.com", "tenant", 1)
                        .violations())
                .extracting(Violation::pointer)
                .containsExactlyInAnyOrder("/email", "/tenant");
        create("accounts", "id", 2, "email", "A@example.com", "tenant", 1, "gone", "today");
    }

    /** Creates tables, and introspects models from them. */
    final void given(String... statements) {
        execute(statements);
        registry = ModelRegistry.of(Introspection.of(database).models());
        records = new JdbcRecords(database, registry, new byte[32]);
        editing = RecordsAssembly.of(
                        registry,
                        records,
                        database,
                        new JdbcAuditTrail(database),
                        (actor, model, action) -> Condition.always(),
                        new HashMap<>(),
                        NoMessages.on(database),
                        SecretKeys.of(new byte[32]),
                        InstantSource.system(),
                        new SplittableRandom(1))
                .editing();
    }

    final void execute(String... statements) {
        database.write(scope -> database.change(session -> {
            try (Statement statement = session.connection().createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
            return 0;
        }));
    }

    final String text(String sql) {
        return database.read(session -> {
            try (Statement statement = session.connection().createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return String.valueOf(row.getString(1));
            }
        });
    }

    final Model model(String name) {
        return registry.model(name).orElseThrow();
    }

    final RecordKey create(String model, @Nullable Object... namesAndValues) {
        return editing.create(SUPERUSER, model(model), body(namesAndValues), false, CollectingSink::new)
                .key();
    }

    final void patch(String model, String id, @Nullable Object... namesAndValues) {
        editing.patch(
                SUPERUSER, model(model), id, body(namesAndValues), new Precondition.None(), false, CollectingSink::new);
    }

    final void delete(String model, String id) {
        editing.delete(SUPERUSER, model(model), id, new Precondition.None(), false);
    }

    final RequestRejectedException refusedDryRun(String model, @Nullable Object... namesAndValues) {
        return refused(() -> editing.create(SUPERUSER, model(model), body(namesAndValues), true, CollectingSink::new));
    }

    final RequestRejectedException refusedCreate(String model, @Nullable Object... namesAndValues) {
        return refused(() -> create(model, namesAndValues));
    }

    static RequestRejectedException refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        RequestRejectedException refused = catchThrowableOfType(RequestRejectedException.class, call);
        assertThat(refused).isNotNull();
        return refused;
    }

    private static Map<String, @Nullable Object> body(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            @Nullable Object value = namesAndValues[i + 1];
            body.put((String) namesAndValues[i], value instanceof Integer number ? number.longValue() : value);
        }
        return body;
    }

    /** A trigger that rejects a change with a custom message. */
    abstract List<String> raising(String table, String event, String condition, String text);

    /** A trigger that leaves rows unchanged without an error. */
    abstract List<String> swallowing(String table, String event, String condition);

    private void given(List<String> triggers, String... tables) {
        String[] all = new String[tables.length + triggers.size()];
        System.arraycopy(tables, 0, all, 0, tables.length);
        for (int i = 0; i < triggers.size(); i++) {
            all[tables.length + i] = triggers.get(i);
        }
        given(all);
    }

    @Test
    void what_a_trigger_raises_for_users_is_shown_to_them() {
        given(
                raising("people", "INSERT", "NEW.name = 'bad'", "Custom rule: it''s a (bad) name"),
                "CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, name text)");
        RequestRejectedException refused = refusedCreate("people", "id", 1, "name", "bad");
        assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.INVALID);
        assertThat(refused.detail()).isEqualTo("Custom rule: it's a (bad) name");
        assertThat(refused.violations())
                .extracting(Violation::message)
                .containsExactly("Custom rule: it's a (bad) name");
        create("people", "id", 1, "name", "good");
    }

    @Test
    void what_a_trigger_raises_about_an_update_and_a_delete_is_shown() {
        given(
                raising("people", "UPDATE", "NEW.name = 'bad'", "No such name."),
                "CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, name text)",
                "INSERT INTO people VALUES (1, 'kept')");
        raising("people", "DELETE", "OLD.name = 'kept'", "Records of kept people stay.")
                .forEach(this::execute);
        assertThat(refused(() -> patch("people", "1", "name", "bad")).detail()).isEqualTo("No such name.");
        assertThat(refused(() -> delete("people", "1")).detail()).isEqualTo("Records of kept people stay.");
        assertThat(text("SELECT name FROM people")).isEqualTo("kept");
    }

    @Test
    void an_insert_an_update_and_a_delete_that_a_trigger_swallows_are_conflicts_that_say_so() {
        given(
                swallowing("people", "INSERT", "NEW.name = 'bad'"),
                "CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, name text)");
        swallowing("people", "UPDATE", "NEW.name = 'bad'").forEach(this::execute);
        swallowing("people", "DELETE", "OLD.name = 'kept'").forEach(this::execute);
        create("people", "id", 1, "name", "kept");
        for (RequestRejectedException refused : List.of(
                refusedCreate("people", "id", 2, "name", "bad"),
                refused(() -> patch("people", "1", "name", "bad")),
                refused(() -> delete("people", "1")))) {
            assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.CONFLICT);
            assertThat(refused.code()).isEqualTo("not_stored");
            assertThat(refused.detail()).contains("trigger").contains("people");
        }
        assertThat(text("SELECT count(*) || min(name) FROM people")).isEqualTo("1kept");
        assertThat(text("SELECT count(*) FROM admin_audit_log")).isEqualTo("1");
    }

    @Test
    void a_child_that_a_trigger_keeps_from_going_keeps_its_parent() {
        given(
                swallowing("toys", "DELETE", "OLD.id = 7"),
                "CREATE TABLE children (id bigint NOT NULL PRIMARY KEY)",
                "CREATE TABLE toys (id bigint NOT NULL PRIMARY KEY, child_id integer REFERENCES children (id) ON"
                        + " DELETE CASCADE)",
                "INSERT INTO children VALUES (1)",
                "INSERT INTO toys VALUES (7, 1)");
        RequestRejectedException refused = refused(() -> delete("children", "1"));
        assertThat(refused.code()).isEqualTo("not_stored");
        assertThat(refused.detail()).contains("toys");
        assertThat(text("SELECT count(*) FROM toys")).isEqualTo("1");
    }

    @Test
    void a_record_that_a_trigger_deletes_at_once_is_not_stored() {
        given(List.of(), "CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, name text)");
        deletingAfterInsert("people").forEach(this::execute);
        assertThat(refusedCreate("people", "id", 1, "name", "a").code()).isEqualTo("not_stored");
    }

    abstract List<String> deletingAfterInsert(String table);

    @Test
    void a_constraint_is_shown_with_its_name_and_the_fields_it_covers() {
        given("CREATE TABLE stays (id bigint NOT NULL PRIMARY KEY, room integer, first_day date NOT NULL, last_day"
                + " date NOT NULL, CONSTRAINT days_in_order CHECK (first_day <= last_day), CONSTRAINT"
                + " one_stay_a_day UNIQUE (room, first_day))");
        RequestRejectedException order =
                refusedCreate("stays", "id", 1, "room", 1, "first_day", "2026-02-02", "last_day", "2026-01-01");
        assertThat(order.detail()).contains("days_in_order").contains("first_day, last_day");
        assertThat(order.violations())
                .extracting(Violation::pointer)
                .containsExactlyInAnyOrder("/first_day", "/last_day");
        create("stays", "id", 1, "room", 1, "first_day", "2026-02-02", "last_day", "2026-02-02");
        RequestRejectedException twice =
                refusedCreate("stays", "id", 2, "room", 1, "first_day", "2026-02-02", "last_day", "2026-02-03");
        assertThat(twice.code()).isEqualTo("unique");
        assertThat(twice.detail()).contains("room, first_day");
        assertThat(twice.violations()).extracting(Violation::pointer).containsExactlyInAnyOrder("/room", "/first_day");
    }

    @Test
    void a_reference_of_several_fields_that_leads_nowhere_names_them() {
        given(
                "CREATE TABLE pairs (a integer NOT NULL, b integer NOT NULL, PRIMARY KEY (a, b))",
                "CREATE TABLE halves (id bigint NOT NULL PRIMARY KEY, a integer, b integer, note text, CONSTRAINT of_a_pair"
                        + " FOREIGN KEY (a, b) REFERENCES pairs (a, b))",
                "INSERT INTO pairs VALUES (1, 1)");
        create("halves", "id", 1, "a", 1, "b", 1);
        create("halves", "id", 2, "a", 2);
        RequestRejectedException refused = refusedCreate("halves", "id", 3, "a", 1, "b", 2);
        assertThat(refused.code()).isEqualTo("reference_not_found");
        assertThat(refused.violations()).extracting(Violation::pointer).containsExactlyInAnyOrder("/a", "/b");
        assertThat(refused(() -> patch("halves", "1", "b", 2)).violations())
                .extracting(Violation::pointer)
                .contains("/b");
    }

    @Test
    void a_record_that_rows_point_to_by_another_column_than_its_key_is_in_use() {
        given(
                "CREATE TABLE parents (id bigint NOT NULL PRIMARY KEY, code varchar(9) NOT NULL UNIQUE)",
                "CREATE TABLE others (id bigint NOT NULL PRIMARY KEY, code varchar(9), CONSTRAINT of_a_code FOREIGN KEY (code)"
                        + " REFERENCES parents (code))",
                "INSERT INTO parents VALUES (1, 'a')",
                "INSERT INTO others VALUES (1, 'a')");
        RequestRejectedException refused = refused(() -> delete("parents", "1"));
        assertThat(refused.code()).isEqualTo("in_use");
        assertThat(refused.detail()).isIn("Records of 'Others' point to this one.", "Other records point to this one.");
    }

    @Test
    void a_rule_of_a_table_that_a_trigger_writes_is_not_taken_for_one_of_the_record() {
        given(
                writingElsewhere(),
                "CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, name text)",
                "CREATE TABLE name_log (id bigint NOT NULL PRIMARY KEY, name text NOT NULL)");
        RequestRejectedException refused = refusedCreate("people", "id", 1, "name", null);
        assertThat(refused.violations()).extracting(Violation::pointer).containsExactly("");
        assertThat(refused.detail()).contains("name_log").contains("name");
    }

    /** After an insert of people, its id and name are inserted into name_log. */
    abstract List<String> writingElsewhere();

    @Test
    void a_column_that_is_no_field_is_named_when_it_needs_a_value() {
        given("CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, name text)");
        create("people", "id", 1, "name", "a");
        execute(
                "DROP TABLE people",
                "CREATE TABLE people (id bigint NOT NULL PRIMARY KEY, name text, born text NOT NULL)");
        RequestRejectedException refused = refusedCreate("people", "id", 2, "name", "b");
        assertThat(refused.detail()).contains("born").contains("people");
        assertThat(refused.violations()).extracting(Violation::message).allMatch(message -> message.contains("born"));
    }
}
