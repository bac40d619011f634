package dev.hexadmin.persistence.introspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.migration.Migrations;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class IntrospectionContract {
    @TempDir
    Path folder;

    abstract DatabaseSettings settings(Path folder);

    abstract DatabaseSettings chinook(Path folder);

    /** The definition of an integer key that the database generates. */
    abstract String generatedKey();

    /** That a computed column is never null. */
    String computedNotNull() {
        return " NOT NULL";
    }

    List<ModelDefinition> models(String... statements) {
        return models(List.of(), statements);
    }

    List<ModelDefinition> models(List<ModelDefinition> registered, String... statements) {
        try (Database database = Database.open(settings(folder))) {
            execute(database, statements);
            return Introspection.of(database).models(registered, List.of());
        }
    }

    static void execute(Database database, String... statements) {
        database.write(scope -> database.change(session -> {
            try (Statement statement = session.connection().createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
                return true;
            }
        }));
    }

    static ModelDefinition named(List<ModelDefinition> models, String name) {
        return models.stream()
                .filter(model -> model.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among "
                        + models.stream().map(ModelDefinition::name).toList()));
    }

    static FieldDefinition field(ModelDefinition model, String name) {
        return model.fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among "
                        + model.fields().stream().map(FieldDefinition::name).toList()));
    }

    @Test
    void chinook_becomes_eleven_models_without_a_line_written() {
        List<ModelDefinition> models;
        try (Database database = Database.open(chinook(folder))) {
            models = Introspection.of(database).models();
        }
        assertThat(ModelRegistry.of(models).models()).hasSize(11);
        assertThat(models)
                .extracting(ModelDefinition::name)
                .containsExactlyInAnyOrder(
                        "album",
                        "artist",
                        "customer",
                        "employee",
                        "genre",
                        "invoice",
                        "invoice_line",
                        "media_type",
                        "playlist",
                        "playlist_track",
                        "track");
        ModelDefinition track = named(models, "track");
        assertThat(track.labelPlural()).isEqualTo("Tracks");
        assertThat(track.labels().display()).isEqualTo("{name}");
        assertThat(track.list().searchFields()).containsExactly("name", "composer");
        assertThat(field(track, "name").required()).isTrue();
        assertThat(field(track, "name").constraints().maxLength()).isEqualTo(OptionalInt.of(200));
        assertThat(field(track, "unit_price").constraints().precision()).isEqualTo(OptionalInt.of(10));
        assertThat(field(track, "unit_price").constraints().scale()).isEqualTo(OptionalInt.of(2));
        assertThat(field(track, "album_id").reference())
                .contains(new Reference("album", Reference.OnDelete.RESTRICT, Optional.empty()));
        assertThat(field(track, "album_id").nullable()).isTrue();
        assertThat(field(track, "media_type_id").required()).isTrue();
        assertThat(field(named(models, "employee"), "reports_to").target().to()).isEqualTo("employee");
        assertThat(field(named(models, "employee"), "birth_date").type()).isEqualTo(FieldType.DATETIME);
        assertThat(named(models, "employee").labels().display()).isEqualTo("{first_name} {last_name}");
        ModelDefinition link = named(models, "playlist_track");
        assertThat(link.fields())
                .extracting(FieldDefinition::name, FieldDefinition::primaryKey, FieldDefinition::type)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("playlist_id", true, FieldType.REFERENCE),
                        org.assertj.core.groups.Tuple.tuple("track_id", true, FieldType.REFERENCE));
        FieldDefinition tracks = field(named(models, "playlist"), "tracks");
        assertThat(tracks.type()).isEqualTo(FieldType.REFERENCES);
        assertThat(tracks.target().to()).isEqualTo("track");
        assertThat(tracks.target().through().orElseThrow().sourceColumn())
                .isEqualTo(field(link, "playlist_id").column());
    }

    @Test
    void odd_names_become_legal_ones_and_none_is_used_twice() {
        List<ModelDefinition> models = models(
                "CREATE TABLE \"Order Details\" (\"Order ID\" INTEGER, \"Line \"\"No\"\"\" INTEGER, \"2nd\" INTEGER,"
                        + " PRIMARY KEY (\"Line \"\"No\"\"\", \"Order ID\"))",
                "CREATE TABLE users (id INTEGER PRIMARY KEY, \"my name\" VARCHAR(5), my_name VARCHAR(5), \"My-Name\""
                        + " VARCHAR(5))",
                "CREATE TABLE \"select\" (\"from\" INTEGER PRIMARY KEY, \"order\" INTEGER)",
                "CREATE TABLE \"my table\" (id INTEGER PRIMARY KEY)",
                "CREATE TABLE my_table (id INTEGER PRIMARY KEY, t INTEGER REFERENCES \"my table\" (id))",
                "CREATE TABLE \"9 lives\" (\"Größe\" INTEGER PRIMARY KEY)",
                "CREATE TABLE \"AdminUsers\" (id INTEGER PRIMARY KEY)");
        assertThat(models)
                .extracting(ModelDefinition::name)
                .containsExactlyInAnyOrder(
                        "order_details",
                        "users_table",
                        "select",
                        "my_table",
                        "my_table_2",
                        "n9_lives",
                        "admin_users_table");
        ModelDefinition details = named(models, "order_details");
        assertThat(details.table()).isEqualTo("Order Details");
        assertThat(details.fields()).extracting(FieldDefinition::name).containsExactly("line_no", "order_id", "n2nd");
        assertThat(details.fields()).filteredOn(FieldDefinition::primaryKey).hasSize(2);
        assertThat(field(details, "line_no").column()).isEqualTo("Line \"No\"");
        assertThat(named(models, "users_table").fields())
                .extracting(FieldDefinition::name)
                .containsExactly("id", "my_name", "my_name_2", "my_name_3");
        assertThat(named(models, "my_table").table()).isEqualTo("my table");
        assertThat(field(named(models, "my_table_2"), "t").target().to()).isEqualTo("my_table");
        assertThat(ModelRegistry.of(models).models()).hasSize(7);
    }

    @Test
    void tables_of_the_program_itself_are_left_out_and_those_without_a_key_are_lists() {
        List<ModelDefinition> models = models(
                "CREATE TABLE keyless (a INTEGER)",
                "CREATE TABLE admin_audit_log (id INTEGER PRIMARY KEY)",
                "CREATE TABLE admin_audit_log_2026_01 (id INTEGER PRIMARY KEY)",
                "CREATE TABLE admin_schema_state (id INTEGER PRIMARY KEY)",
                "CREATE TABLE admin_search_12_data (id INTEGER PRIMARY KEY)",
                "CREATE TABLE flyway_schema_history (id INTEGER PRIMARY KEY)",
                "CREATE TABLE kept (id INTEGER PRIMARY KEY, k INTEGER)",
                "CREATE VIEW a_view AS SELECT * FROM kept");
        assertThat(models).extracting(ModelDefinition::name).containsExactly("a_view", "kept", "keyless");
        for (String list : List.of("a_view", "keyless")) {
            assertThat(named(models, list).fields()).noneMatch(FieldDefinition::primaryKey);
            assertThat(named(models, list).availability().operations()).isEmpty();
        }
    }

    @Test
    void no_table_that_the_migrations_make_is_a_model() {
        try (Database database = Database.open(settings(folder))) {
            new Migrations(database).apply();
            new ManagedSchema(database).apply(List.of());
            assertThat(Introspection.of(database).models()).isEmpty();
        }
    }

    @Test
    void tables_of_other_programs_are_served_although_their_names_begin_as_those_of_the_program_itself() {
        List<ModelDefinition> models = models(
                "CREATE TABLE admin_user (id INTEGER PRIMARY KEY)",
                "CREATE TABLE admin_system_messages (id INTEGER PRIMARY KEY, u INTEGER REFERENCES admin_user (id))",
                "CREATE TABLE admin_users (id INTEGER PRIMARY KEY)");
        assertThat(models)
                .extracting(ModelDefinition::name)
                .containsExactly("admin_system_messages_table", "admin_user_table");
        assertThat(ModelRegistry.of(models).models()).hasSize(2);
    }

    @Test
    void names_and_labels_keep_the_letters_of_the_tables() {
        List<ModelDefinition> models = models(
                "CREATE TABLE \"ÜMLAUTE\" (id INTEGER PRIMARY KEY, \"Straße\" VARCHAR(9), \"ΩName\" INTEGER)",
                "CREATE TABLE categories (id INTEGER PRIMARY KEY, label VARCHAR(9))",
                "CREATE TABLE \"OrderLines\" (id INTEGER PRIMARY KEY)",
                "CREATE TABLE people (id INTEGER PRIMARY KEY)");
        ModelDefinition umlaut = named(models, "umlaute");
        assertThat(umlaut.label()).isEqualTo("Ümlaute");
        assertThat(field(umlaut, "strasse").label()).isEqualTo("Straße");
        assertThat(field(umlaut, "x3c9_name").label()).isEqualTo("Ω name");
        assertThat(named(models, "categories").label()).isEqualTo("Category");
        assertThat(named(models, "categories").labelPlural()).isEqualTo("Categories");
        assertThat(named(models, "order_lines").label()).isEqualTo("Order line");
        assertThat(named(models, "people").label()).isEqualTo("Person");
    }

    @Test
    void keys_are_generated_where_the_database_does_so_and_given_elsewhere() {
        List<ModelDefinition> models = models(
                "CREATE TABLE made (id " + generatedKey() + ", n INTEGER)",
                "CREATE TABLE given (code VARCHAR(3) PRIMARY KEY)",
                "CREATE TABLE small_given (id SMALLINT PRIMARY KEY)",
                "CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b))",
                "CREATE TABLE extra (id INTEGER PRIMARY KEY REFERENCES made (id), note VARCHAR(10))");
        assertThat(field(named(models, "made"), "id").generated()).isEqualTo(Generated.BY_DATABASE);
        assertThat(field(named(models, "given"), "code").generated()).isEqualTo(Generated.NO);
        assertThat(field(named(models, "given"), "code").constraints().maxLength())
                .isEqualTo(OptionalInt.of(3));
        assertThat(field(named(models, "small_given"), "id").generated()).isEqualTo(Generated.NO);
        assertThat(named(models, "pair").fields())
                .allMatch(f -> f.primaryKey() && f.generated() == Generated.NO && !f.nullable());
        assertThat(field(named(models, "extra"), "id").type()).isEqualTo(FieldType.REFERENCE);
        assertThat(field(named(models, "extra"), "id").generated()).isEqualTo(Generated.NO);
        assertThat(ModelRegistry.of(models).models()).hasSize(5);
    }

    @Test
    void a_composite_key_has_the_order_of_the_key_and_not_of_the_columns() {
        ModelDefinition model = named(
                models("CREATE TABLE places (a INTEGER NOT NULL, note VARCHAR(10), b VARCHAR(5) NOT NULL,"
                        + " c INTEGER NOT NULL, PRIMARY KEY (c, a, b))"),
                "places");
        assertThat(ModelRegistry.of(List.of(model)).models().iterator().next().key())
                .extracting(FieldDefinition::name)
                .containsExactly("c", "a", "b");
        assertThat(model.fields()).extracting(FieldDefinition::name).containsExactly("c", "note", "a", "b");
    }

    @Test
    void nullability_defaults_uniqueness_and_enums_are_read() {
        ModelDefinition model = models("CREATE TABLE t (id INTEGER PRIMARY KEY,"
                        + " a VARCHAR(20) NOT NULL, b VARCHAR(20), c VARCHAR(20) NOT NULL DEFAULT 'it''s',"
                        + " d INTEGER DEFAULT 7, e NUMERIC(10,2) DEFAULT -1.5, f BOOLEAN NOT NULL DEFAULT true,"
                        + " g TIMESTAMP DEFAULT CURRENT_TIMESTAMP, h VARCHAR(20) DEFAULT NULL,"
                        + " i VARCHAR(10) NOT NULL DEFAULT 'new' CHECK (i IN ('new', 'it''s, old', 'done')),"
                        + " j DATE DEFAULT '2026-11-20', k JSON DEFAULT '{}', l VARCHAR(20) UNIQUE,"
                        + " m INTEGER, n INTEGER, o INTEGER CHECK (o > 3), p VARCHAR(10) DEFAULT (lower('X')),"
                        + " UNIQUE (m, n), UNIQUE (a, b))")
                .getFirst();
        assertThat(field(model, "a").required()).isTrue();
        assertThat(field(model, "a").nullable()).isFalse();
        assertThat(field(model, "b").required()).isFalse();
        assertThat(field(model, "b").nullable()).isTrue();
        assertThat(field(model, "c").required()).isFalse();
        assertThat(field(model, "c").nullable()).isFalse();
        assertThat(field(model, "c").input().defaultValue()).contains(new DefaultValue.Constant("it's"));
        assertThat(field(model, "d").input().defaultValue()).contains(new DefaultValue.Constant(7L));
        assertThat(field(model, "e").input().defaultValue())
                .contains(new DefaultValue.Constant(new BigDecimal("-1.50")));
        assertThat(field(model, "f").input().defaultValue()).contains(new DefaultValue.Constant(true));
        assertThat(field(model, "g").input().defaultValue())
                .contains(new DefaultValue.DatabaseExpression("CURRENT_TIMESTAMP"));
        assertThat(field(model, "h").input().defaultValue()).isEmpty();
        assertThat(field(model, "i").type()).isEqualTo(FieldType.ENUM);
        assertThat(field(model, "i").constraints().values()).containsExactly("new", "it's, old", "done");
        assertThat(field(model, "i").input().defaultValue()).contains(new DefaultValue.Constant("new"));
        assertThat(field(model, "j").input().defaultValue())
                .contains(new DefaultValue.Constant(java.time.LocalDate.of(2026, 11, 20)));
        assertThat(field(model, "k").input().defaultValue()).contains(new DefaultValue.Constant(new JsonText("{}")));
        assertThat(field(model, "l").storage().unique()).isTrue();
        assertThat(field(model, "m").storage().unique()).isFalse();
        assertThat(field(model, "o").type()).isEqualTo(FieldType.INTEGER);
        assertThat(field(model, "p").input().defaultValue()).get().isInstanceOf(DefaultValue.DatabaseExpression.class);
        assertThat(model.storage().uniqueTogether()).containsExactlyInAnyOrder(List.of("m", "n"), List.of("a", "b"));
    }

    @Test
    void foreign_keys_become_references_where_one_column_leads_to_a_key() {
        List<ModelDefinition> models = models(
                "CREATE TABLE a (id INTEGER PRIMARY KEY, code VARCHAR(5) UNIQUE)",
                "CREATE TABLE pair (x INTEGER, y INTEGER, PRIMARY KEY (x, y))",
                "CREATE TABLE keyless (a INTEGER UNIQUE)",
                "CREATE TABLE b (id INTEGER PRIMARY KEY, c INTEGER REFERENCES a (id) ON DELETE CASCADE, n INTEGER"
                        + " REFERENCES a (id) ON DELETE SET NULL, nn INTEGER NOT NULL REFERENCES a (id) ON DELETE SET"
                        + " NULL, implicit INTEGER REFERENCES a, code VARCHAR(5) REFERENCES a (code), k INTEGER REFERENCES"
                        + " keyless (a), x INTEGER, y INTEGER, FOREIGN KEY (x, y) REFERENCES pair (x, y))");
        ModelDefinition b = named(models, "b");
        assertThat(field(b, "c").target().onDelete()).isEqualTo(Reference.OnDelete.CASCADE);
        assertThat(field(b, "n").target().onDelete()).isEqualTo(Reference.OnDelete.SET_NULL);
        assertThat(field(b, "nn").target().onDelete()).isEqualTo(Reference.OnDelete.RESTRICT);
        assertThat(field(b, "implicit").target().to()).isEqualTo("a");
        assertThat(field(b, "code").type()).isEqualTo(FieldType.STRING);
        assertThat(field(b, "k").type()).isEqualTo(FieldType.INTEGER);
        assertThat(field(b, "x").type()).isEqualTo(FieldType.INTEGER);
        assertThat(ModelRegistry.of(models).models()).hasSize(4);
    }

    @Test
    void a_table_that_joins_two_may_have_a_generated_key() {
        List<ModelDefinition> models = models(
                "CREATE TABLE auth_group (id INTEGER PRIMARY KEY, name VARCHAR(50))",
                "CREATE TABLE auth_user (id INTEGER PRIMARY KEY, name VARCHAR(50))",
                "CREATE TABLE auth_user_groups (id " + generatedKey() + ", user_id INTEGER NOT NULL, group_id INTEGER"
                        + " NOT NULL, UNIQUE (user_id, group_id), FOREIGN KEY (user_id) REFERENCES auth_user (id),"
                        + " FOREIGN KEY (group_id) REFERENCES auth_group (id))",
                "CREATE TABLE visit (id " + generatedKey() + ", user_id INTEGER NOT NULL, group_id INTEGER NOT NULL,"
                        + " FOREIGN KEY (user_id) REFERENCES auth_user (id),"
                        + " FOREIGN KEY (group_id) REFERENCES auth_group (id))");
        assertThat(named(models, "auth_user").fields())
                .extracting(FieldDefinition::name)
                .containsExactly("id", "name", "auth_groups");
        assertThat(field(named(models, "auth_user"), "auth_groups").target().through())
                .contains(new Reference.JoinTable("auth_user_groups", "user_id", "group_id"));
        assertThat(named(models, "auth_group").fields()).hasSize(2);
    }

    @Test
    void records_are_named_by_a_field_that_is_called_after_the_table() {
        List<ModelDefinition> models = models(
                "CREATE TABLE wp_posts (id INTEGER PRIMARY KEY, author INTEGER, parent INTEGER, post_content"
                        + " VARCHAR(99), post_name VARCHAR(99), post_title VARCHAR(99))",
                "CREATE TABLE accounts (id INTEGER PRIMARY KEY, password VARCHAR(50), username VARCHAR(50),"
                        + " first_name VARCHAR(50), last_name VARCHAR(50))",
                "CREATE TABLE host (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, community VARCHAR(50),"
                        + " hostname VARCHAR(50))");
        assertThat(named(models, "wp_posts").labels().display()).isEqualTo("{post_title}");
        assertThat(named(models, "accounts").labels().display()).isEqualTo("{username}");
        assertThat(named(models, "host").labels().display()).isEqualTo("{hostname}");
    }

    @Test
    void columns_with_credentials_are_never_shown() {
        ModelDefinition accounts = named(
                models(
                        "CREATE TABLE accounts (id INTEGER PRIMARY KEY, password_hash VARCHAR(50) NOT NULL, user_pass"
                                + " VARCHAR(50), snmp_auth_passphrase VARCHAR(50), client_secret VARCHAR(50), api_key"
                                + " VARCHAR(50) UNIQUE, password_hint VARCHAR(50), boarding_pass VARCHAR(50), token"
                                + " VARCHAR(50), old_password INTEGER, reset_password_token VARCHAR(50), api_token_hash VARCHAR(64),"
                                + " session_key VARCHAR(50), recovery_codes VARCHAR(50), max_token INTEGER, csrf_token VARCHAR(50))"),
                "accounts");
        assertThat(accounts.fields())
                .filteredOn(FieldDefinition::writeOnly)
                .extracting(FieldDefinition::name)
                .containsExactly(
                        "password_hash",
                        "user_pass",
                        "snmp_auth_passphrase",
                        "client_secret",
                        "api_key",
                        "reset_password_token",
                        "api_token_hash",
                        "session_key",
                        "recovery_codes");
        assertThat(accounts.list().columns())
                .containsExactly(
                        "id", "password_hint", "boarding_pass", "token", "old_password", "max_token", "csrf_token");
        assertThat(accounts.list().searchFields())
                .containsExactly("password_hint", "boarding_pass", "token", "csrf_token");
        assertThat(field(accounts, "password_hash").required()).isTrue();
        assertThat(field(accounts, "api_key").presentation().help())
                .hasValueSatisfying(
                        help -> assertThat(help.text()).isEqualTo("Write-only: by its name it holds a credential."));
    }

    @Test
    void names_of_credentials_are_known_by_their_words() {
        List<String> credentials = List.of(
                "secret_data",
                "credential_data",
                "user_activation_key",
                "user_actkey",
                "user_form_salt",
                "encrypted_otp_secret_iv",
                "smtp_pass",
                "db_pass",
                "reset_password_code",
                "private_key_pem",
                "passcode",
                "security_stamp",
                "key_hash",
                "token_digest",
                "authtoken");
        List<String> others = List.of(
                "passenger",
                "compass",
                "bypass",
                "secretary_name",
                "primary_key",
                "token_count",
                "key_name",
                "secretariat",
                "contact_key");
        ModelDefinition model = models(Stream.concat(credentials.stream(), others.stream())
                        .map(name -> name + " VARCHAR(50)")
                        .collect(Collectors.joining(", ", "CREATE TABLE t (id INTEGER PRIMARY KEY, ", ")")))
                .getFirst();
        assertThat(model.fields())
                .filteredOn(FieldDefinition::writeOnly)
                .extracting(FieldDefinition::name)
                .containsExactlyElementsOf(credentials);
    }

    @Test
    void a_table_that_only_joins_two_stays_a_model_and_gives_one_of_them_a_field() {
        List<ModelDefinition> models = models(
                "CREATE TABLE post (id INTEGER PRIMARY KEY, tags VARCHAR(10))",
                "CREATE TABLE tag (id INTEGER PRIMARY KEY)",
                "CREATE TABLE post_tag (post_id INTEGER REFERENCES post (id), tag_id INTEGER REFERENCES tag (id),"
                        + " PRIMARY KEY (post_id, tag_id))",
                "CREATE TABLE friend (one INTEGER REFERENCES tag (id), other INTEGER REFERENCES tag (id),"
                        + " PRIMARY KEY (one, other))",
                "CREATE TABLE rated (post_id INTEGER REFERENCES post (id), tag_id INTEGER REFERENCES tag (id),"
                        + " stars INTEGER, PRIMARY KEY (post_id, tag_id))");
        FieldDefinition tags = field(named(models, "post"), "tags_2");
        assertThat(tags.reference())
                .contains(new Reference(
                        "tag",
                        Reference.OnDelete.RESTRICT,
                        Optional.of(new Reference.JoinTable("post_tag", "post_id", "tag_id"))));
        assertThat(field(named(models, "tag"), "friend").target().through())
                .contains(new Reference.JoinTable("friend", "one", "other"));
        assertThat(named(models, "post").fields()).filteredOn(f -> !f.stored()).hasSize(1);
        assertThat(models).hasSize(5);
        assertThat(ModelRegistry.of(models).models()).hasSize(5);
    }

    @Test
    void keys_that_lead_to_each_other_in_a_circle_stay_plain() {
        List<ModelDefinition> models = models(
                "CREATE TABLE a (id INTEGER PRIMARY KEY, self INTEGER REFERENCES a (id))",
                "CREATE TABLE \"loop\" (id INTEGER PRIMARY KEY REFERENCES \"loop\" (id))");
        assertThat(field(named(models, "a"), "self").type()).isEqualTo(FieldType.REFERENCE);
        assertThat(field(named(models, "loop"), "id").type()).isEqualTo(FieldType.INTEGER);
    }

    @Test
    void computed_columns_are_read_only() {
        ModelDefinition model = models("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER NOT NULL," + " b INTEGER"
                        + computedNotNull() + " GENERATED ALWAYS AS (a * 2) STORED)")
                .getFirst();
        assertThat(field(model, "b").readOnly()).isTrue();
        assertThat(field(model, "b").required()).isFalse();
        assertThat(field(model, "b").input().defaultValue()).isEmpty();
    }

    @Test
    void registered_models_keep_their_tables_and_names_and_are_led_to() {
        ModelDefinition people = ModelDefinition.builder("people")
                .table("person")
                .field("key", FieldType.INTEGER, f -> f.primaryKey().column("id"))
                .build();
        List<ModelDefinition> models = models(
                List.of(people),
                "CREATE TABLE person (id INTEGER PRIMARY KEY)",
                "CREATE TABLE people (id INTEGER PRIMARY KEY)",
                "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES person (id))");
        assertThat(models).extracting(ModelDefinition::name).containsExactly("people_2", "pet");
        assertThat(field(named(models, "pet"), "owner").target().to()).isEqualTo("people");
    }

    @Test
    void what_was_managed_is_found_again() {
        List<ModelDefinition> managed = List.of(
                ModelDefinition.builder("notes")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("title", FieldType.TEXT, f -> f.required().unique())
                        .field("price", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                        .field(
                                "parent_id",
                                FieldType.REFERENCE,
                                f -> f.to("notes").onDelete(Reference.OnDelete.CASCADE))
                        .field("tags", FieldType.REFERENCES, f -> f.to("tags"))
                        .uniqueTogether("title", "price")
                        .build(),
                ModelDefinition.builder("tags")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .build());
        try (Database database = Database.open(settings(folder))) {
            new ManagedSchema(database).apply(ModelRegistry.of(managed).models());
            List<ModelDefinition> found = Introspection.of(database).models();
            assertThat(found)
                    .extracting(ModelDefinition::name)
                    .containsExactlyInAnyOrder("notes", "notes_tags", "tags");
            ModelDefinition notes = named(found, "notes");
            assertThat(notes.fields())
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields("label")
                    .isEqualTo(managed.getFirst().fields());
            assertThat(notes.storage().uniqueTogether()).containsExactly(List.of("title", "price"));
        }
    }
}
