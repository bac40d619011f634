package dev.hexadmin.testing.ports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.identity.port.PasskeyVerifier.Credential;
import dev.hexadmin.application.identity.port.PasskeyVerifier.Sync;
import dev.hexadmin.application.identity.port.PasskeyVerifier.Use;
import dev.hexadmin.application.identity.port.Passkeys;
import dev.hexadmin.application.identity.port.Passkeys.StoredPasskey;
import dev.hexadmin.application.identity.port.Passkeys.Times;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.identity.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every store of passkeys does. */
public abstract class PasskeysContract {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123456Z");

    protected PasskeysContract() {}

    protected abstract Passkeys passkeys();

    protected abstract UnitOfWork unitOfWork();

    /** A new user. */
    protected abstract UserId user(String email);

    /** Deletes a user. */
    protected abstract void delete(UserId user);

    private static Credential credential(String id, long count) {
        return new Credential(id, "key-" + id, count, new Sync(true, false), List.of("hybrid", "internal"));
    }

    private Optional<StoredPasskey> insert(UserId user, String name, Credential credential, Instant at) {
        return unitOfWork().write(scope -> {
            passkeys().userHandle(user, "handle-" + user);
            return passkeys().insert(user, name, credential, at);
        });
    }

    private boolean use(long id, long count) {
        return unitOfWork().write(scope -> passkeys().use(id, new Use(count, true), NOON.plusSeconds(count)));
    }

    @Test
    void a_passkey_is_stored_as_it_is() {
        UserId eva = user("eva@example.com");
        Credential longest =
                new Credential("x".repeat(1_364), "k".repeat(2_000), 4_294_967_295L, new Sync(false, false), List.of());
        StoredPasskey stored = insert(eva, "電話 📱", longest, NOON).orElseThrow();
        assertThat(stored)
                .isEqualTo(new StoredPasskey(
                        stored.id(), eva, "handle-" + eva, "電話 📱", longest, new Times(NOON, Optional.empty())));
        assertThat(passkeys().byCredential(longest.id())).contains(stored);
        assertThat(passkeys().of(eva)).containsExactly(stored);
        assertThat(passkeys().byCredential("X".repeat(1_364))).isEmpty();
        assertThat(passkeys().of(user("kim@example.com"))).isEmpty();
    }

    @Test
    void passkeys_are_in_the_order_of_their_registration() {
        UserId eva = user("eva@example.com");
        insert(eva, "later", credential("b", 0), NOON.plus(Duration.ofDays(1)));
        insert(eva, "first", credential("a", 0), NOON);
        assertThat(passkeys().of(eva)).extracting(StoredPasskey::name).containsExactly("first", "later");
    }

    @Test
    void a_credential_id_belongs_to_one_user() {
        UserId eva = user("eva@example.com");
        UserId kim = user("kim@example.com");
        assertThat(insert(eva, "a", credential("a", 0), NOON)).isPresent();
        assertThat(insert(eva, "b", credential("a", 0), NOON)).isEmpty();
        assertThat(insert(kim, "c", credential("a", 0), NOON)).isEmpty();
        assertThat(insert(kim, "d", credential("A", 0), NOON)).isPresent();
        assertThat(passkeys().byCredential("a").orElseThrow().user()).isEqualTo(eva);
    }

    @Test
    void a_user_keeps_the_same_handle() {
        UserId eva = user("eva@example.com");
        assertThat(unitOfWork().<String>write(scope -> passkeys().userHandle(eva, "one")))
                .isEqualTo("one");
        assertThat(unitOfWork().<String>write(scope -> passkeys().userHandle(eva, "two")))
                .isEqualTo("one");
    }

    @Test
    void only_the_user_of_a_passkey_renames_and_removes_it() {
        UserId eva = user("eva@example.com");
        UserId kim = user("kim@example.com");
        long id = insert(eva, "a", credential("a", 0), NOON).orElseThrow().id();
        insert(eva, "b", credential("b", 0), NOON);
        insert(kim, "c", credential("c", 0), NOON);
        assertThat(unitOfWork().<Boolean>write(scope -> passkeys().rename(kim, id, "x")))
                .isFalse();
        assertThat(unitOfWork().<Boolean>write(scope -> passkeys().remove(kim, id)))
                .isFalse();
        assertThat(unitOfWork().<Boolean>write(scope -> passkeys().rename(eva, id, "x")))
                .isTrue();
        assertThat(passkeys().byCredential("a").orElseThrow().name()).isEqualTo("x");
        assertThat(unitOfWork().<Boolean>write(scope -> passkeys().remove(eva, id)))
                .isTrue();
        assertThat(unitOfWork().<Boolean>write(scope -> passkeys().remove(eva, id)))
                .isFalse();
        assertThat(unitOfWork().<Integer>write(scope -> passkeys().removeAll(eva)))
                .isEqualTo(1);
        assertThat(passkeys().of(eva)).isEmpty();
        assertThat(passkeys().of(kim)).hasSize(1);
    }

    @Test
    void a_counter_only_increases_unless_there_is_none() {
        UserId eva = user("eva@example.com");
        long counting = insert(eva, "a", credential("a", 5), NOON).orElseThrow().id();
        long without = insert(eva, "b", credential("b", 0), NOON).orElseThrow().id();
        assertThat(use(counting, 5)).isFalse();
        assertThat(use(counting, 4)).isFalse();
        assertThat(use(counting, 0)).isFalse();
        assertThat(passkeys().byCredential("a").orElseThrow().times().lastUsedAt())
                .isEmpty();
        assertThat(use(counting, 6)).isTrue();
        assertThat(passkeys().byCredential("a").orElseThrow()).satisfies(passkey -> {
            assertThat(passkey.key().signCount()).isEqualTo(6);
            assertThat(passkey.key().sync()).isEqualTo(new Sync(true, true));
            assertThat(passkey.times().lastUsedAt()).contains(NOON.plusSeconds(6));
        });
        assertThat(use(without, 0)).isTrue();
        assertThat(use(without, 0)).isTrue();
        assertThat(use(without, 1)).isTrue();
        assertThat(use(without, 0)).isFalse();
        assertThat(use(without + counting + 1, 1)).isFalse();
    }

    @Test
    void one_of_two_uses_with_the_same_counter_is_stored() throws Exception {
        UserId eva = user("eva@example.com");
        long id = insert(eva, "a", credential("a", 1), NOON).orElseThrow().id();
        try (var threads = Executors.newFixedThreadPool(2)) {
            Callable<Boolean> use = () -> use(id, 2);
            List<Future<Boolean>> both = List.of(threads.submit(use), threads.submit(use));
            assertThat(List.of(both.get(0).get(), both.get(1).get())).containsExactlyInAnyOrder(true, false);
        }
    }

    @Test
    void the_passkeys_of_a_deleted_user_are_deleted() {
        UserId eva = user("eva@example.com");
        insert(eva, "a", credential("a", 0), NOON);
        delete(eva);
        assertThat(passkeys().byCredential("a")).isEmpty();
    }
}
