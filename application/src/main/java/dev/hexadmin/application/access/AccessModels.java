package dev.hexadmin.application.access;

import dev.hexadmin.domain.models.Exposure;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelDefinition.Access;
import java.util.List;

/** The built-in models of roles, permissions and the audit log. */
public final class AccessModels {
    /** Roles: served only by their own routes. */
    public static final String ROLES = "admin_roles";

    /** The audit log; its column {@code changes} shows each reader only the fields that they may view. */
    public static final String AUDIT_LOG = "admin_audit_log";

    private static final String GROUP = "Administration";

    private AccessModels() {}

    public static List<ModelDefinition> definitions() {
        return List.of(roles(), permissions(), auditLog());
    }

    private static ModelDefinition roles() {
        return ModelDefinition.builder(ROLES)
                .label("Role")
                .labelPlural("Roles")
                .display("{name}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("name", FieldType.STRING, f -> f.required().unique().maxLength(80))
                .field("description", FieldType.TEXT, f -> f.nullable(false).maxLength(1_000))
                .field("created_at", FieldType.DATETIME, f -> f.nullable(false).readOnly())
                .searchFields(List.of("name", "description"))
                .ordering(List.of("name"))
                .navGroup(GROUP)
                .access(Access.BUILT_IN)
                .exposure(Exposure.EVERYWHERE)
                .build();
    }

    private static ModelDefinition permissions() {
        return ModelDefinition.builder("admin_permissions")
                .label("Permission")
                .labelPlural("Permissions")
                .display("{model}: {action}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("model", FieldType.STRING, f -> f.required())
                .field("action", FieldType.STRING, f -> f.required())
                .uniqueTogether("model", "action")
                .searchFields(List.of("model", "action"))
                .listFilter(List.of("model", "action"))
                .ordering(List.of("model", "action"))
                .navGroup(GROUP)
                .access(Access.BUILT_IN)
                .readOnly()
                .build();
    }

    private static ModelDefinition auditLog() {
        return ModelDefinition.builder(AUDIT_LOG)
                .label("Audit entry")
                .labelPlural("Audit log")
                .display("{event} {model} {record_id}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("at", FieldType.DATETIME, f -> f.nullable(false))
                .field("user_id", FieldType.INTEGER)
                .field("actor", FieldType.STRING, f -> f.nullable(false))
                .field("address", FieldType.STRING, f -> f.nullable(false))
                .field("request_id", FieldType.STRING, f -> f.nullable(false))
                .field("event", FieldType.STRING, f -> f.nullable(false))
                .field("model", FieldType.STRING, f -> f.nullable(false))
                .field("record_id", FieldType.STRING, f -> f.nullable(false))
                .field("changes", FieldType.JSON, f -> f.nullable(false))
                .searchFields(List.of("actor", "record_id"))
                .listFilter(List.of("event", "model", "at"))
                .ordering(List.of("-id"))
                .navGroup(GROUP)
                .access(Access.BUILT_IN)
                .readOnly()
                .build();
    }
}
