package dev.hexadmin.persistence.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.AccessAssembly;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.access.ManagingRoles.Draft;
import dev.hexadmin.application.access.RoleListRequest;
import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.audit.JdbcAuditTrail;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.ports.RolesContract;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of managing roles that need a database. */
abstract class DatabaseRolesContract extends RolesContract {
    private static final ModelRegistry REGISTRY = ModelRegistry.of(Stream.concat(
                    Stream.of(ModelDefinition.builder("products")
                            .field("id", FieldType.INTEGER, f -> f.primaryKey())
                            .field("name", FieldType.STRING)
                            .field("cost", FieldType.INTEGER)
                            .build()),
                    AccessModels.definitions().stream())
            .toList());
    private static final Model PRODUCTS = REGISTRY.model("products").orElseThrow();
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456Z");
    private static final Actor.Operator START = new Actor.Operator("start");

    @TempDir
    Path folder;

    Database database;
    AccessAssembly access;
    ManagingRoles managing;
    final AtomicLong ticks = new AtomicLong();

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        access = assemble();
        managing = access.managingRoles();
    }

    private AccessAssembly assemble() {
        return AccessAssembly.assemble(
                new JdbcGrants(database, REGISTRY),
                new JdbcRoles(database),
                new JdbcAuditTrail(database),
                database,
                ClusterEvents.none(),
                REGISTRY,
                () -> NOW,
                ticks::get);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void run(String sql, Object... parameters) {
        database.write(scope -> database.execute(execute -> execute.dml(sql, parameters)));
    }

    @Override
    protected Roles roles() {
        return new JdbcRoles(database);
    }

    @Override
    protected UnitOfWork unitOfWork() {
        return database;
    }

    @Override
    protected UserId user(String email, boolean superuser) {
        run(
                "INSERT INTO admin_users (email, password_hash, is_superuser, created_at) VALUES (?, 'x', ?, ?)",
                email,
                database.parameter(superuser),
                database.parameter(NOW));
        return new UserId(number("SELECT id AS n FROM admin_users WHERE email = ?", email));
    }

    private UserId user(String email) {
        return user(email, false);
    }

    @Override
    protected void give(long role, UserId user) {
        run("INSERT INTO admin_user_roles (user_id, role_id) VALUES (?, ?)", user.value(), role);
    }

    private long number(String sql, Object... parameters) {
        return database.query(
                execute -> Columns.whole(execute.get(sql, parameters).orElseThrow(), "n"));
    }

    private long rows(String table) {
        return number("SELECT count(*) AS n FROM " + table);
    }

    private Role create(String name, Map<String, List<String>> permissions) {
        return managing.create(START, () -> new Draft(name, "", permissions, Map.of(), Map.of()), false);
    }

    private static void isRefused(String code, Runnable call) {
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(call::run)
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(code));
    }

    @Test
    void a_role_is_kept_as_it_was_written() {
        Draft draft = new Draft(
                "Kontoführung 'x'",
                "two\nlines",
                Map.of("products", List.of("edit", "view"), "*", List.of("export")),
                Map.of("products", Map.of("cost", List.of(), "name", List.of("view", "create"))),
                Map.of("products", "name = 'ü''' and cost > 5"));
        Role created = managing.create(START, () -> draft, false);
        Role read = managing.get(START, created.id());
        assertThat(read).isEqualTo(created);
        assertThat(read.version()).isEqualTo(created.version());
        assertThat(ManagingRoles.Draft.of(read))
                .isEqualTo(new Draft(
                        draft.name(),
                        draft.description(),
                        Map.of("products", List.of("view", "edit"), "*", List.of("export")),
                        Map.of("products", Map.of("cost", List.of(), "name", List.of("view", "create"))),
                        draft.rowPolicies()));
        assertThat(read.createdAt()).isEqualTo(NOW);
        assertThat(read.users()).isZero();
        assertThat(managing.list(START, RoleListRequest.of(Map.of("q", "LINES")))
                        .roles())
                .containsExactly(read);

        Role changed = managing.change(
                START,
                read.id(),
                before -> new Draft("B", "", Map.of("products", List.of("view")), Map.of(), Map.of()),
                Optional.of(List.of(read.version())),
                false);
        assertThat(managing.get(START, read.id())).isEqualTo(changed);
        assertThat(rows("admin_role_permissions")).isEqualTo(1);
        assertThat(rows("admin_field_permissions") + rows("admin_row_policies")).isZero();
        assertThat(rows("admin_audit_log")).isEqualTo(2);
    }

    @Test
    void a_name_that_is_taken_changes_nothing() {
        create("A", Map.of());
        Role b = create("B", Map.of());
        isRefused("unique", () -> create("A", Map.of("products", List.of("view"))));
        isRefused(
                "unique",
                () -> managing.change(
                        START,
                        b.id(),
                        before -> new Draft("A", "", Map.of("products", List.of("view")), Map.of(), Map.of()),
                        Optional.empty(),
                        false));
        assertThat(managing.get(START, b.id())).isEqualTo(b);
        assertThat(rows("admin_roles")).isEqualTo(2);
        assertThat(rows("admin_audit_log")).isEqualTo(2);
    }

    @Test
    void a_dry_run_tells_what_would_be_and_leaves_nothing() {
        Role would = managing.create(
                START, () -> new Draft("A", "", Map.of("products", List.of("view")), Map.of(), Map.of()), true);
        assertThat(would.rights().permissions()).containsKey("products");
        assertThat(rows("admin_roles") + rows("admin_role_permissions") + rows("admin_audit_log"))
                .isZero();
    }

    @Test
    void a_role_in_use_stays_and_one_that_goes_takes_its_rows_along() {
        Role role = managing.create(
                START,
                () -> new Draft(
                        "A",
                        "",
                        Map.of("products", List.of("view")),
                        Map.of("products", Map.of("cost", List.of())),
                        Map.of("products", "id = 1")),
                false);
        UserId eva = user("eva@example.com");
        give(role.id(), eva);
        assertThat(managing.get(START, role.id()).users()).isEqualTo(1);
        isRefused("role_in_use", () -> managing.delete(START, role.id(), Optional.empty(), false));
        run("DELETE FROM admin_users WHERE id = ?", eva.value());
        managing.delete(START, role.id(), Optional.empty(), false);
        isRefused("not_found", () -> managing.get(START, role.id()));
        assertThat(rows("admin_role_permissions") + rows("admin_field_permissions") + rows("admin_row_policies"))
                .isZero();
    }

    @Test
    void rights_follow_each_change_at_once() {
        UserId eva = user("eva@example.com");
        Role role = create("A", Map.of("products", List.of("view")));
        give(role.id(), eva);
        assertThat(access.liveRights().of(eva).actions(PRODUCTS)).containsExactly(Action.VIEW);
        managing.change(
                START,
                role.id(),
                before -> new Draft("A", "", Map.of("*", List.of("edit")), Map.of(), Map.of()),
                Optional.empty(),
                false);
        assertThat(access.liveRights().of(eva).actions(PRODUCTS)).containsExactly(Action.EDIT);
        managing.grantDirectly(START, eva, Map.of("products", Set.of(Action.DELETE), "*", Set.of(Action.VIEW)));
        assertThat(access.liveRights().of(eva).actions(PRODUCTS))
                .containsExactlyInAnyOrder(Action.VIEW, Action.EDIT, Action.DELETE);
        managing.grantDirectly(START, eva, Map.of());
        assertThat(access.liveRights().of(eva).actions(PRODUCTS)).containsExactly(Action.EDIT);
        // a change by another program is seen after two seconds
        run("UPDATE admin_users SET is_active = ? WHERE id = ?", database.parameter(false), eva.value());
        assertThat(access.liveRights().of(eva).actions(PRODUCTS)).containsExactly(Action.EDIT);
        ticks.addAndGet(2_000_000_000L);
        assertThat(access.liveRights().of(eva)).isEqualTo(Rights.NONE);
    }

    @Test
    void servers_that_start_together_make_the_four_roles_once() throws Exception {
        List<Throwable> failures = new ArrayList<>();
        List<Thread> servers = Stream.generate(this::assemble)
                .limit(4)
                .map(server -> Thread.ofVirtual().start(() -> {
                    try {
                        server.managingRoles().seed(START);
                    } catch (RuntimeException e) {
                        synchronized (failures) {
                            failures.add(e);
                        }
                    }
                }))
                .toList();
        for (Thread server : servers) {
            server.join();
        }
        assertThat(failures).isEmpty();
        assertThat(managing.list(START, RoleListRequest.of(Map.of("ordering", "id")))
                        .roles())
                .extracting(Role::name)
                .containsExactlyInAnyOrder("SuperAdmin", "Admin", "Editor", "Viewer");
        assertThat(rows("admin_audit_log")).isEqualTo(4);
        assertThat(rows("admin_permissions")).isEqualTo(6 + 6 + 5 + 2 + 2);
        UserId eva = user("eva@example.com");
        run(
                "INSERT INTO admin_user_roles (user_id, role_id) SELECT ?, id FROM admin_roles WHERE name = 'SuperAdmin'",
                eva.value());
        assertThat(access.liveRights().of(eva).superuser()).isTrue();
    }
}
