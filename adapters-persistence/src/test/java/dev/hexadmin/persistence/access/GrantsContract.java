package dev.hexadmin.persistence.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.access.AccessAssembly;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class GrantsContract {
    private static final ModelRegistry REGISTRY = ModelRegistry.of(List.of(
            ModelDefinition.builder("products")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("name", FieldType.STRING)
                    .field("cost", FieldType.DECIMAL)
                    .build(),
            ModelDefinition.builder("orders")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .build(),
            ModelDefinition.builder("admin_things")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .access(ModelDefinition.Access.BUILT_IN)
                    .build()));
    private static final Model PRODUCTS = REGISTRY.model("products").orElseThrow();
    private static final Model ORDERS = REGISTRY.model("orders").orElseThrow();
    private static final Model THINGS = REGISTRY.model("admin_things").orElseThrow();

    @TempDir
    Path folder;

    Database database;
    JdbcGrants grants;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        grants = new JdbcGrants(database, REGISTRY);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void run(String sql, Object... parameters) {
        database.write(scope -> database.execute(execute -> execute.dml(sql, parameters)));
    }

    private UserId user(String email, boolean active, boolean superuser) {
        run(
                "INSERT INTO admin_users (email, is_active, is_superuser, password_hash, created_at)"
                        + " VALUES (?, ?, ?, 'x', ?)",
                email,
                database.parameter(active),
                database.parameter(superuser),
                database.parameter(Instant.EPOCH));
        return new UserId(id("SELECT id FROM admin_users WHERE email = ?", email));
    }

    private long role(String name, boolean superuser) {
        run(
                "INSERT INTO admin_roles (name, is_superuser, created_at) VALUES (?, ?, ?)",
                name,
                database.parameter(superuser),
                database.parameter(Instant.EPOCH));
        return id("SELECT id FROM admin_roles WHERE name = ?", name);
    }

    private long permission(String model, String action) {
        database.write(scope -> database.execute(execute -> database.insertNew(
                execute, "INSERT INTO admin_permissions (model, action) VALUES (?, ?)", model, action)));
        return id("SELECT id FROM admin_permissions WHERE model = ? AND action = ?", model, action);
    }

    private void allow(long role, String model, String action) {
        run(
                "INSERT INTO admin_role_permissions (role_id, permission_id) VALUES (?, ?)",
                role,
                permission(model, action));
    }

    private void give(UserId user, long role) {
        run("INSERT INTO admin_user_roles (user_id, role_id) VALUES (?, ?)", user.value(), role);
    }

    private long id(String sql, Object... parameters) {
        return database.query(
                execute -> Columns.whole(execute.get(sql, parameters).orElseThrow(), "id"));
    }

    @Test
    void rights_that_were_never_committed_are_kept_for_nobody() {
        ModelRegistry registry = ModelRegistry.of(AccessModels.definitions());
        LiveRights live = AccessAssembly.assemble(
                        grants,
                        new JdbcRoles(database),
                        entry -> {},
                        database,
                        ClusterEvents.none(),
                        registry,
                        InstantSource.fixed(Instant.EPOCH),
                        () -> 0)
                .liveRights();
        UserId eva = user("eva@example.com", true, false);
        String promote = "UPDATE admin_users SET is_superuser = ? WHERE id = ?";
        Object yes = database.parameter(true);
        Rights inside = database.rehearse(scope -> {
            database.execute(execute -> execute.dml(promote, yes, eva.value()));
            return live.of(eva);
        });
        assertThat(inside).isEqualTo(Rights.ALL);
        assertThat(live.of(eva)).isEqualTo(Rights.NONE);
    }

    @Test
    void rights_are_the_union_of_roles_and_direct_grants() {
        UserId eva = user("eva@example.com", true, false);
        long reader = role("Reader", false);
        allow(reader, "products", "view");
        run("INSERT INTO admin_field_permissions VALUES (?, 'products', 'cost', '')", reader);
        run("INSERT INTO admin_row_policies VALUES (?, 'products', 'id = 1')", reader);
        give(eva, reader);
        run(
                "INSERT INTO admin_user_permissions (user_id, permission_id) VALUES (?, ?)",
                eva.value(),
                permission("orders", "delete"));

        Rights rights = grants.of(eva);

        assertThat(rights.superuser()).isFalse();
        assertThat(rights.actions(PRODUCTS)).containsExactly(Action.VIEW);
        assertThat(rights.allows(Action.VIEW, PRODUCTS, PRODUCTS.fieldNamed("cost")))
                .isFalse();
        assertThat(rights.allows(Action.VIEW, PRODUCTS, PRODUCTS.fieldNamed("name")))
                .isTrue();
        assertThat(rights.policies(Action.VIEW, PRODUCTS)).containsExactly("id = 1");
        assertThat(rights.actions(ORDERS)).containsExactly(Action.DELETE);
    }

    @Test
    void what_a_role_says_of_one_model_also_binds_what_it_allows_on_every_model() {
        UserId eva = user("eva@example.com", true, false);
        long reader = role("Reader", false);
        allow(reader, "*", "view");
        run("INSERT INTO admin_row_policies VALUES (?, 'products', 'id = 1')", reader);
        run("INSERT INTO admin_row_policies VALUES (?, 'admin_things', 'id = 1')", reader);
        give(eva, reader);

        Rights rights = grants.of(eva);

        assertThat(rights.policies(Action.VIEW, PRODUCTS)).containsExactly("id = 1");
        assertThat(rights.policies(Action.VIEW, ORDERS)).isEmpty();
        assertThat(rights.actions(THINGS)).isEmpty();
    }

    @Test
    void nobody_unknown_or_inactive_has_rights() {
        UserId gone = user("gone@example.com", false, true);
        give(gone, role("Boss", true));
        assertThat(grants.of(gone)).isEqualTo(Rights.NONE);
        assertThat(grants.of(new UserId(4711))).isEqualTo(Rights.NONE);
        assertThat(grants.of(user("new@example.com", true, false)).grants()).isEmpty();
    }

    @Test
    void the_superuser_role_is_the_flags_equal() {
        UserId byFlag = user("flag@example.com", true, true);
        UserId byRole = user("role@example.com", true, false);
        UserId inactive = user("off@example.com", false, true);
        UserId plain = user("plain@example.com", true, false);
        long boss = role("Boss", true);
        give(byFlag, boss);
        give(byRole, boss);
        give(inactive, boss);
        give(plain, role("Reader", false));
        assertThat(grants.of(byFlag)).isEqualTo(Rights.ALL);
        assertThat(grants.of(byRole)).isEqualTo(Rights.ALL);
        assertThat(database.<Set<UserId>>write(scope -> grants.activeSuperusers()))
                .containsExactlyInAnyOrder(byFlag, byRole);
    }

    @Test
    void of_two_works_that_each_take_a_superuser_away_the_second_sees_what_the_first_has_left() throws Exception {
        List<UserId> users = List.of(user("a@example.com", true, true), user("b@example.com", true, true));
        CountDownLatch together = new CountDownLatch(2);
        List<Thread> threads = users.stream()
                .map(user -> Thread.ofVirtual().start(() -> {
                    together.countDown();
                    try {
                        together.await();
                        database.write(scope -> {
                            run(
                                    "UPDATE admin_users SET is_active = ? WHERE id = ?",
                                    database.parameter(false),
                                    user.value());
                            if (grants.activeSuperusers().isEmpty()) {
                                throw new IllegalArgumentException("the last one");
                            }
                            return 0;
                        });
                    } catch (IllegalArgumentException e) {
                        assertThat(e).hasMessage("the last one");
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(database.<Set<UserId>>write(scope -> grants.activeSuperusers()))
                .hasSize(1);
    }
}
