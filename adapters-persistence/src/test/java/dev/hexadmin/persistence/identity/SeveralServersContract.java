package dev.hexadmin.persistence.identity;

import static dev.hexadmin.persistence.identity.InstalledIdentity.ORIGIN;
import static dev.hexadmin.persistence.identity.InstalledIdentity.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.access.ManagingRoles.Draft;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two servers on one database that receive each other's events, and a third that receives no events. The clock is
 * stopped, so cache entries never expire: only an event evicts them.
 */
abstract class SeveralServersContract {
    private static final String EMAIL = "ada@example.com";
    private static final Actor ANYBODY = new Actor.Anonymous(ORIGIN);

    @TempDir
    Path folder;

    private InstalledIdentity installed;
    private InstalledIdentity.Server here;
    private InstalledIdentity.Server there;
    private InstalledIdentity.Server deaf;
    private Model products;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        installed = new InstalledIdentity(settings(folder));
        here = installed.first;
        there = installed.server(installed.events);
        deaf = installed.server();
        products = installed.registry.model("products").orElseThrow();
    }

    @AfterEach
    void close() {
        installed.close();
    }

    private Set<Action> actions(InstalledIdentity.Server server, UserId user) {
        return server.access().liveRights().of(user).actions(products);
    }

    @Test
    void a_role_that_loses_a_right_loses_it_on_every_server_that_hears() {
        long role = installed.role("Clerk", Map.of("products", List.of("view", "edit")), Map.of());
        UserId ada = installed.user("ada", "Clerk");
        for (InstalledIdentity.Server server : List.of(here, there, deaf)) {
            assertThat(actions(server, ada)).containsExactly(Action.VIEW, Action.EDIT);
        }
        here.access()
                .managingRoles()
                .change(
                        InstalledIdentity.OPERATOR,
                        role,
                        old -> new Draft("Clerk", "", Map.of("products", List.of("view")), Map.of(), Map.of()),
                        Optional.empty(),
                        false);
        assertThat(actions(there, ada)).containsExactly(Action.VIEW);
        assertThat(actions(deaf, ada)).hasSize(2);
    }

    @Test
    void a_right_of_ones_own_is_taken_away_on_every_server_that_hears() {
        UserId ada = installed.user("ada");
        here.access()
                .managingRoles()
                .grantDirectly(InstalledIdentity.OPERATOR, ada, Map.of("products", Set.of(Action.VIEW)));
        assertThat(actions(there, ada)).containsExactly(Action.VIEW);
        here.access().managingRoles().grantDirectly(InstalledIdentity.OPERATOR, ada, Map.of());
        assertThat(actions(there, ada)).isEmpty();
    }

    @Test
    void a_key_that_is_revoked_is_dead_on_every_server_that_hears() {
        UserId ada = installed.user("ada", "Editor");
        ManagingApiKeys keys = here.identity().managingApiKeys();
        ManagingApiKeys.Created key = keys.create(
                installed.actor(ada), new ManagingApiKeys.Draft("k", installed.role("Viewer"), Optional.empty()));
        for (InstalledIdentity.Server server : List.of(here, there, deaf)) {
            assertThat(server.identity().managingApiKeys().actor(key.text(), ORIGIN))
                    .isPresent();
        }
        keys.revoke(installed.actor(ada), key.key().id(), false);
        assertThat(there.identity().managingApiKeys().actor(key.text(), ORIGIN)).isEmpty();
        assertThat(deaf.identity().managingApiKeys().actor(key.text(), ORIGIN)).isPresent();
    }

    private KeepingSessions.Opened session() {
        return switch (here.identity().keepingSessions().signIn(ANYBODY, EMAIL, PASSWORD, "a browser")) {
            case KeepingSessions.Outcome.Complete(KeepingSessions.Opened opened) -> opened;
            case KeepingSessions.Outcome.SecondFactorNeeded needed -> throw new AssertionError(needed);
        };
    }

    private static Optional<KeepingSessions.Session> found(
            InstalledIdentity.Server server, KeepingSessions.Opened session) {
        return server.identity().keepingSessions().find(session.token(), ORIGIN);
    }

    @Test
    void a_session_that_ends_is_over_on_every_server_that_hears_and_the_one_that_stays_stays_everywhere() {
        UserId ada =
                here.identity().managingUsers().createSuperuser(InstalledIdentity.OPERATOR, EMAIL, PASSWORD, "Ada");
        KeepingSessions.Opened left = session();
        KeepingSessions.Opened ended = session();
        KeepingSessions.Opened others = session();
        KeepingSessions.Opened stays = session();
        List<KeepingSessions.Opened> all = List.of(left, ended, others, stays);
        for (InstalledIdentity.Server server : List.of(here, there, deaf)) {
            assertThat(all).allMatch(session -> found(server, session).isPresent());
        }
        Actor.SignedIn actor = installed.actor(ada);
        KeepingSessions sessions = here.identity().keepingSessions();
        sessions.signOut(actor, left.token());
        assertThat(found(there, left)).isEmpty();
        sessions.end(actor, found(here, ended).orElseThrow().id());
        assertThat(found(there, ended)).isEmpty();
        sessions.endOthers(actor, found(here, stays).orElseThrow().id());
        assertThat(found(there, others)).isEmpty();
        assertThat(found(there, stays)).isPresent();
        assertThat(all).allMatch(session -> found(deaf, session).isPresent());
    }

    private boolean accepted(InstalledIdentity.Server server, SigningIn.Tokens tokens) {
        return server.identity().signingIn().actor(tokens.claims(), ORIGIN).isPresent();
    }

    private SigningIn.Tokens tokens(String password) {
        return switch (here.identity().signingIn().signIn(ANYBODY, EMAIL, password, Optional.empty())) {
            case SigningIn.Outcome.Complete(SigningIn.Tokens tokens) -> tokens;
            case SigningIn.Outcome.SecondFactorNeeded needed -> throw new AssertionError(needed);
        };
    }

    @Test
    void a_sign_in_that_ends_takes_its_access_tokens_along_on_every_server_that_hears() {
        here.identity().managingUsers().createSuperuser(InstalledIdentity.OPERATOR, EMAIL, PASSWORD, "Ada");
        SigningIn.Tokens ended = tokens(PASSWORD);
        SigningIn.Tokens stays = tokens(PASSWORD);
        for (InstalledIdentity.Server server : List.of(here, there, deaf)) {
            assertThat(accepted(server, ended) && accepted(server, stays)).isTrue();
        }
        here.identity().signingIn().signOut(ANYBODY, ended.refreshToken(), false);
        assertThat(accepted(here, ended) || accepted(there, ended)).isFalse();
        assertThat(accepted(deaf, ended)).isTrue();
        assertThat(accepted(here, stays) && accepted(there, stays)).isTrue();
        installed.pass(Duration.ofSeconds(2));
        assertThat(accepted(deaf, ended)).isFalse();
    }

    @Test
    void a_new_password_and_signing_out_everywhere_end_tokens_on_every_server_that_hears() {
        UserId ada =
                here.identity().managingUsers().createSuperuser(InstalledIdentity.OPERATOR, EMAIL, PASSWORD, "Ada");
        SigningIn.Tokens first = tokens(PASSWORD);
        assertThat(accepted(there, first) && accepted(deaf, first)).isTrue();
        String other = "entirely different words today";
        here.identity().managingUsers().changePassword(InstalledIdentity.OPERATOR, EMAIL, other);
        assertThat(accepted(there, first)).isFalse();
        assertThat(accepted(deaf, first)).isTrue();

        SigningIn.Tokens second = tokens(other);
        assertThat(accepted(there, second)).isTrue();
        here.identity().signingIn().signOutEverywhere(installed.actor(ada), false);
        assertThat(accepted(there, second)).isFalse();

        SigningIn.Tokens third = tokens(other);
        assertThat(accepted(there, third)).isTrue();
        here.identity().managingUsers().endSessions(InstalledIdentity.OPERATOR, ada, false);
        assertThat(accepted(there, third)).isFalse();
    }
}
