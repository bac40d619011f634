package dev.hexadmin.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hexadmin.application.identity.SigningIn.Outcome;
import dev.hexadmin.bootstrap.Base32;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.configuration.ModelsYaml;
import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandsIT {
    private static final String PASSWORD = "walnut-Kettle-39-riverbank";

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void configure() throws IOException {
        Path file = folder.resolve("shop.yaml");
        Files.writeString(file, """
            models:
              things:
                fields:
                  id: { type: integer, primary_key: true }
                  name: { type: string, max_length: 80, required: true, unique: true }
            """);
        environment.put("HEXADMIN_CONFIG", file.toString());
        environment.put("DATABASE_URL", "sqlite:" + folder.resolve("shop.db"));
    }

    /** What a command printed and how it ended. */
    private record Ended(int code, String out, String err) {}

    private Ended run(String input, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Commands.line(
                        environment,
                        new Passwords(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), null))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        return new Ended(code, out.toString(), err.toString());
    }

    @Test
    void a_superuser_is_made_listed_and_given_another_password() {
        Ended made = run(PASSWORD + "\n", "createsuperuser", "--email", "Ada@Example.com", "--name", "Ada");
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(run("", "users").out()).contains("ada@example.com").contains("never");
        Ended changed = run(PASSWORD + "-2\r\nnext line", "changepassword", "ada@example.com", "--password-stdin");
        assertThat(changed.code()).as(changed.err()).isZero();

        Ended twice = run(PASSWORD + "\n", "createsuperuser", "--email", "ada@example.com");
        assertThat(twice.code()).isEqualTo(1);
        assertThat(twice.err()).startsWith("hexadmin: ").doesNotContain("\tat ").doesNotContain(PASSWORD);
        assertThat(run(PASSWORD + "\n", "changepassword", "nobody@example.com").code())
                .isEqualTo(1);
    }

    @Test
    void the_operator_turns_off_a_lost_second_factor() {
        run(PASSWORD + "\n", "createsuperuser", "--email", "ada@example.com");
        Ended none = run(PASSWORD + "-2\n", "changepassword", "ADA@example.com", "--remove-2fa");
        assertThat(none.code()).as(none.err()).isZero();
        assertThat(none.out()).contains("has no second factor");
        try (Installation installation = new SettingsOptions(environment).installation()) {
            var account = installation
                    .identity()
                    .managingUsers()
                    .list(new Actor.Operator("test"))
                    .getFirst();
            Actor.SignedIn ada = new Actor.SignedIn(account.id(), account.email(), Rights.ALL, Actor.Origin.LOCAL);
            byte[] secret = Base32.decode(
                    installation.identity().accounts().secondFactor().begin(ada).base32());
            String code = installation
                    .persistence()
                    .oneTimeCodes()
                    .code(secret, Instant.now().getEpochSecond() / 30);
            installation.identity().accounts().secondFactor().confirm(ada, PASSWORD + "-2", code);
            assertThat(signIn(installation, PASSWORD + "-2")).isInstanceOf(Outcome.SecondFactorNeeded.class);
        }
        Ended removed = run(PASSWORD + "-3\n", "changepassword", "ADA@example.com", "--remove-2fa");
        assertThat(removed.out()).contains("is off");
        try (Installation installation = new SettingsOptions(environment).installation()) {
            assertThat(signIn(installation, PASSWORD + "-3")).isInstanceOf(Outcome.Complete.class);
        }
    }

    private static Outcome signIn(Installation installation, String password) {
        return installation
                .identity()
                .signingIn()
                .signIn(new Actor.Anonymous(Actor.Origin.LOCAL), "ada@example.com", password, Optional.empty());
    }

    @Test
    void a_password_that_is_weak_or_missing_is_refused_with_the_reason() {
        Ended weak = run("password\n", "createsuperuser", "--email", "ada@example.com");
        assertThat(weak.code()).isEqualTo(1);
        assertThat(weak.err().strip()).isEqualTo("hexadmin: password: At least 12 characters are needed.");
        assertThat(run(PASSWORD + "\n", "createsuperuser", "--email", "ada@example.com")
                        .code())
                .isZero();
        Ended other = run("password\n", "changepassword", "ada@example.com", "--password-stdin");
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.err()).isEqualTo(weak.err());
        Ended none = run("", "createsuperuser", "--email", "ada@example.com");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("Standard input ended before the password");
        Ended unprivileged = run(PASSWORD, "createsuperuser");
        assertThat(unprivileged.code()).isEqualTo(1);
        assertThat(unprivileged.err()).contains("--email");
    }

    private void serve(String port) {
        Serving serving = new Serving(
                new Serving.Arguments(Optional.empty(), Optional.empty(), Optional.of(port), false),
                environment,
                new PrintWriter(new StringWriter()),
                new PrintWriter(new StringWriter()));
        try {
            serving.start();
        } finally {
            serving.close();
        }
    }

    @Test
    void a_weak_password_of_the_first_superuser_is_a_wrong_setting_until_there_are_users() {
        environment.put("HEXADMIN_ADMIN_EMAIL", "ada@example.com");
        environment.put("HEXADMIN_ADMIN_PASSWORD", "a long one");
        String problem = "admin_password: HEXADMIN_ADMIN_PASSWORD: At least 12 characters are needed.";
        Ended checked = run("", "check");
        assertThat(checked.code()).isEqualTo(2);
        assertThat(checked.err().strip()).isEqualTo("hexadmin: " + problem);
        assertThatThrownBy(() -> serve("0"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(problem);
        environment.put("HEXADMIN_ADMIN_PASSWORD", PASSWORD);
        serve("0");
        environment.put("HEXADMIN_ADMIN_PASSWORD", "a long one");
        serve("0");
    }

    @Test
    void commands_for_users_make_no_database() {
        for (String command : List.of("users", "changepassword ada@example.com")) {
            Ended none = run(PASSWORD + "\n", command.split(" "));
            assertThat(none.code()).isEqualTo(1);
            assertThat(none.err())
                    .contains("There is no database")
                    .contains("shop.db")
                    .contains("DATABASE_URL");
        }
        assertThat(folder.resolve("shop.db")).doesNotExist();
    }

    @Test
    void migrate_makes_the_tables_and_introspect_prints_those_that_are_no_models() throws IOException {
        Ended none = run("", "introspect");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("There is no database");
        assertThat(folder.resolve("shop.db")).doesNotExist();

        assertThat(run("", "migrate").code()).isZero();
        assertThat(run("", "introspect").out().strip())
                .isEqualTo("# yaml-language-server: $schema=hexadmin.schema.json\nmodels: {}");
        Path empty = Files.writeString(folder.resolve("empty.yaml"), "introspect: true\n");
        Ended found = run("", "introspect", "--config", empty.toString());
        assertThat(found.code()).as(found.err()).isZero();
        assertThat(ModelsYaml.read("printed", found.out(), Set.of()))
                .singleElement()
                .satisfies(model -> assertThat(model.name()).isEqualTo("things"));
    }

    @Test
    void commands_that_only_read_change_no_permissions() throws IOException {
        Path file = folder.resolve("shop.db");
        assumeTrue(file.getFileSystem().supportedFileAttributeViews().contains("posix"));
        assertThat(run("", "migrate").code()).isZero();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        environment.put("HEXADMIN_DATABASE_SCHEMA", "existing");
        for (String command :
                List.of("introspect", "introspect --diff", "openapi", "check --database", "migrate --plan")) {
            Ended read = run("", command.split(" "));
            assertThat(read.code()).as(command + read.err()).isZero();
            assertThat(Files.getPosixFilePermissions(file)).as(command).contains(PosixFilePermission.OTHERS_READ);
        }
        assertThat(run("", "users").code()).isZero();
        assertThat(Files.getPosixFilePermissions(file)).doesNotContain(PosixFilePermission.OTHERS_READ);
    }

    @Test
    void introspect_prints_how_tables_and_models_differ() throws IOException {
        assertThat(run("", "migrate").code()).isZero();
        Ended equal = run("", "introspect", "--diff");
        assertThat(equal.code()).as(equal.out() + equal.err()).isZero();
        assertThat(equal.out()).isEmpty();
        Path other = Files.writeString(
                folder.resolve("other.yaml"),
                "models: { things: { fields: { id: { type: integer, primary_key: true }, colour: { type: string } } } }");
        Ended found = run("", "introspect", "--diff", "--config", other.toString());
        assertThat(found.code()).isEqualTo(1);
        assertThat(found.out()).contains("- things.colour: the table 'things' has no column 'colour'", "+ things.");
    }

    @Test
    void openapi_prints_the_document_alone_and_reads_only_tables_that_it_needs() throws IOException {
        Ended printed = run("", "openapi");
        assertThat(printed.code()).as(printed.err()).isZero();
        assertThat(JsonMapper.builder()
                        .build()
                        .readTree(printed.out())
                        .path("paths")
                        .has("/admin/api/things/"))
                .isTrue();
        assertThat(folder.resolve("shop.db")).doesNotExist();
        environment.put("HEXADMIN_INTROSPECT", "true");
        Ended none = run("", "openapi");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("There is no database");
        assertThat(folder.resolve("shop.db")).doesNotExist();
        environment.remove("HEXADMIN_INTROSPECT");
        assertThat(run("", "migrate").code()).isZero();
        environment.put("HEXADMIN_INTROSPECT", "true");
        assertThat(run("", "openapi").out()).contains("/admin/api/things/");
    }

    @Test
    void schema_prints_the_schema_with_any_settings() throws IOException {
        environment.put("HEXADMIN_SERVER_PORT", "none");
        Ended printed = run("", "schema");
        assertThat(printed.code()).as(printed.err()).isZero();
        assertThat(JsonMapper.builder()
                        .build()
                        .readTree(printed.out())
                        .at("/properties/server/properties/port/maximum")
                        .asInt())
                .isEqualTo(65_535);
    }

    private Ended withModels(String yaml, String... args) throws IOException {
        Path file = folder.resolve("other.yaml");
        Files.writeString(file, yaml);
        environment.put("HEXADMIN_CONFIG", file.toString());
        return run("", args);
    }

    @Test
    void a_renamed_field_stops_the_start_until_the_file_says_so_and_the_plan_prints_the_sql() throws IOException {
        Ended first = run("", "migrate", "--plan");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out())
                .startsWith("-- V1__identity.sql")
                .contains("CREATE TABLE admin_users")
                .contains("CREATE TABLE \"things\"");
        assertThat(folder.resolve("shop.db")).doesNotExist();
        assertThat(run("", "migrate").code()).isZero();
        assertThat(run("", "migrate", "--plan").out().strip())
                .isEqualTo("-- The tables match this version and the models.");
        String renamed = """
            models:
              things:
                fields:
                  id: { type: integer, primary_key: true }
                  title: { type: string, max_length: 80, required: true%s }
            """;
        for (String[] command : new String[][] {{"migrate"}, {"migrate", "--plan"}, {"check", "--database"}}) {
            Ended refused = withModels(renamed.formatted(""), command);
            assertThat(refused.code()).as(String.join(" ", command)).isEqualTo(2);
            assertThat(refused.err()).contains("renamed_from: name").contains("default");
        }
        Ended plan = withModels(renamed.formatted(", renamed_from: name"), "migrate", "--plan");
        assertThat(plan.code()).as(plan.err()).isZero();
        assertThat(plan.out()).contains("ALTER TABLE \"things\" RENAME COLUMN \"name\" TO \"title\";");
        assertThat(run("", "check", "--database").code()).isZero();
        assertThat(run("", "migrate").code()).isZero();
    }

    @Test
    void columns_are_dropped_only_with_the_option() throws IOException {
        String searched = """
            models:
              things:
                fields:
                  id: { type: integer, primary_key: true }
                  name: { type: string, max_length: 80, required: true }
                  colour: { type: string }
                search_fields: [colour]
            """;
        assertThat(withModels(searched, "migrate").code()).isZero();
        String fewer = """
            models:
              things:
                fields:
                  id: { type: integer, primary_key: true }
            """;
        Ended refused = withModels(fewer, "migrate");
        assertThat(refused.err()).contains("'name' of the table 'things' needs a value");
        Ended plan = run("", "migrate", "--plan", "--drop");
        assertThat(plan.out())
                .contains("ALTER TABLE \"things\" DROP COLUMN \"name\";")
                .contains("ALTER TABLE \"things\" DROP COLUMN \"colour\";")
                .contains("-- The search index of the model 'things' is updated.");
        assertThat(run("", "migrate").code()).as("the plan changed nothing").isEqualTo(2);
        environment.put("HEXADMIN_DATABASE_SCHEMA", "existing");
        Ended existing = run("", "migrate", "--drop");
        assertThat(existing.code()).isEqualTo(2);
        assertThat(existing.err()).contains("tables are not changed");
        assertThat(run("", "migrate", "--plan", "--drop").out()).doesNotContain("DROP COLUMN");
        environment.remove("HEXADMIN_DATABASE_SCHEMA");
        Ended dropped = run("", "migrate", "--drop");
        assertThat(dropped.code()).as(dropped.err()).isZero();
        assertThat(run("", "migrate", "--plan", "--drop").out().strip())
                .isEqualTo("-- The tables match this version and the models.");
        assertThat(run("", "migrate").code()).isZero();
    }

    @Test
    void check_holds_models_against_the_tables_that_are_there() throws IOException {
        run("", "migrate");
        environment.put("HEXADMIN_DATABASE_SCHEMA", "existing");
        Ended ended = withModels("""
            models:
              things:
                fields:
                  id: { type: integer, primary_key: true }
                  nick: { type: string }
              ghosts:
                fields:
                  id: { type: integer, primary_key: true }
            """, "check", "--database");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("no column 'nick'").contains("no table 'ghosts'");
        assertThat(run("", "check").code()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            staff: { table: admin_users, fields: { id: { type: integer, primary_key: true } } } | models.staff: 'table' names 'admin_users', which
            staff: { table: ADMIN_api_keys, fields: { id: { type: integer, primary_key: true } } } | one of Hexadmin's own
            staff: { table: admin_audit_log_2026_11, fields: { id: { type: integer, primary_key: true } } } | own
            admin_roles: { fields: { id: { type: integer, primary_key: true } } } | a built-in model has this name
            staff: { fields: { id: { type: integer, primary_key: true }, r: { type: references, to: staff, through: { table: admin_user_roles, source_column: user_id, target_column: role_id } } } } | models.staff: field 'r': 'through' names 'admin_user_roles'
            staff: { fields: { a: { type: integer, primary_key: true }, b: { type: integer, primary_key: true }, t: { type: references, to: things } }, key: [a, b] } | models.staff: field 't': a model with a composite key
            staff: { fields: { id: { type: integer, primary_key: true }, n: { type: integer, default_expression: "1 + 1" } } } | models.staff: field 'n': an expression
            staff: { fields: { id: { type: integer, primary_key: true }, n: { type: text, index: true } } } | models.staff: field 'n': its values may be too long
            staff: { fields: { id: { type: integer, primary_key: true }, n: { type: text }, m: { type: text, column: N } } } | models.staff: field 'm': another field has the column 'N'
            """)
    void what_no_table_can_be_made_for_is_refused_without_a_database_and_has_its_line(String model, String message)
            throws IOException {
        String things = "  things: { fields: { id: { type: integer, primary_key: true } } }\n";
        Path file = Files.writeString(folder.resolve("odd.yaml"), "models:\n" + things + "  " + model + "\n");
        Ended ended = run("", "check", "--config", file.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("odd.yaml:3: ").contains(message);
        assertThat(folder.resolve("shop.db")).doesNotExist();
    }

    @Test
    void check_says_what_is_wrong_and_touches_nothing() throws IOException {
        Ended fine = run("", "check");
        assertThat(fine.code()).as(fine.err()).isZero();
        assertThat(fine.out()).contains("1 model in the file");

        Path wrong = Files.writeString(folder.resolve("wrong.yaml"), "server: { prt: 1 }\n");
        Ended key = run("", "check", "--config", wrong.toString());
        assertThat(key.code()).isEqualTo(2);
        assertThat(key.err()).contains("wrong.yaml").contains("server.prt").contains("port'");

        Path dangling = Files.writeString(
                folder.resolve("dangling.yaml"),
                "models: { a: { fields: { id: { type: integer, primary_key: true }, b_id: { type: reference, to: b } }"
                        + " } }\n");
        Ended models = run("", "check", "--config", dangling.toString());
        assertThat(models.code()).isEqualTo(2);
        assertThat(models.err()).contains("unknown model 'b'");
        Path misspelt = Files.writeString(folder.resolve("misspelt.yaml"), """
            models:
              books:
                fields:
                  id: { type: integer, primary_key: true }
                  title: { type: string }
                list_display:
                  [titel]
              loans:
                search_fields: [notes]
                fields:
                  id: { type: integer, primary_key: true }
                  note: { type: string }
                  book_id:
                    type: reference
                    to: bookz
            """);
        assertThat(run("", "check", "--config", misspelt.toString()).err())
                .contains("misspelt.yaml:7: models.books: 'list_display' names the unknown field 'titel'; did you mean"
                        + " 'title'?");
        Files.writeString(misspelt, Files.readString(misspelt).replace("titel", "title"));
        assertThat(run("", "check", "--config", misspelt.toString()).err())
                .contains(
                        "misspelt.yaml:15: models.loans: field 'book_id' points to the unknown model 'bookz'; did you mean"
                                + " 'books'?");
        Files.writeString(misspelt, Files.readString(misspelt).replace("bookz", "books"));
        assertThat(run("", "check", "--config", misspelt.toString()).err())
                .contains("misspelt.yaml:9: models.loans: 'search_fields' names the unknown field 'notes'; did you mean"
                        + " 'note'?");
        Path provider =
                Files.writeString(folder.resolve("provider.yaml"), "notifications:\n  default_sms_provider: twillio\n");
        assertThat(run("", "check", "--config", provider.toString()).err())
                .contains(
                        "provider.yaml:2: notifications.default_sms_provider: there is no provider 'twillio'; there are"
                                + " console, twilio; did you mean 'twilio'?");
        Path unsearchable = Files.writeString(
                folder.resolve("unsearchable.yaml"),
                "models: { a: { fields: { id: { type: integer, primary_key: true } }, search_fields: [x] } }\n");
        assertThat(run("", "check", "--config", unsearchable.toString()).err())
                .contains("'search_fields' names the unknown field 'x'");
        assertThat(folder.resolve("shop.db")).doesNotExist();
    }

    @Test
    void wrong_usage_names_the_mistake_and_ends_with_2() {
        Ended unknown = run("", "serv");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("serv").contains("Did you mean");
        assertThat(run("", "--help").out().lines().map(String::strip))
                .contains("check            Checks the settings and reports problems.");
        assertThat(run("", "users", "--nonsense").code()).isEqualTo(2);
        assertThat(run("").code()).isEqualTo(2);
        assertThat(run("", "createsuperuser", "--password", PASSWORD).code())
                .as("a password is never an argument")
                .isEqualTo(2);
    }

    @Test
    void version_and_help_are_printed() {
        assertThat(run("", "--version").out()).startsWith("hexadmin ");
        assertThat(run("", "--help").out())
                .contains("serve")
                .contains("createsuperuser")
                .contains("image  ", "test, build  ")
                .doesNotContain("exercise");
        assertThat(run("", "serve", "--help").out()).contains("--demo");
    }

    @Test
    void an_unavailable_database_is_reported_as_a_sentence_and_a_failure() {
        environment.put("DATABASE_URL", "postgresql://u:secret-word@127.0.0.1:1/none");
        environment.put("HEXADMIN_SECRET_KEY", "a secret of more than thirty-two characters");
        Ended away = run("", "users");
        assertThat(away.code()).isEqualTo(1);
        assertThat(away.err())
                .startsWith("hexadmin: PostgreSQL[127.0.0.1:1/none]: the database cannot be reached: Connection to")
                .doesNotContain("secret-word");
    }

    @Test
    void a_database_server_without_an_address_is_named() {
        environment.put("DATABASE_URL", "postgresql://u:secret-word@nowhere.invalid/none");
        environment.put("HEXADMIN_SECRET_KEY", "a secret of more than thirty-two characters");
        assertThat(run("", "users").err())
                .contains("unknown host nowhere.invalid")
                .doesNotContain("secret-word");
    }

    @Test
    void plugins_lists_what_was_found_and_from_where() {
        Ended listed = run("", "plugins");
        assertThat(listed.code()).as(listed.err()).isZero();
        assertThat(listed.out().lines())
                .anyMatch(line ->
                        line.matches("sms +twilio +built in +not configured: account_sid: this setting is required"))
                .anyMatch(line -> line.matches("email +console +built in +configured"));
    }

    @Test
    void a_start_without_users_names_the_command_that_makes_one_in_the_same_database() {
        String file = environment.remove("HEXADMIN_CONFIG");
        StringWriter err = new StringWriter();
        Serving serving = new Serving(
                new Serving.Arguments(Optional.of(file), Optional.empty(), Optional.of("0"), false),
                environment,
                new PrintWriter(new StringWriter()),
                new PrintWriter(err, true));
        try {
            serving.start();
        } finally {
            serving.close();
        }
        assertThat(err.toString()).contains("with 'hexadmin createsuperuser --config " + file + "', or on this page");
    }
}
