package dev.hexadmin.persistence.access;

import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.access.RoleRights;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbClientException;
import io.helidon.dbclient.DbExecute;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Roles and direct grants in their tables. */
public final class JdbcRoles implements Roles {
    // any number that nothing else in the database locks on
    private static final long LOCK = 0x6865_7861_726f_6c65L;

    private final Database database;

    public JdbcRoles(Database database) {
        this.database = database;
    }

    @Override
    public List<Heading> headings() {
        return database.query(execute -> {
            List<Heading> headings = new ArrayList<>();
            each(
                    execute.query("SELECT id, name, description, created_at FROM admin_roles"),
                    row -> headings.add(new Heading(
                            Columns.whole(row, "id"),
                            Columns.text(row, "name"),
                            Columns.text(row, "description"),
                            Columns.instant(row, "created_at"))));
            return headings;
        });
    }

    @Override
    public List<Role> find(Collection<Long> ids) {
        return ids.isEmpty() ? List.of() : database.query(execute -> find(execute, ids));
    }

    @Override
    public Optional<Role> lock(long id) {
        return database.execute(execute -> {
            // a user who gets the role needs a share of this lock for the foreign key
            database.lockRows("SELECT id FROM admin_roles WHERE id = ?", id);
            return find(execute, List.of(id)).stream().findFirst();
        });
    }

    private static List<Role> find(DbExecute execute, Collection<Long> ids) {
        Object[] parameters = ids.toArray();
        String in = " IN (" + ids.stream().map(id -> "?").collect(Collectors.joining(", ")) + ")";
        RightsCollector collector = new RightsCollector();
        each(
                execute.query(
                        "SELECT rp.role_id, p.model, p.action FROM admin_role_permissions rp"
                                + " JOIN admin_permissions p ON p.id = rp.permission_id WHERE rp.role_id" + in,
                        parameters),
                row -> collector.permission(
                        Columns.whole(row, "role_id"), Columns.text(row, "model"), Columns.text(row, "action")));
        each(
                execute.query(
                        "SELECT role_id, model, field, actions FROM admin_field_permissions WHERE role_id" + in,
                        parameters),
                row -> collector.field(
                        Columns.whole(row, "role_id"),
                        Columns.text(row, "model"),
                        Columns.text(row, "field"),
                        Columns.text(row, "actions")));
        each(
                execute.query("SELECT role_id, model, policy FROM admin_row_policies WHERE role_id" + in, parameters),
                row -> collector.policy(
                        Columns.whole(row, "role_id"), Columns.text(row, "model"), Columns.text(row, "policy")));
        Map<Long, RoleRights> rights = collector.rights();
        List<Role> roles = new ArrayList<>();
        each(
                execute.query(
                        "SELECT r.id, r.name, r.description, r.is_superuser, r.created_at,"
                                + " (SELECT count(*) FROM admin_user_roles ur WHERE ur.role_id = r.id) AS users"
                                + " FROM admin_roles r WHERE r.id" + in,
                        parameters),
                row -> roles.add(new Role(
                        Columns.whole(row, "id"),
                        Columns.text(row, "name"),
                        Columns.text(row, "description"),
                        Columns.flag(row, "is_superuser"),
                        rights.getOrDefault(Columns.whole(row, "id"), RoleRights.NONE),
                        Columns.whole(row, "users"),
                        Columns.instant(row, "created_at"))));
        return roles;
    }

    @Override
    public Optional<Long> insert(
            String name, String description, boolean superuser, RoleRights rights, Instant createdAt) {
        return database.execute(execute -> {
            boolean inserted = database.insertNew(
                    execute,
                    "INSERT INTO admin_roles (name, description, is_superuser, created_at) VALUES (?, ?, ?, ?)",
                    name,
                    description,
                    database.parameter(superuser),
                    database.parameter(createdAt));
            if (!inserted) {
                return Optional.empty();
            }
            Optional<Long> id = execute.get("SELECT id FROM admin_roles WHERE name = ?", name)
                    .map(row -> Columns.whole(row, "id"));
            id.ifPresent(stored -> insertRights(execute, stored, rights));
            return id;
        });
    }

    @Override
    public boolean update(long id, String name, String description, RoleRights rights) {
        return database.execute(execute -> {
            try {
                execute.update("UPDATE admin_roles SET name = ?, description = ? WHERE id = ?", name, description, id);
            } catch (DbClientException e) {
                if (database.isDuplicate(e)) {
                    return false;
                }
                throw e;
            }
            execute.delete("DELETE FROM admin_role_permissions WHERE role_id = ?", id);
            execute.delete("DELETE FROM admin_field_permissions WHERE role_id = ?", id);
            execute.delete("DELETE FROM admin_row_policies WHERE role_id = ?", id);
            insertRights(execute, id, rights);
            return true;
        });
    }

