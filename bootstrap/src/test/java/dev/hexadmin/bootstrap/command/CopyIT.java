package dev.hexadmin.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.identity.SigningIn.Outcome;
import dev.hexadmin.bootstrap.Base32;
import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyIT {
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
                  name: { type: string, max_length: 80, required: true }
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

    private static String url(DatabaseSettings.Server server) {
        return (server.product().equals("MySQL") ? "mysql" : "postgresql") + "://" + server.user()
                + (server.password().isEmpty() ? "" : ":" + server.password()) + "@" + server.host() + ":"
                + server.port()
                + "/" + server.database();
    }

    private static Outcome signIn(Installation installation) {
        return installation
                .identity()
                .signingIn()
                .signIn(new Actor.Anonymous(Actor.Origin.LOCAL), "ada@example.com", PASSWORD, Optional.empty());
    }

    @Test
    void a_user_signs_in_with_password_and_second_factor_on_the_new_database() {
        run(PASSWORD + "\n", "createsuperuser", "--email", "ada@example.com");
        byte[] secret;
        try (Installation installation = new SettingsOptions(environment).installation()) {
            var account = installation
                    .identity()
                    .managingUsers()
                    .list(new Actor.Operator("test"))
                    .getFirst();
            Actor.SignedIn ada = new Actor.SignedIn(account.id(), account.email(), Rights.ALL, Actor.Origin.LOCAL);
            var factor = installation.identity().accounts().secondFactor();
            secret = Base32.decode(factor.begin(ada).base32());
            factor.confirm(
                    ada,
                    PASSWORD,
                    installation
                            .persistence()
                            .oneTimeCodes()
                            .code(secret, Instant.now().getEpochSecond() / 30 - 1));
        }
        DatabaseSettings.Server target = TestDatabases.postgresql();

        Ended copied = run("", "copy", "--to", url(target));

        assertThat(copied.code()).as(copied.err()).isZero();
        assertThat(copied.out())
                .contains("admin_users: 1 row\n")
                .contains("is unchanged.")
                .contains("to the text in " + folder.resolve("secret.key"))
                .doesNotContain(target.password() + "@");
        environment.put("DATABASE_URL", url(target));
        environment.put("HEXADMIN_SECRET_KEY", read(folder.resolve("secret.key")));
        try (Installation installation = new SettingsOptions(environment).installation()) {
            Outcome.SecondFactorNeeded needed = (Outcome.SecondFactorNeeded) signIn(installation);
            assertThat(installation
                            .identity()
                            .signingIn()
                            .verifySecondFactor(
                                    new Actor.Anonymous(Actor.Origin.LOCAL),
                                    needed.temporaryToken(),
                                    installation
                                            .persistence()
                                            .oneTimeCodes()
                                            .code(secret, Instant.now().getEpochSecond() / 30)))
                    .isNotNull();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_target_that_cannot_be_used_is_refused_with_a_sentence() {
        run("", "migrate");
        Ended used = run("", "copy", "--to", "sqlite:" + folder.resolve("shop.db"));
        assertThat(used.code()).isEqualTo(1);
        assertThat(used.err()).startsWith("hexadmin: The target must be empty").doesNotContain("\tat ");
        Ended wrong = run("", "copy", "--to", "oracle://db/x");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).startsWith("hexadmin: --to: the database URL must start with");
        assertThat(run("", "copy").code()).isEqualTo(2);
        Ended unreachable = run("", "copy", "--to", "postgresql://u:p-secret@127.0.0.1:1/x");
        assertThat(unreachable.code()).isEqualTo(1);
        assertThat(unreachable.err())
                .contains("127.0.0.1:1")
                .doesNotContain("p-secret")
                .doesNotContain("\tat ");
    }

    @Test
    void a_source_that_does_not_exist_is_not_made() {
        Ended ended = run("", "copy", "--to", "sqlite:" + folder.resolve("new.db"));
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("There is no database");
        assertThat(folder.resolve("shop.db")).doesNotExist();
        assertThat(folder.resolve("new.db")).doesNotExist();
    }

    @Test
    void files_and_key_beside_the_former_database_are_named() throws IOException {
        run(PASSWORD + "\n", "createsuperuser", "--email", "ada@example.com");
        Files.createDirectory(folder.resolve("files"));
        Path target = folder.resolve("other").resolve("new.db");
        Ended copied = run("", "copy", "--to", "sqlite:" + target);
        assertThat(copied.code()).as(copied.err()).isZero();
        assertThat(copied.out())
                .contains("- Copy " + folder.resolve("secret.key") + " into the folder of " + target)
                .contains("- Set files.path to " + folder.resolve("files") + ",");
    }

    @Test
    void tables_of_another_program_are_named_and_stay_behind() throws IOException {
        run("", "migrate");
        TestDatabases.execute(
                new DatabaseSettings.Embedded("SQLite", folder.resolve("shop.db")),
                List.of("INSERT INTO things (name) VALUES ('a')"));
        Files.writeString(folder.resolve("shop.yaml"), "\ndatabase: { schema: existing }\n", StandardOpenOption.APPEND);
        environment.put("HEXADMIN_SECRET_KEY", "0123456789012345678901234567890123456789");
        DatabaseSettings.Server target = TestDatabases.postgresql();
        Path password = Files.writeString(folder.resolve("password"), target.password() + "\n");

        Ended copied = run(
                "",
                "copy",
                "--to",
                url(target).replace(":" + target.password() + "@", "@"),
                "--password-file",
                password.toString());

        assertThat(copied.code()).as(copied.err()).isZero();
        assertThat(copied.out())
                .contains("Not copied, because Hexadmin does not manage these tables: things.")
                .contains("- Leave secret_key as it is.");
    }
}
