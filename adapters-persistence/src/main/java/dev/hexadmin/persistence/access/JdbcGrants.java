package dev.hexadmin.persistence.access;

import dev.hexadmin.application.access.port.Grants;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Grants from the tables of roles and permissions, read in one statement for each user. */
public final class JdbcGrants implements Grants {
    // kind, role, then what the kind needs; the first row is the user's and missing for an unknown or inactive one
    private static final String OF_USER = """
            SELECT 'user' AS kind, 0 AS role_id, '' AS model, '' AS detail, '' AS content
              FROM admin_users WHERE id = ? AND is_active AND NOT is_superuser
            UNION ALL
            SELECT 'superuser', 0, '', '', '' FROM admin_users WHERE id = ? AND is_active AND is_superuser
            UNION ALL
            SELECT 'superuser', r.id, '', '', '' FROM admin_user_roles ur JOIN admin_roles r ON r.id = ur.role_id
              WHERE ur.user_id = ? AND r.is_superuser
            UNION ALL
            SELECT 'permission', ur.role_id, p.model, p.action, '' FROM admin_user_roles ur
              JOIN admin_role_permissions rp ON rp.role_id = ur.role_id
              JOIN admin_permissions p ON p.id = rp.permission_id WHERE ur.user_id = ?
            UNION ALL
            SELECT 'permission', 0, p.model, p.action, '' FROM admin_user_permissions up
              JOIN admin_permissions p ON p.id = up.permission_id WHERE up.user_id = ?
            UNION ALL
            SELECT 'field', ur.role_id, f.model, f.field, f.actions FROM admin_user_roles ur
              JOIN admin_field_permissions f ON f.role_id = ur.role_id WHERE ur.user_id = ?
            UNION ALL
            SELECT 'policy', ur.role_id, w.model, '', w.policy FROM admin_user_roles ur
              JOIN admin_row_policies w ON w.role_id = ur.role_id WHERE ur.user_id = ?
            """;
    private static final int PARAMETERS = 7;

    // any number that nothing else locks
    private static final long ONE_AT_A_TIME = 7_231_401;
    private static final String ACTIVE_SUPERUSERS = """
            SELECT id FROM admin_users WHERE FLAG AND is_active
            UNION
            SELECT u.id FROM admin_roles r JOIN admin_user_roles ur ON ur.role_id = r.id
              JOIN admin_users u ON u.id = ur.user_id WHERE r.is_superuser AND u.is_active""";

    private final Database database;
    private final ModelRegistry registry;

    public JdbcGrants(Database database, ModelRegistry registry) {
        this.database = database;
        this.registry = registry;
    }

    @Override
    public Rights of(UserId user) {
        return database.read(session -> {
            boolean active = false;
            boolean superuser = false;
            RightsCollector sources = new RightsCollector();
            try (Session.Prepared prepared = session.prepare(OF_USER)) {
                for (int i = 1; i <= PARAMETERS; i++) {
                    prepared.statement().setLong(i, user.value());
                }
                try (ResultSet rows = prepared.statement().executeQuery()) {
                    while (rows.next()) {
                        long role = rows.getLong(2);
                        switch (rows.getString(1)) {
                            case "user" -> active = true;
                            case "superuser" -> {
                                superuser = true;
                                active |= role == 0;
                            }
                            case "permission" -> sources.permission(role, rows.getString(3), rows.getString(4));
                            case "field" ->
                                sources.field(role, rows.getString(3), rows.getString(4), rows.getString(5));
                            case "policy" -> sources.policy(role, rows.getString(3), rows.getString(5));
                            default -> throw new IllegalStateException("a row of unknown kind");
                        }
                    }
                }
            }
            if (!active) {
                return Rights.NONE;
            }
            if (superuser) {
                return Rights.ALL;
            }
            List<Grant> grants = new ArrayList<>();
            sources.rights().values().forEach(source -> grants.addAll(source.grants(registry)));
            return new Rights(false, grants);
        });
    }

    @Override
    public Set<UserId> activeSuperusers() {
        return database.execute(execute -> {
            database.lock(ONE_AT_A_TIME);
            Set<UserId> users = new LinkedHashSet<>();
            String flag = database.kind().sql().isTrue("is_superuser");
            execute.query(ACTIVE_SUPERUSERS.replace("FLAG", flag))
                    .forEach(row -> users.add(new UserId(Columns.whole(row, "id"))));
            return users;
        });
    }
}
