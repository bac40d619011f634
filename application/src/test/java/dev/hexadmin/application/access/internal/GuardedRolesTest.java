package dev.hexadmin.application.access.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.ManagingRoles.Draft;
import dev.hexadmin.application.access.RoleListRequest;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.access.RoleRights;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GuardedRolesTest {
    private static final ModelRegistry REGISTRY = ModelRegistry.of(Stream.concat(
                    Stream.of(
                            model("products", ModelDefinition.Access.OPEN),
                            model("orders", ModelDefinition.Access.OPEN),
                            model("admin_users", ModelDefinition.Access.BUILT_IN)),
                    AccessModels.definitions().stream())
            .toList());
    private static final Set<Action> ALL = EnumSet.allOf(Action.class);
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456Z");
    private static final Actor BOSS = new Actor.Operator("test");

    private final InMemoryRoles stored = new InMemoryRoles();
    private final List<AuditEntry> audit = new ArrayList<>();
    private final List<ClusterEvent> announced = new ArrayList<>();
    private final ClusterEvents events = ClusterEvents.none();
    private final GrantGuard guard = new GrantGuard(stored, REGISTRY);
    private final GuardedRoles roles =
            new GuardedRoles(stored, guard, audit::add, stored.unitOfWork, events, REGISTRY, () -> NOW);

    @BeforeEach
    void listen() {
        events.listen(announced::add);
    }

    private static ModelDefinition model(String name, ModelDefinition.Access access) {
        return ModelDefinition.builder(name)
                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                .field("name", FieldType.STRING)
                .field("cost", FieldType.INTEGER)
                .field("owner_id", FieldType.INTEGER)
                .access(access)
                .build();
    }

    /** Rights on one model, in short: {@code ["products", "view,edit", "cost:view", "owner_id = 1"]}. */
    private static RoleRights rights(String... parts) {
        Map<String, Set<Action>> permissions = new java.util.TreeMap<>();
        Map<String, Map<String, Set<Action>>> fields = new java.util.TreeMap<>();
        Map<String, String> policies = new java.util.TreeMap<>();
        for (int i = 0; i + 3 < parts.length; i += 4) {
            permissions.put(parts[i], actions(parts[i + 1]));
            if (!parts[i + 2].isEmpty()) {
                String[] field = parts[i + 2].split(":", 2);
                fields.put(parts[i], Map.of(field[0], actions(field[1])));
            }
            if (!parts[i + 3].isEmpty()) {
                policies.put(parts[i], parts[i + 3]);
            }
        }
        return new RoleRights(permissions, fields, policies);
    }

    private static Set<Action> actions(String words) {
        Set<Action> actions = EnumSet.noneOf(Action.class);
        for (String word : words.split(",", -1)) {
            Action.ofWord(word).ifPresent(actions::add);
        }
        return actions;
    }

    /** A user who manages roles and also has these rights. */
    private static Actor keeper(RoleRights... rights) {
        List<Grant> grants = new ArrayList<>();
        grants.add(Grant.of("admin_roles", ALL));
        for (RoleRights one : rights) {
            grants.addAll(one.grants(REGISTRY));
        }
        return new Actor.SignedIn(
                new UserId(7), new EmailAddress("eva@example.com"), new Rights(false, grants), Actor.Origin.LOCAL);
    }

    private static Draft draft(String name, RoleRights rights) {
        return Draft.of(new Role(0, name, "", false, rights, 0, NOW));
    }

    private static void isRefused(String code, Runnable call) {
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(call::run)
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(code));
    }

    static Stream<Arguments> grants() {
        RoleRights none = rights();
        RoleRights all = rights("*", "view,create,edit,delete,export,import", "", "");
        RoleRights view = rights("products", "view", "", "");
        RoleRights noCost = rights("products", "view,edit", "cost:", "");
        RoleRights costView = rights("products", "view,edit", "cost:view", "");
        RoleRights own = rights("products", "view", "", "owner_id = $user.id");
        RoleRights ofSeven = rights("products", "view", "", "owner_id = 7");
        return Stream.of(
                // held, wanted, allowed
                Arguments.of(none, none, true),
                Arguments.of(none, view, false),
                Arguments.of(view, view, true),
                Arguments.of(all, view, true),
                Arguments.of(view, rights("products", "view,edit", "", ""), false),
                Arguments.of(view, rights("orders", "view", "", ""), false),
                Arguments.of(view, rights("*", "view", "", ""), false),
                Arguments.of(all, all, true),
                Arguments.of(rights("*", "view", "", ""), rights("*", "view,edit", "", ""), false),
                Arguments.of(
                        rights("products", "view", "", "", "orders", "view", "", ""),
                        rights("*", "view", "", ""),
                        false),
                // built-in models are named
                Arguments.of(all, rights("admin_users", "view", "", ""), false),
                Arguments.of(rights("admin_users", "view", "", ""), rights("admin_users", "view", "", ""), true),
                // fields
                Arguments.of(noCost, rights("products", "view", "", ""), false),
                Arguments.of(noCost, noCost, true),
                Arguments.of(noCost, costView, false),
                Arguments.of(costView, noCost, true),
                Arguments.of(costView, rights("products", "edit", "cost:edit", ""), false),
                Arguments.of(
                        rights("*", "view", "", "", "products", "view", "cost:", ""),
                        rights("*", "view", "", ""),
                        false),
                Arguments.of(
                        rights("*", "view", "", "", "products", "view", "cost:", ""),
                        rights("*", "view", "", "", "products", "view", "cost:", ""),
                        true),
                // records
                Arguments.of(view, own, true),
                Arguments.of(own, view, false),
                Arguments.of(ofSeven, ofSeven, true),
                Arguments.of(ofSeven, rights("products", "view", "", "owner_id=7 and cost > 5"), true),
                Arguments.of(ofSeven, rights("products", "view", "", "owner_id=7 and owner_id = $user.id"), true),
                Arguments.of(ofSeven, rights("products", "view", "", "owner_id = 7 or cost > 5"), false),
                Arguments.of(ofSeven, rights("products", "view", "", "owner_id is not null"), false),
                // on another user the row policy with $user covers other records
                Arguments.of(own, own, false),
                Arguments.of(own, rights("products", "view", "", "owner_id=$user.id and cost > 5"), false),
                Arguments.of(own, ofSeven, false));
    }

    @ParameterizedTest
    @MethodSource("grants")
    void actors_cannot_grant_rights_that_they_do_not_have(RoleRights held, RoleRights wanted, boolean allowed) {
        Actor keeper = keeper(held);
        Role assigned = stored.put("Assigned", false, wanted, 0);
        Role edited = stored.put("Edited", false, RoleRights.NONE, 0);
        List<Runnable> ways = new ArrayList<>(List.of(
                () -> roles.create(keeper, () -> draft("Created", wanted), true),
                () -> roles.change(keeper, edited.id(), before -> draft("Edited", wanted), Optional.empty(), true),
                () -> guard.mayAssign(keeper, Set.of(assigned.id()))));
        if (wanted.fields().isEmpty() && wanted.policies().isEmpty()) {
            stored.users.put(new UserId(3), false);
            ways.add(() -> roles.grantDirectly(keeper, new UserId(3), wanted.permissions()));
        }
        for (Runnable way : ways) {
            if (allowed) {
                assertThatCode(way::run).doesNotThrowAnyException();
            } else {
                isRefused("escalation", way);
            }
        }
        guard.mayAssign(BOSS, Set.of(assigned.id()));
    }

    @ParameterizedTest
    @MethodSource("grants")
    void actors_cannot_take_over_users_with_more_rights(RoleRights held, RoleRights theirs, boolean allowed) {
        UserId user = new UserId(3);
        Set<Long> roleIds = Set.of(stored.put("Theirs", false, theirs, 1).id());
        if (allowed) {
            assertThatCode(() -> guard.mayTakeOver(keeper(held), user, roleIds)).doesNotThrowAnyException();
        } else {
            isRefused("escalation", () -> guard.mayTakeOver(keeper(held), user, roleIds));
        }
        if (theirs.fields().isEmpty() && theirs.policies().isEmpty()) {
            stored.unitOfWork.write(scope -> {
                stored.replaceDirectly(user, theirs.permissions());
                return user;
            });
            if (allowed) {
                assertThatCode(() -> guard.mayTakeOver(keeper(held), user, Set.of()))
                        .doesNotThrowAnyException();
            } else {
                isRefused("escalation", () -> guard.mayTakeOver(keeper(held), user, Set.of()));
            }
        }
        guard.mayTakeOver(BOSS, user, roleIds);
    }

    @Test
    void records_of_ones_own_are_not_those_of_another() {
        UserId user = new UserId(3);
        RoleRights own = rights("products", "view", "", "owner_id = $user.id");
        RoleRights cheap = rights("products", "view", "", "cost < 5");
        long ownId = stored.put("Own", false, own, 1).id();
        long cheapId = stored.put("Cheap", false, cheap, 1).id();
        isRefused("escalation", () -> guard.mayTakeOver(keeper(own), user, Set.of(ownId)));
        isRefused("escalation", () -> guard.mayTakeOver(keeper(own, cheap), user, Set.of(ownId)));
        guard.mayTakeOver(keeper(own, cheap), user, Set.of(cheapId));
        guard.mayTakeOver(keeper(rights("products", "view", "", "")), user, Set.of(ownId, cheapId));
        isRefused(
                "escalation",
                () -> guard.mayTakeOver(
                        keeper(rights("*", "view,create,edit,delete,export,import", "", "")),
                        user,
                        Set.of(stored.put("SuperAdmin", true, RoleRights.NONE, 1)
                                .id())));
    }

    @Test
    void what_a_role_has_already_may_stay_and_be_taken_away_by_who_does_not_hold_it() {
        Actor keeper = keeper();
        Role role = stored.put("R", false, rights("products", "view,edit", "cost:view", "owner_id = 1"), 0);
        roles.change(keeper, role.id(), before -> draft("Renamed", role.rights()), Optional.empty(), false);
        roles.change(
                keeper,
                role.id(),
                before -> draft("Renamed", rights("products", "view", "cost:", "owner_id = 1")),
                Optional.empty(),
                false);
        // a restriction taken away is a right given
        isRefused(
                "escalation",
                () -> roles.change(
                        keeper,
                        role.id(),
                        before -> draft("Renamed", rights("products", "view", "cost:", "")),
                        Optional.empty(),
                        false));
        assertThat(stored.named("Renamed").rights()).isEqualTo(rights("products", "view", "cost:", "owner_id = 1"));
    }

    @Test
    void a_policy_looks_only_at_what_its_author_may_view() {
        RoleRights wanted = rights("products", "edit", "cost:", "cost > 5");
        isRefused(
                "escalation",
                () -> roles.create(
                        keeper(rights("products", "view,edit", "cost:", "")), () -> draft("R", wanted), false));
    }

    @Test
    void without_the_right_on_roles_nothing_is_revealed() {
        Actor unprivileged = new Actor.Anonymous(Actor.Origin.LOCAL);
        isRefused("forbidden", () -> roles.list(unprivileged, RoleListRequest.of(Map.of("wrong", ""))));
        isRefused("forbidden", () -> roles.get(unprivileged, 1));
        isRefused(
                "forbidden",
                () -> roles.create(
                        unprivileged,
                        () -> {
                            throw new AssertionError("not asked for");
                        },
                        false));
        isRefused("forbidden", () -> roles.change(unprivileged, 1, draft -> draft, Optional.empty(), false));
        isRefused("forbidden", () -> roles.delete(unprivileged, 1, Optional.empty(), false));
        isRefused("forbidden", () -> roles.grantDirectly(unprivileged, new UserId(1), Map.of()));
    }

    @Test
    void every_error_is_reported_with_its_pointer() {
        Draft draft = new Draft(
                " ",
                "x".repeat(1_001),
                Map.of("products", List.of("view", "look"), "gone", List.of("view"), "a/b", List.of()),
                Map.of(
                        "products",
                        Map.of("cost", List.of("view", "delete"), "size", List.of()),
                        "*",
                        Map.of(),
                        "admin_roles",
                        Map.of("name", List.of())),
                Map.of("orders", "owner = 1", "gone", "id = 1", "admin_roles", "id = 1", "*", "id = 1"));
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(() -> roles.create(BOSS, () -> draft, false))
                .satisfies(refused -> assertThat(refused.violations())
                        .extracting(Violation::pointer, Violation::code)
                        .extracting(Object::toString)
                        .containsExactlyInAnyOrder(
                                "(\"/name\", \"required\")",
                                "(\"/description\", \"max_length\")",
                                "(\"/permissions/products/1\", \"unknown_action\")",
                                "(\"/permissions/gone\", \"unknown_model\")",
                                "(\"/permissions/a~1b\", \"unknown_model\")",
                                "(\"/field_permissions/products/cost/1\", \"unknown_action\")",
                                "(\"/field_permissions/products/size\", \"unknown_field\")",
                                "(\"/field_permissions/*\", \"unknown_model\")",
                                "(\"/field_permissions/admin_roles\", \"unsupported\")",
                                "(\"/row_policies/orders\", \"row_policy\")",
                                "(\"/row_policies/gone\", \"unknown_model\")",
                                "(\"/row_policies/admin_roles\", \"unsupported\")",
                                "(\"/row_policies/*\", \"unknown_model\")"));
        assertThat(audit).isEmpty();
    }

    @Test
    void a_role_that_names_a_model_that_is_gone_can_still_be_edited() {
        Role role = stored.put("R", false, rights("gone", "view", "size:view", "colour = 1"), 0);
        Role renamed = roles.change(BOSS, role.id(), before -> draft("S", role.rights()), Optional.empty(), false);
        assertThat(renamed.name()).isEqualTo("S");
        assertThat(renamed.rights()).isEqualTo(role.rights());
        isRefused("escalation", () -> guard.mayAssign(keeper(rights("*", "view", "", "")), Set.of(role.id())));
    }

    @Test
    void what_a_role_states_about_a_deleted_field_stays_when_its_other_fields_are_changed() {
        Role role = stored.put("R", false, rights("products", "view", "salary:", ""), 0);
        Map<String, Map<String, Set<Action>>> wanted = Map.of("products", Map.of("salary", Set.of(), "cost", Set.of()));
        Role changed = roles.change(
                BOSS,
                role.id(),
                before -> draft("R", new RoleRights(role.rights().permissions(), wanted, Map.of())),
                Optional.empty(),
                false);
        assertThat(changed.rights().fields()).isEqualTo(wanted);
    }

    @Test
    void each_change_writes_one_audit_row_with_old_and_new_values_and_evicts_cached_rights() {
        Role role = roles.create(BOSS, () -> draft("R", rights("products", "view", "", "")), false);
        roles.change(BOSS, role.id(), before -> before, Optional.empty(), false);
        roles.change(
                BOSS,
                role.id(),
                before -> draft("R", rights("products", "view", "", "owner_id = 1")),
                Optional.empty(),
                false);
        roles.change(BOSS, role.id(), before -> draft("T", RoleRights.NONE), Optional.empty(), true);
        roles.delete(BOSS, role.id(), Optional.empty(), true);
        roles.delete(BOSS, role.id(), Optional.empty(), false);
        assertThat(audit.stream()
                        .filter(entry ->
                                entry.event().equals("create") || entry.event().equals("delete"))
                        .toList())
                .hasSize(3); // the rehearsed one is undone with its unit of work
        assertThat(audit.getFirst().changesJson())
                .isEqualTo("{\"name\":[null,\"R\"],\"description\":[null,\"\"],"
                        + "\"permissions\":[null,{\"products\":[\"view\"]}],\"field_permissions\":[null,{}],"
                        + "\"row_policies\":[null,{}]}");
        assertThat(audit.get(1).changesJson()).isEqualTo("{\"row_policies\":[{},{\"products\":\"owner_id = 1\"}]}");
        assertThat(audit).allSatisfy(entry -> {
            assertThat(entry.model()).isEqualTo("admin_roles");
            assertThat(entry.recordId()).isEqualTo(Long.toString(role.id()));
            assertThat(entry.at()).isEqualTo(NOW);
        });
        assertThat(announced).hasSize(3).containsOnly(new ClusterEvent.RightsChanged());
    }

    @Test
    void a_name_is_unique_and_a_role_in_use_stays() {
        Role used = stored.put("Used", false, RoleRights.NONE, 2);
        Role other = stored.put("Other", false, RoleRights.NONE, 0);
        isRefused("unique", () -> roles.create(BOSS, () -> draft(" Used ", RoleRights.NONE), false));
        isRefused(
                "unique",
                () -> roles.change(
                        BOSS, other.id(), before -> draft("Used", RoleRights.NONE), Optional.empty(), false));
        isRefused("role_in_use", () -> roles.delete(BOSS, used.id(), Optional.empty(), false));
        isRefused("not_found", () -> roles.delete(BOSS, 99, Optional.empty(), false));
        isRefused("not_found", () -> roles.get(BOSS, 99));
        isRefused("not_found", () -> roles.grantDirectly(BOSS, new UserId(99), Map.of()));
    }

    @Test
    void a_version_that_is_not_current_changes_nothing() {
        Role role = stored.put("R", false, RoleRights.NONE, 0);
        Optional<List<Version>> old = Optional.of(List.of(new Version("old")));
        isRefused(
                "precondition_failed",
                () -> roles.change(BOSS, role.id(), before -> draft("S", RoleRights.NONE), old, false));
        isRefused("precondition_failed", () -> roles.delete(BOSS, role.id(), old, false));
        roles.change(
                BOSS,
                role.id(),
                before -> draft("S", RoleRights.NONE),
                Optional.of(List.of(new Version("old"), role.version())),
                false);
        assertThat(stored.named("S").version()).isNotEqualTo(role.version());
    }

    @Test
    void only_a_superuser_touches_the_superuser_role_and_its_rights_are_fixed() {
        Role superAdmin = stored.put("SuperAdmin", true, rights("*", "view", "", ""), 0);
        Actor keeper = keeper(rights("*", "view,create,edit,delete,export,import", "", ""));
        isRefused("escalation", () -> guard.mayAssign(keeper, Set.of(superAdmin.id())));
        isRefused("escalation", () -> roles.change(keeper, superAdmin.id(), before -> before, Optional.empty(), false));
        isRefused("escalation", () -> roles.delete(keeper, superAdmin.id(), Optional.empty(), false));
        isRefused(
                "invalid",
                () -> roles.change(
                        BOSS,
                        superAdmin.id(),
                        before -> draft("SuperAdmin", RoleRights.NONE),
                        Optional.empty(),
                        false));
        Role renamed = roles.change(
                BOSS, superAdmin.id(), before -> draft("Root", superAdmin.rights()), Optional.empty(), false);
        assertThat(renamed.superuser()).isTrue();
        UserId root = new UserId(1);
        stored.users.put(root, true);
        isRefused("escalation", () -> roles.grantDirectly(keeper, root, Map.of("products", Set.of(Action.VIEW))));
    }

    @Test
    void direct_grants_are_replaced_with_an_audit_row_of_the_user() {
        UserId eva = new UserId(5);
        stored.users.put(eva, false);
        roles.grantDirectly(BOSS, eva, Map.of("products", Set.of(Action.VIEW)));
        roles.grantDirectly(BOSS, eva, Map.of("products", Set.of(Action.VIEW)));
        assertThat(stored.directly(eva)).isEqualTo(Map.of("products", Set.of(Action.VIEW)));
        assertThat(audit).singleElement().satisfies(entry -> {
            assertThat(entry.model()).isEqualTo("admin_users");
            assertThat(entry.recordId()).isEqualTo("5");
            assertThat(entry.changesJson()).isEqualTo("{\"permissions\":[{},{\"products\":[\"view\"]}]}");
        });
        assertThat(announced).containsExactly(new ClusterEvent.UserChanged(eva));
        isRefused("invalid", () -> roles.grantDirectly(BOSS, eva, Map.of("gone", Set.of(Action.VIEW))));
    }

    @Test
    void a_new_installation_gets_four_roles_once() {
        Actor.Operator start = new Actor.Operator("start");
        roles.seed(start);
        roles.seed(start);
        assertThat(stored.headings())
                .extracting(heading -> heading.name())
                .containsExactly("SuperAdmin", "Admin", "Editor", "Viewer");
        assertThat(stored.named("SuperAdmin").superuser()).isTrue();
        assertThat(stored.named("Admin").superuser()).isFalse();
        assertThat(stored.named("Admin").rights().permissions())
                .isEqualTo(Map.of(
                        "*", ALL,
                        "admin_permissions", Set.of(Action.VIEW, Action.EXPORT),
                        "admin_audit_log", Set.of(Action.VIEW, Action.EXPORT)));
        assertThat(stored.named("Editor").rights().permissions())
                .isEqualTo(Map.of("*", Set.of(Action.VIEW, Action.CREATE, Action.EDIT)));
        assertThat(stored.named("Viewer").rights().permissions()).isEqualTo(Map.of("*", Set.of(Action.VIEW)));
        assertThat(stored.listed).containsKeys("*", "products", "admin_users");
        assertThat(audit).hasSize(4);
    }

    @Test
    void a_start_carries_over_what_roles_state_about_renamed_models() {
        ModelRegistry renamed = ModelRegistry.of(Stream.concat(
                        Stream.of(ModelDefinition.builder("goods")
                                .renamedFrom("products")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("price", FieldType.INTEGER, f -> f.renamedFrom("cost"))
                                .build()),
                        AccessModels.definitions().stream())
                .toList());
        Role role = stored.put("R", false, rights("products", "view", "cost:", "cost > 5"), 0);
        GuardedRoles later = new GuardedRoles(
                stored, new GrantGuard(stored, renamed), audit::add, stored.unitOfWork, events, renamed, () -> NOW);
        later.seed(new Actor.Operator("start"));
        assertThat(stored.named("R").rights()).isEqualTo(rights("goods", "view", "price:", "cost > 5"));
        assertThat(announced).containsExactly(new ClusterEvent.RightsChanged());
        later.seed(new Actor.Operator("start"));
        assertThat(audit).singleElement().satisfies(entry -> {
            assertThat(entry.event()).isEqualTo("update");
            assertThat(entry.recordId()).isEqualTo(Long.toString(role.id()));
        });
    }

    @Test
    void a_list_is_searched_sorted_and_paged() {
        for (String name : List.of("beta", "Alpha", "gamma", "ÄLPHA")) {
            stored.put(name, false, RoleRights.NONE, 0);
        }
        assertThat(roles.list(BOSS, RoleListRequest.of(Map.of())).roles())
                .extracting(Role::name)
                .containsExactly("Alpha", "beta", "gamma", "ÄLPHA");
        assertThat(roles.list(BOSS, RoleListRequest.of(Map.of("ordering", "-id", "per_page", "3", "page", "2"))))
                .satisfies(listing -> {
                    assertThat(listing.roles()).extracting(Role::name).containsExactly("beta");
                    assertThat(listing.total()).isEqualTo(4);
                });
        assertThat(roles.list(BOSS, RoleListRequest.of(Map.of("q", "älph"))).roles())
                .extracting(Role::name)
                .containsExactly("ÄLPHA");
        assertThat(roles.list(BOSS, RoleListRequest.of(Map.of("page", "2147483647", "per_page", "200")))
                        .roles())
                .isEmpty();
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(() -> roles.list(
                        BOSS,
                        RoleListRequest.of(Map.of(
                                "page",
                                "0",
                                "per_page",
                                "201",
                                "ordering",
                                "users",
                                "q",
                                "x".repeat(201),
                                "name",
                                "x"))))
                .satisfies(refused -> assertThat(refused.violations())
                        .extracting(Violation::pointer)
                        .containsExactlyInAnyOrder("?page", "?per_page", "?ordering", "?q", "?name"));
    }
}
