package dev.hexadmin.testing.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.access.RoleRights;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every store of roles does. */
public abstract class RolesContract {
    private static final Instant CREATED = Instant.parse("2026-11-20T12:00:00.123456Z");
    private static final RoleRights SOME = new RoleRights(
            Map.of("products", Set.of(Action.VIEW, Action.EDIT), "*", Set.of(Action.EXPORT)),
            Map.of("products", Map.of("cost", Set.of(), "name", Set.of(Action.VIEW))),
            Map.of("products", "name = 'ü''' and cost > 5"));
    private static final RoleRights OTHER =
            new RoleRights(Map.of("products", Set.of(Action.DELETE)), Map.of(), Map.of());

    protected RolesContract() {}

    protected abstract Roles roles();

    protected abstract UnitOfWork unitOfWork();

    /** A new user. */
    protected abstract UserId user(String email, boolean superuser);

    /** Gives a role to a user. */
    protected abstract void give(long role, UserId user);

    private long insert(String name, boolean superuser, RoleRights rights) {
        return unitOfWork()
                .write(scope -> roles().insert(name, "of " + name, superuser, rights, CREATED))
                .orElseThrow();
    }

    private Optional<Role> locked(long id) {
        return unitOfWork().write(scope -> roles().lock(id));
    }

    private Role stored(long id) {
        List<Role> found = roles().find(List.of(id));
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    @Test
    void a_role_is_found_as_it_was_inserted() {
        long id = insert("Keeper's \"role\"", false, SOME);
        long other = insert("Other", true, RoleRights.NONE);
        assertThat(stored(id))
                .isEqualTo(new Role(id, "Keeper's \"role\"", "of Keeper's \"role\"", false, SOME, 0, CREATED));
        assertThat(stored(other).superuser()).isTrue();
        assertThat(roles().find(List.of(other, id, 99L))).extracting(Role::id).containsExactlyInAnyOrder(id, other);
        assertThat(roles().find(List.of())).isEmpty();
        assertThat(roles().headings())
                .containsExactlyInAnyOrder(
                        new Roles.Heading(id, "Keeper's \"role\"", "of Keeper's \"role\"", CREATED),
                        new Roles.Heading(other, "Other", "of Other", CREATED));
        assertThat(locked(id)).contains(stored(id));
        assertThat(locked(99)).isEmpty();
    }

    @Test
    void a_name_is_given_to_one_role_only() {
        long id = insert("A", false, SOME);
        long other = insert("B", false, OTHER);
        Optional<Long> inserted = unitOfWork().rehearse(scope -> roles().insert("A", "", false, OTHER, CREATED));
        assertThat(inserted).isEmpty();
        boolean renamed = unitOfWork().rehearse(scope -> {
            roles().lock(other);
            return roles().update(other, "A", "", SOME);
        });
        assertThat(renamed).isFalse();
        assertThat(stored(id).rights()).isEqualTo(SOME);
        assertThat(stored(other).name()).isEqualTo("B");
        assertThat(stored(other).rights()).isEqualTo(OTHER);
    }

    @Test
    void an_update_replaces_name_description_and_rights() {
        long id = insert("A", true, SOME);
        boolean updated = unitOfWork().write(scope -> {
            roles().lock(id);
            return roles().update(id, "B", "two\nlines", OTHER);
        });
        assertThat(updated).isTrue();
        assertThat(stored(id)).isEqualTo(new Role(id, "B", "two\nlines", true, OTHER, 0, CREATED));
    }

    @Test
    void a_deleted_role_is_not_found_and_its_name_is_free() {
        long id = insert("A", false, SOME);
        unitOfWork().write(scope -> {
            roles().lock(id);
            roles().delete(id);
            return id;
        });
        assertThat(roles().find(List.of(id))).isEmpty();
        assertThat(roles().headings()).isEmpty();
        assertThat(stored(insert("A", false, OTHER)).rights()).isEqualTo(OTHER);
    }

    @Test
    void the_roles_of_a_user_come_by_name_and_count_their_users() {
        long second = insert("B", false, OTHER);
        long first = insert("A", false, SOME);
        UserId eva = user("eva@example.com", false);
        UserId ada = user("ada@example.com", false);
        assertThat(roles().of(eva)).isEmpty();
        give(second, eva);
        give(first, eva);
        give(first, ada);
        assertThat(roles().of(eva)).extracting(Role::id).containsExactly(first, second);
        assertThat(roles().of(ada)).extracting(Role::rights).containsExactly(SOME);
        assertThat(stored(first).users()).isEqualTo(2);
        assertThat(stored(second).users()).isEqualTo(1);
    }

    @Test
    void direct_grants_are_replaced_as_a_whole() {
        UserId eva = user("eva@example.com", false);
        UserId ada = user("ada@example.com", false);
        assertThat(roles().directly(eva)).isEmpty();
        grant(eva, Map.of("products", Set.of(Action.VIEW, Action.EDIT), "orders", Set.of(Action.VIEW)));
        assertThat(roles().directly(eva))
                .isEqualTo(Map.of("products", Set.of(Action.VIEW, Action.EDIT), "orders", Set.of(Action.VIEW)));
        grant(eva, Map.of("products", Set.of(Action.DELETE)));
        assertThat(roles().directly(eva)).isEqualTo(Map.of("products", Set.of(Action.DELETE)));
        assertThat(roles().directly(ada)).isEmpty();
        grant(eva, Map.of());
        assertThat(roles().directly(eva)).isEmpty();
    }

    private void grant(UserId user, Map<String, Set<Action>> permissions) {
        unitOfWork().write(scope -> {
            roles().replaceDirectly(user, permissions);
            return permissions;
        });
    }

    @Test
    void a_superuser_is_one_by_flag_or_by_role() {
        long everything = insert("SuperAdmin", true, RoleRights.NONE);
        long ordinary = insert("Editor", false, SOME);
        UserId byFlag = user("root@example.com", true);
        UserId byRole = user("eva@example.com", false);
        UserId none = user("ada@example.com", false);
        give(everything, byRole);
        give(ordinary, none);
        assertThat(roles().superuser(byFlag)).contains(true);
        assertThat(roles().superuser(byRole)).contains(true);
        assertThat(roles().superuser(none)).contains(false);
        assertThat(roles().superuser(new UserId(9_999))).isEmpty();
    }

    @Test
    void permissions_may_be_listed_again() {
        for (int i = 0; i < 2; i++) {
            unitOfWork().write(scope -> {
                roles().list(Map.of("products", Set.of(Action.VIEW, Action.EDIT)));
                return 0;
            });
        }
        assertThat(stored(insert("A", false, SOME)).rights()).isEqualTo(SOME);
    }

    @Test
    void a_work_that_fails_leaves_roles_and_grants_as_they_were() {
        long id = insert("A", false, SOME);
        UserId eva = user("eva@example.com", false);
        grant(eva, Map.of("products", Set.of(Action.VIEW)));
        assertThatThrownBy(() -> unitOfWork().write(scope -> {
                    roles().insert("B", "", false, OTHER, CREATED);
                    roles().lock(id);
                    roles().update(id, "C", "", OTHER);
                    roles().replaceDirectly(eva, Map.of());
                    throw new IllegalArgumentException("no");
                }))
                .hasMessage("no");
        assertThat(roles().headings()).extracting(Roles.Heading::name).containsExactly("A");
        assertThat(stored(id).rights()).isEqualTo(SOME);
        assertThat(roles().directly(eva)).isEqualTo(Map.of("products", Set.of(Action.VIEW)));
    }

    @Test
    void writes_outside_a_unit_of_work_are_refused() {
        long id = insert("A", false, SOME);
        assertThatThrownBy(() -> roles().insert("B", "", false, SOME, CREATED))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> roles().update(id, "B", "", SOME)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> roles().delete(id)).isInstanceOf(IllegalStateException.class);
        assertThat(stored(id).name()).isEqualTo("A");
    }
}