    private void insertRights(DbExecute execute, long id, RoleRights rights) {
        list(execute, rights.permissions());
        rights.permissions()
                .forEach((model, actions) -> actions.forEach(action -> execute.insert(
                        "INSERT INTO admin_role_permissions (role_id, permission_id)"
                                + " SELECT ?, id FROM admin_permissions WHERE model = ? AND action = ?",
                        id,
                        model,
                        action.word())));
        rights.fieldWords()
                .forEach((model, restricted) -> restricted.forEach((field, words) -> execute.insert(
                        "INSERT INTO admin_field_permissions (role_id, model, field, actions) VALUES (?, ?, ?, ?)",
                        id,
                        model,
                        field,
                        String.join(",", words))));
        rights.policies()
                .forEach((model, policy) -> execute.insert(
                        "INSERT INTO admin_row_policies (role_id, model, policy) VALUES (?, ?, ?)", id, model, policy));
    }

    @Override
    public void delete(long id) {
        database.execute(execute -> execute.delete("DELETE FROM admin_roles WHERE id = ?", id));
    }

    @Override
    public void list(Map<String, Set<Action>> permissions) {
        database.execute(execute -> {
            list(execute, permissions);
            return permissions.size();
        });
    }

    private void list(DbExecute execute, Map<String, Set<Action>> permissions) {
        Map<String, Set<Action>> there = new LinkedHashMap<>();
        each(
                execute.query("SELECT model, action FROM admin_permissions"),
                row -> Action.ofWord(Columns.text(row, "action"))
                        .ifPresent(action -> there.computeIfAbsent(
                                        Columns.text(row, "model"), m -> EnumSet.noneOf(Action.class))
                                .add(action)));
        if (permissions.entrySet().stream()
                .allMatch(each -> there.getOrDefault(each.getKey(), Set.of()).containsAll(each.getValue()))) {
            return;
        }
        // servers that start together insert the same rows: on MySQL they would lock them in each other's way
        database.lock(LOCK);
        permissions.forEach((model, actions) -> actions.stream()
                .filter(action -> !there.getOrDefault(model, Set.of()).contains(action))
                .forEach(action -> database.insertNew(
                        execute, "INSERT INTO admin_permissions (model, action) VALUES (?, ?)", model, action.word())));
    }

    @Override
    public List<Role> of(UserId user) {
        return database.query(execute -> {
            List<Long> ids = new ArrayList<>();
            each(
                    execute.query("SELECT role_id FROM admin_user_roles WHERE user_id = ?", user.value()),
                    row -> ids.add(Columns.whole(row, "role_id")));
            return ids.isEmpty()
                    ? List.of()
                    : find(execute, ids).stream()
                            .sorted(Comparator.comparing(Role::name))
                            .toList();
        });
    }

    @Override
    public Map<String, Set<Action>> directly(UserId user) {
        return database.query(execute -> {
            RightsCollector collector = new RightsCollector();
            each(
                    execute.query(
                            "SELECT p.model, p.action FROM admin_user_permissions up"
                                    + " JOIN admin_permissions p ON p.id = up.permission_id WHERE up.user_id = ?",
                            user.value()),
                    row -> collector.permission(0, Columns.text(row, "model"), Columns.text(row, "action")));
            return collector.rights().getOrDefault(0L, RoleRights.NONE).permissions();
        });
    }

    @Override
    public void replaceDirectly(UserId user, Map<String, Set<Action>> permissions) {
        database.execute(execute -> {
            list(execute, permissions);
            execute.delete("DELETE FROM admin_user_permissions WHERE user_id = ?", user.value());
            permissions.forEach((model, actions) -> actions.forEach(action -> execute.insert(
                    "INSERT INTO admin_user_permissions (user_id, permission_id)"
                            + " SELECT ?, id FROM admin_permissions WHERE model = ? AND action = ?",
                    user.value(),
                    model,
                    action.word())));
            return permissions.size();
        });
    }

    @Override
    public Optional<Boolean> superuser(UserId user) {
        return database.query(execute -> execute.get(
                        "SELECT u.is_superuser AS by_flag, (SELECT count(*) FROM admin_user_roles ur"
                                + " JOIN admin_roles r ON r.id = ur.role_id"
                                + " WHERE ur.user_id = u.id AND r.is_superuser) AS by_role"
                                + " FROM admin_users u WHERE u.id = ?",
                        user.value())
                .map(row -> Columns.flag(row, "by_flag") || Columns.whole(row, "by_role") > 0));
    }

    private static void each(Stream<DbRow> rows, Consumer<DbRow> action) {
        try (rows) {
            rows.forEach(action);
        }
    }
}
