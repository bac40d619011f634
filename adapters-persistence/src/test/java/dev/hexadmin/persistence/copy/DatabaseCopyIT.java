package dev.hexadmin.persistence.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.migration.Migrations;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseCopyIT {
    private static final ModelRegistry REGISTRY = ModelRegistry.of(List.of(
            ModelDefinition.builder("tags")
                    .field("code", FieldType.STRING, FieldDefinition.Builder::primaryKey)
                    .build(),
            ModelDefinition.builder("prices")
                    .field("region", FieldType.STRING, FieldDefinition.Builder::primaryKey)
                    .field("year", FieldType.INTEGER, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                    .field("amount", FieldType.DECIMAL, f -> f.precision(12).scale(2))
                    .build(),
            ModelDefinition.builder("authors")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING, f -> f.required().unique())
                    .field("mentor_id", FieldType.REFERENCE, f -> f.to("authors"))
                    .field("favourite_id", FieldType.REFERENCE, f -> f.to("books"))
                    .build(),
            ModelDefinition.builder("books")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("title", FieldType.STRING)
                    .field("text", FieldType.TEXT)
                    .field("pages", FieldType.INTEGER)
                    .field("price", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                    .field("large", FieldType.DECIMAL, f -> f.precision(30).scale(9))
                    .field("weight", FieldType.FLOAT)
                    .field("on_sale", FieldType.BOOLEAN)
                    .field("published_on", FieldType.DATE)
                    .field("opens_at", FieldType.TIME)
                    .field("changed_at", FieldType.DATETIME)
                    .field("took", FieldType.DURATION)
                    .field("serial", FieldType.UUID)
                    .field("state", FieldType.ENUM, f -> f.values(List.of("draft", "sold")))
                    .field("details", FieldType.JSON)
                    .field("words", FieldType.LIST, f -> f.of(FieldType.STRING))
                    .field("notes", FieldType.MARKDOWN)
                    .field("script", FieldType.CODE)
                    .field("cover", FieldType.BINARY)
                    .field("scan", FieldType.FILE)
                    .field("photo", FieldType.IMAGE)
                    .field("contact", FieldType.EMAIL)
                    .field("home", FieldType.URL)
                    .field("shade", FieldType.COLOUR)
                    .field("pin", FieldType.STRING, FieldDefinition.Builder::writeOnly)
                    .field("author_id", FieldType.REFERENCE, f -> f.to("authors"))
                    .field("tags", FieldType.REFERENCES, f -> f.to("tags"))
                    .build()));
    private static final Collection<Model> MODELS = REGISTRY.models();
    private static final List<String> ROWS = List.of(
            "INSERT INTO tags (code) VALUES (''), ('b c'), ('É')",
            "INSERT INTO prices (region, year, amount) VALUES ('eu', 2025, 12.50), ('eu', 2026, -0.01), ('', 0, NULL)",
            "INSERT INTO authors (id, name) VALUES (1, 'Ada'), (7, 'ada'), (9, 'Bob ')",
            "INSERT INTO books (id, title, text, pages, price, large, weight, on_sale, published_on, opens_at, changed_at, took,"
                    + " serial, state, details, words, notes, script, cover, scan, photo, contact, home, shade, pin, author_id)"
                    + " VALUES (1, '𝄞 ''\"\\ ', E'a\\n\\tb', 9007199254740993, 12345678.90, 123456789012345678901.123456789,"
                    + " 0.1, true, '2024-02-29', '23:59:59.999999', '2026-11-29 05:06:07.123456+00',"
                    + " '-1 days -02:03:04.000005', '0190b1d2-0000-7000-8000-000000000001', 'sold', '{\"a\": [1, null, \"é\"]}',"
                    + " '[\"x\", \"\"]', '# h', '{', '\\x0001ff', '0190b1d2-0000-7000-8000-00000000000f', NULL, 'a@example.com',"
                    + " 'https://example.com/é', '#a1b2c3', 'secret', 7),"
                    + " (40, '', '', -9223372036854775808, -0.01, 0.000000001, 1e300, false, '0001-01-01', '00:00',"
                    + " '0001-01-01 00:00:00+00', '0', '00000000-0000-0000-0000-000000000000', 'draft', 'null', '[]', '', '', '',"
                    + " NULL, NULL, '', '', '', '', NULL), (41, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '9999-12-31', NULL,"
                    + " '9999-12-31 23:59:59.999999+00', '10000 days', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
                    + " NULL, NULL, NULL, 9)",
            "UPDATE authors SET mentor_id = 10 - id, favourite_id = 41 WHERE id <> 7",
            "UPDATE authors SET mentor_id = 7 WHERE id = 7",
            "INSERT INTO books_tags (source_id, target_id) VALUES (1, 'É'), (1, ''), (41, 'b c')");

    @TempDir
    Path folder;

    private final List<String> copied = new ArrayList<>();

    private final DatabaseCopy.Progress progress = new DatabaseCopy.Progress() {
        @Override
        public void copying(String table, long rows) {
            copied.add(table + " " + rows + " so far");
        }

        @Override
        public void copied(String table, long rows) {
            copied.add(table + " " + rows);
        }
    };

    @BeforeEach
    void forget() {
        copied.clear();
    }

    /** A database with an installation that has the tables of the models. */
    private static <D extends DatabaseSettings> D managed(D migrated) {
        try (Persistence persistence = Persistence.open(migrated)) {
            persistence.manage(MODELS);
        }
        return migrated;
    }

    private static DatabaseSettings filledPostgresql() {
        DatabaseSettings source = managed(TestDatabases.migratedPostgresql());
        TestDatabases.execute(source, ROWS);
        BuiltInRows.insert(source);
        return source;
    }

    private DatabaseCopy.Result copy(DatabaseSettings from, DatabaseSettings to) {
        try (Persistence persistence = Persistence.open(from)) {
            return persistence.copyTo(to, MODELS, true, progress);
        }
    }

    /** The rows of all copied tables as the server writes them, in order. */
    private static Map<String, List<String>> rows(DatabaseSettings postgresql) {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        TreeSet<String> tables = new TreeSet<>(OwnTables.COPIED);
        tables.addAll(CopiedTables.names(MODELS));
        for (String table : tables) {
            rows.put(
                    table,
                    TestDatabases.texts(
                            postgresql,
                            "SET TIME ZONE 'UTC'",
                            "SELECT t::text FROM \"" + table + "\" t ORDER BY t::text COLLATE \"C\""));
        }
        return rows;
    }

    @Test
    void every_value_is_the_same_after_copies_to_mysql_sqlite_and_back() {
        DatabaseSettings source = filledPostgresql();
        DatabaseSettings mysql = TestDatabases.mysql();
        DatabaseSettings sqlite = TestDatabases.sqlite(folder);
        DatabaseSettings back = TestDatabases.postgresql();
        copy(source, mysql);
        copy(mysql, sqlite);
        copy(sqlite, back);
        Map<String, List<String>> rows = rows(source);
        assertThat(rows.values()).noneMatch(List::isEmpty);
        assertThat(rows(back)).isEqualTo(rows);
    }

    @Test
    void every_value_is_the_same_after_copies_to_sqlite_mysql_and_back() {
        DatabaseSettings source = filledPostgresql();
        DatabaseSettings sqlite = TestDatabases.sqlite(folder);
        DatabaseSettings mysql = TestDatabases.mysql();
        DatabaseSettings back = TestDatabases.postgresql();
        copy(source, sqlite);
        copy(sqlite, mysql);
        copy(mysql, back);
        assertThat(rows(back)).isEqualTo(rows(source));
    }

    @Test
    void databases_of_one_kind_are_copied_too() {
        DatabaseSettings source = filledPostgresql();
        DatabaseSettings copy = TestDatabases.postgresql();
        DatabaseSettings sqlite = TestDatabases.sqlite(folder);
        DatabaseSettings other = TestDatabases.sqlite(folder);
        DatabaseSettings back = TestDatabases.postgresql();
        copy(source, copy);
        copy(copy, sqlite);
        copy(sqlite, other);
        copy(other, back);
        assertThat(rows(back)).isEqualTo(rows(source));
    }

    @Test
    void every_built_in_table_is_copied_or_left() {
        for (DatabaseSettings database :
                List.of(TestDatabases.sqlite(folder), TestDatabases.postgresql(), TestDatabases.mysql())) {
            try (Database open = Database.open(database)) {

                new Migrations(open).apply();
                new ManagedSchema(open).apply(MODELS);
                List<String> found =
                        open.read(session -> open.kind().catalogue().tables(session, List.of(), note -> {}).stream()
                                .map(table -> table.name())
                                .filter(name -> name.startsWith("admin_"))
                                .toList());
                assertThat(OwnTables.all()).containsAll(found);
            }
        }
        assertThat(OwnTables.COPIED).doesNotHaveDuplicates().doesNotContainAnyElementsOf(OwnTables.LEFT);
    }

    private static void run(DatabaseSettings database, String... statements) {
        TestDatabases.execute(database, List.of(statements));
    }

    private List<DatabaseSettings> emptyTargets() {
        return List.of(TestDatabases.sqlite(folder), TestDatabases.postgresql(), TestDatabases.mysql());
    }

    private static List<String> tables(DatabaseSettings settings) {
        try (Database database = Database.open(settings)) {
            return database.read(session -> database.kind().catalogue().tables(session, List.of(), note -> {}).stream()
                    .map(table -> table.name())
                    .toList());
        }
    }

    private DatabaseSettings.Embedded filledSqlite() {
        DatabaseSettings.Embedded source = managed(TestDatabases.migratedSqlite(folder));
        run(
                source,
                "INSERT INTO authors (id, name) VALUES (3, 'Ada')",
                "INSERT INTO books (id, title) VALUES (3, 'x')");
        return source;
    }

    @Test
    void new_keys_follow_the_last_one_also_if_its_row_was_deleted() {
        DatabaseSettings source = filledSqlite();
        run(source, "INSERT INTO authors (id, name) VALUES (70, 'gone')", "DELETE FROM authors WHERE id = 70");
        for (DatabaseSettings target : emptyTargets()) {
            copy(source, target);
            run(target, "INSERT INTO books (title) VALUES ('next')");
            assertThat(TestDatabases.texts(target, "SELECT id FROM books WHERE title = 'next'"))
                    .containsExactly("4");
            run(target, "DELETE FROM books WHERE id = 4", "INSERT INTO authors (name) VALUES ('next')");
            assertThat(TestDatabases.texts(target, "SELECT id FROM authors WHERE name = 'next'"))
                    .containsExactly("71");
        }
    }

    @Test
    void a_start_on_the_target_has_nothing_to_do() {
        DatabaseSettings source = filledSqlite();
        for (DatabaseSettings target : emptyTargets()) {
            copy(source, target);
            try (Persistence persistence = Persistence.open(target)) {
                assertThat(persistence.planMigrations()).isEmpty();
                assertThat(persistence.plan(MODELS, false)).isEmpty();
            }
            try (Database database = Database.open(target)) {
                assertThat(new ManagedSchema(database).apply(MODELS)).isEqualTo(ManagedSchema.Outcome.CURRENT);
            }
        }
    }

    @Test
    void foreign_keys_hold_in_the_target() {
        DatabaseSettings source = filledSqlite();
        for (DatabaseSettings target : List.of(TestDatabases.postgresql(), TestDatabases.mysql())) {
            copy(source, target);
            assertThatThrownBy(() -> run(target, "UPDATE books SET author_id = 99"))
                    .hasMessageContaining("oreign key");
            assertThatThrownBy(() -> run(target, "INSERT INTO admin_user_roles (user_id, role_id) VALUES (1, 1)"))
                    .hasMessageContaining("oreign key");
        }
    }

    @Test
    void each_table_is_reported_with_its_rows() {
        DatabaseCopy.Result result = copy(filledSqlite(), TestDatabases.sqlite(folder));
        assertThat(copied).contains("authors 1", "books 1", "admin_users 0").hasSize(result.tables());
        assertThat(result.rows()).isEqualTo(2);
        assertThat(result.others()).isEmpty();
        assertThat(result.columns()).isEmpty();
    }

    @Test
    void tables_and_columns_that_belong_to_no_model_are_named() {
        DatabaseSettings source = filledSqlite();
        run(source, "CREATE TABLE leaves (id INTEGER)", "ALTER TABLE books ADD COLUMN former TEXT");
        DatabaseSettings target = TestDatabases.postgresql();
        DatabaseCopy.Result result = copy(source, target);
        assertThat(result.others()).containsExactly("leaves");
        assertThat(result.columns()).containsExactly("books.former");
        assertThat(tables(target)).contains("books").doesNotContain("leaves");
    }

    @Test
    void a_target_with_a_table_of_hexadmin_or_of_a_model_is_refused() {
        DatabaseSettings source = filledSqlite();
        for (DatabaseSettings target : emptyTargets()) {
            run(target, "CREATE TABLE books (id INTEGER)", "CREATE TABLE leaves (id INTEGER)");
            assertThatThrownBy(() -> copy(source, target))
                    .isInstanceOf(CopyFailedException.class)
                    .hasMessage("The target must be empty, and has the table books: use another database. Nothing was"
                            + " changed.");
            assertThat(tables(target)).containsExactly("books", "leaves");
        }
        assertThatThrownBy(() -> copy(source, source)).hasMessageContaining("admin_account_links");
        assertThat(TestDatabases.texts(source, "SELECT title FROM books")).containsExactly("x");
    }

    @Test
    void a_row_that_the_target_cannot_hold_is_named_without_secrets_and_nothing_is_left() {
        DatabaseSettings source = filledSqlite();
        run(source, "INSERT INTO books (id, title, pin) VALUES (5, 'a' || char(0) || 'b', 'the-secret')");
        DatabaseSettings target = TestDatabases.postgresql();
        assertThatThrownBy(() -> copy(source, target))
                .isInstanceOf(CopyFailedException.class)
                .hasMessage(
                        "The table books, row 2 (id 5): the target cannot hold a value: a text with a null character.");
        assertThat(tables(target)).isEmpty();
        run(source, "UPDATE books SET title = ''");
        copy(source, target); // the second try
        assertThat(TestDatabases.texts(target, "SELECT id FROM books ORDER BY id"))
                .containsExactly("3", "5");
    }

    @Test
    void a_row_that_the_target_refuses_is_named_without_its_values() {
        DatabaseSettings source = filledSqlite();
        run(
                source,
                "INSERT INTO admin_roles (name, created_at) VALUES ('fine', '2026-11-20T10:00:00.000000Z'),"
                        + " ('secret' || char(0), '2026-11-20T10:00:00.000000Z')");
        DatabaseSettings target = TestDatabases.postgresql();
        assertThatThrownBy(() -> copy(source, target))
                .isInstanceOf(CopyFailedException.class)
                .hasMessageStartingWith("The table admin_roles, row 2 (id 2): the target refused the row (SQLSTATE ")
                .hasMessageNotContaining("secret");
        assertThat(tables(target)).isEmpty();
    }

    @Test
    void a_stored_value_that_is_none_of_its_type_is_named_and_no_file_is_left() {
        DatabaseSettings source = filledSqlite();
        run(source, "UPDATE books SET published_on = 'soon'");
        DatabaseSettings.Embedded target = TestDatabases.sqlite(folder);
        assertThatThrownBy(() -> copy(source, target))
                .hasMessage(
                        "The table books, row 1 (id 3): the value of the column 'published_on' cannot be read as one"
                                + " of its type; correct it in the source.");
        assertThat(target.file()).doesNotExist();
    }

    @Test
    void a_reference_that_leads_nowhere_is_named_and_nothing_is_left() {
        DatabaseSettings source = filledSqlite();
        run(source, "PRAGMA foreign_keys = OFF", "UPDATE books SET author_id = 99");
        for (DatabaseSettings target : emptyTargets()) {
            assertThatThrownBy(() -> copy(source, target))
                    .hasMessage("The table books, a row (id 3): author_id leads to a row of the table authors that does"
                            + " not exist; correct it in the source.");
            if (target instanceof DatabaseSettings.Server) {
                assertThat(tables(target)).isEmpty();
            }
        }
    }

    @Test
    void an_existing_file_stays_and_is_empty_again_after_a_failure() {
        DatabaseSettings source = filledSqlite();
        run(source, "UPDATE books SET published_on = 'soon'");
        DatabaseSettings.Embedded target = TestDatabases.sqlite(folder);
        run(target, "CREATE TABLE leaves (id INTEGER)");
        assertThatThrownBy(() -> copy(source, target)).isInstanceOf(CopyFailedException.class);
        assertThat(tables(target)).containsExactly("leaves");
    }

    @Test
    void a_database_that_a_server_uses_is_refused() {
        for (DatabaseSettings source : List.of(
                managed(TestDatabases.migratedPostgresql()), managed(TestDatabases.migratedMysql()), filledSqlite())) {
            try (Persistence persistence = Persistence.open(source)) {
                persistence.unitOfWork().write(scope -> {
                    persistence.servers().beat(UUID.randomUUID());
                    return scope;
                });
                DatabaseSettings.Embedded target = TestDatabases.sqlite(folder);
                assertThatThrownBy(() -> persistence.copyTo(target, MODELS, false, progress))
                        .isInstanceOf(CopyFailedException.class)
                        .hasMessageContaining("stop ")
                        .hasMessageContaining("--while-running");
                assertThat(target.file()).doesNotExist();
                assertThat(persistence.copyTo(target, MODELS, true, progress).tables())
                        .isPositive();
            }
        }
    }

    @Test
    void a_server_that_has_reported_long_ago_does_not_matter() {
        DatabaseSettings source = managed(TestDatabases.migratedPostgresql());
        run(
                source,
                "INSERT INTO admin_servers (id, started_at, heartbeat_at) SELECT gen_random_uuid(), now(), now() - interval"
                        + " '2 minutes'");
        try (Persistence persistence = Persistence.open(source)) {
            assertThat(persistence
                            .copyTo(TestDatabases.sqlite(folder), MODELS, false, progress)
                            .rows())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_source_of_other_models_or_of_another_version_is_refused() {
        for (DatabaseSettings source : List.of(TestDatabases.migratedSqlite(folder), TestDatabases.sqlite(folder))) {
            assertThatThrownBy(() -> copy(source, TestDatabases.sqlite(folder)))
                    .isInstanceOf(CopyFailedException.class)
                    .hasMessageContaining("run 'hexadmin migrate' first");
        }
    }

    @Test
    void rows_that_are_large_or_many_are_copied_in_parts() {
        DatabaseSettings source = filledSqlite();
        run(
                source,
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120000)"
                        + " INSERT INTO tags (code) SELECT 'tag ' || i FROM n",
                "INSERT INTO books (title, cover) VALUES ('large', zeroblob(5000000)), ('large', zeroblob(5000000))");
        for (DatabaseSettings target : emptyTargets()) {
            copy(source, target);
            assertThat(TestDatabases.texts(target, "SELECT count(*) FROM tags")).containsExactly("120000");
            assertThat(TestDatabases.texts(target, "SELECT sum(length(cover)) FROM books"))
                    .containsExactly("10000000");
        }
        assertThat(copied).contains("tags 100000 so far", "tags 120000");
    }
}
