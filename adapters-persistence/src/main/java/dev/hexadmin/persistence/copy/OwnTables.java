package dev.hexadmin.persistence.copy;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which of Hexadmin's own tables are copied. Every table is in one of the two lists. */
final class OwnTables {
    /** The tables whose rows are copied. Servers are copied for the messages that a server has claimed before it was killed. */
    static final List<String> COPIED = List.of(
            "admin_users",
            "admin_roles",
            "admin_permissions",
            "admin_role_permissions",
            "admin_user_roles",
            "admin_user_permissions",
            "admin_field_permissions",
            "admin_row_policies",
            "admin_refresh_tokens",
            "admin_user_totp",
            "admin_backup_codes",
            "admin_passkey_users",
            "admin_passkeys",
            "admin_pending_sign_ins",
            "admin_sessions",
            "admin_login_attempts",
            "admin_known_devices",
            "admin_linked_identities",
            "admin_used_tokens",
            "admin_account_links",
            "admin_invitations",
            "admin_invitation_roles",
            "admin_api_keys",
            "admin_saved_views",
            "admin_saved_view_roles",
            "admin_default_views",
            "admin_dashboard_layouts",
            "admin_comments",
            "admin_notification_feeds",
            "admin_notifications",
            "admin_notification_events",
            "admin_notification_preferences",
            "admin_notification_contents",
            "admin_notification_logs",
            "admin_servers",
            "admin_files",
            "admin_file_pieces",
            "admin_imports",
            "admin_import_pieces",
            "admin_import_findings",
            "admin_idempotency_keys",
            "admin_list_uses",
            "admin_audit_log",
            "admin_schema_renames");

    /**
     * The tables that the target gets without a copy: the history of migrations and what is known of managed tables are written
     * when those are created, search indexes are built at the next start, a database has an id of its own, and the others
     * have rows only during a transaction.
     */
    static final List<String> LEFT = List.of(
            "admin_schema_history",
            "admin_schema_state",
            "admin_schema_required",
            "admin_search_indexes",
            "admin_search_queue",
            "admin_installation",
            "admin_audit_sweep",
            "admin_locks");

    private OwnTables() {}

    /** The names of all tables, without those of search indexes. */
    static Set<String> all() {
        return Stream.concat(COPIED.stream(), LEFT.stream()).collect(Collectors.toUnmodifiableSet());
    }
}
