package dev.hexadmin.testing.ports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.identity.port.LinkedIdentities;
import dev.hexadmin.application.identity.port.UsedTokens;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.identity.LinkedIdentity;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every store of linked identities, and of tokens that are accepted once, does. */
public abstract class LinkedIdentitiesContract {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123456Z");
    private static final LinkedIdentity HERE = new LinkedIdentity("https://a.example", "s-1");
    private static final LinkedIdentity THERE = new LinkedIdentity("https://b.example", "s-1");

    protected LinkedIdentitiesContract() {}

    protected abstract LinkedIdentities identities();

    protected abstract UsedTokens tokens();

    protected abstract UnitOfWork unitOfWork();

    /** A new user. */
    protected abstract UserId user(String email);

    /** Deletes a user. */
    protected abstract void delete(UserId user);

    /** The times of the last sign-in with each identity with which there was one. */
    protected abstract List<Instant> signIns();

    private boolean link(UserId user, LinkedIdentity identity) {
        return unitOfWork().write(scope -> identities().link(user, identity, NOON));
    }

    @Test
    void an_identity_belongs_to_one_user() {
        UserId eva = user("eva@example.com");
        UserId kim = user("kim@example.com");
        assertThat(identities().user(HERE)).isEmpty();
        assertThat(link(eva, HERE)).isTrue();
        assertThat(link(eva, HERE)).isFalse();
        assertThat(link(kim, HERE)).isFalse();
        assertThat(identities().user(HERE)).contains(eva);
        assertThat(identities().user(new LinkedIdentity(HERE.issuer(), "S-1"))).isEmpty();
        assertThat(identities().of(kim)).isEmpty();
    }

    @Test
    void a_user_has_one_identity_of_each_issuer() {
        UserId eva = user("eva@example.com");
        assertThat(link(eva, THERE)).isTrue();
        assertThat(link(eva, HERE)).isTrue();
        assertThat(link(eva, new LinkedIdentity(HERE.issuer(), "s-2"))).isFalse();
        assertThat(identities().of(eva)).containsExactly(HERE, THERE);
    }

    @Test
    void identities_are_deleted_with_their_user() {
        UserId eva = user("eva@example.com");
        UserId kim = user("kim@example.com");
        link(eva, HERE);
        link(kim, THERE);
        delete(eva);
        assertThat(identities().user(HERE)).isEmpty();
        assertThat(identities().user(THERE)).contains(kim);
        assertThat(link(kim, HERE)).isTrue();
    }

    @Test
    void a_sign_in_is_stored_with_its_identity_only() {
        UserId eva = user("eva@example.com");
        link(eva, HERE);
        link(eva, THERE);
        unitOfWork().write(scope -> {
            identities().signedIn(HERE, NOON.plusSeconds(1));
            identities().signedIn(new LinkedIdentity("https://a.example", "unknown"), NOON);
            return eva;
        });
        assertThat(signIns()).containsExactly(NOON.plusSeconds(1));
    }

    @Test
    void a_link_that_is_rolled_back_does_not_exist() {
        UserId eva = user("eva@example.com");
        assertThat(unitOfWork().<Boolean>rehearse(scope -> identities().link(eva, HERE, NOON)))
                .isTrue();
        assertThat(identities().user(HERE)).isEmpty();
    }

    private boolean use(String hash, Instant expiresAt) {
        return unitOfWork().write(scope -> tokens().use(hash, expiresAt));
    }

    @Test
    void a_token_is_used_by_one_of_many_callers() throws Exception {
        List<Future<Boolean>> all = new ArrayList<>();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                all.add(executor.submit(() -> use("one", NOON)));
            }
        }
        int used = 0;
        for (Future<Boolean> each : all) {
            used += each.get() ? 1 : 0;
        }
        assertThat(used).isEqualTo(1);
        assertThat(use("another", NOON)).isTrue();
    }

    @Test
    void expired_tokens_are_swept_some_at_a_time() {
        use("a", NOON.minusSeconds(1));
        use("b", NOON.minusSeconds(1));
        use("c", NOON);
        assertThat(unitOfWork().<Integer>write(scope -> tokens().sweep(NOON, 1)))
                .isEqualTo(1);
        assertThat(unitOfWork().<Integer>write(scope -> tokens().sweep(NOON, 9)))
                .isEqualTo(1);
        assertThat(use("a", NOON)).isTrue();
        assertThat(use("c", NOON)).isFalse();
    }
}
