package dev.hexadmin.persistence.comments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.comments.port.Comments;
import dev.hexadmin.application.comments.port.NamedUsers;
import dev.hexadmin.application.comments.port.NamedUsers.NamedUser;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.persistence.identity.JdbcUsers;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.ports.CommentsContract;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class DatabaseCommentsContract extends CommentsContract {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    @TempDir
    Path folder;

    private Database database;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Override
    protected Comments comments() {
        return new JdbcComments(database);
    }

    @Override
    protected UnitOfWork unitOfWork() {
        return database;
    }

    private UserId user(String email, String name) {
        return database.write(scope -> new JdbcUsers(database)
                .insert(new EmailAddress(email), name, false, "none", Optional.empty(), NOW)
                .orElseThrow());
    }

    private static List<String> emails(List<NamedUser> users) {
        return users.stream().map(user -> user.email().value()).toList();
    }

    @Test
    void users_are_found_by_the_beginning_of_their_names() {
        NamedUsers users = new JdbcNamedUsers(database);
        user("ada@example.com", "Ada Lovelace");
        user("adam_x@example.com", "");
        user("bob@example.com", "Robert Adams");
        UserId gone = user("adagio@example.com", "");
        database.write(scope -> new JdbcUsers(database).gone(gone, NOW));
        assertThat(emails(users.startingWith("ada", "", 10)))
                .containsExactly("ada@example.com", "adam_x@example.com", "bob@example.com");
        assertThat(emails(users.startingWith("ada", "ada@example.com", 1))).containsExactly("adam_x@example.com");
        assertThat(emails(users.startingWith("adam_", "", 10))).containsExactly("adam_x@example.com");
        assertThat(emails(users.startingWith("love", "", 10))).containsExactly("ada@example.com");
        assertThat(emails(users.startingWith("ove", "", 10))).isEmpty();
        assertThat(emails(users.startingWith("%", "", 10))).isEmpty();
        assertThat(emails(users.startingWith("", "", 2))).hasSize(2);
    }

    @Test
    void users_are_found_by_address_and_by_what_comes_before_its_at_sign() {
        NamedUsers users = new JdbcNamedUsers(database);
        UserId ada = user("ada@example.com", "Ada Lovelace");
        user("ada@other.example", "");
        user("ada_l@example.com", "");
        user("adaxl@example.com", "");
        database.write(scope -> {
            new JdbcUsers(database).choose(ada, new LocaleChoice(Optional.of(new Language("de")), Optional.empty()));
            return ada;
        });
        assertThat(emails(users.byName(List.of("ada")))).containsExactly("ada@example.com", "ada@other.example");
        assertThat(emails(users.byName(List.of("ada_l", "ada@other.example"))))
                .containsExactly("ada@other.example", "ada_l@example.com");
        assertThat(users.byName(List.of("nobody"))).isEmpty();
        assertThat(users.byName(List.of())).isEmpty();
        NamedUser found = users.byName(List.of("ada@example.com")).getFirst();
        assertThat(found.displayName()).isEqualTo("Ada Lovelace");
        assertThat(found.locale().language()).contains(new Language("de"));
        assertThat(users.byId(List.of(ada, new UserId(999)))).containsOnlyKeys(ada);
        assertThat(users.byId(List.of())).isEmpty();
    }
}
