package dev.hexadmin.http.admin.frame;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import java.util.Map;

/**
 * Where the pages are.
 *
 * @param admin where the panel is mounted, such as {@code /admin}
 * @param notifications where notifications are mounted, such as {@code /api/notifications}
 */
public record Places(String admin, String notifications) {
    /** The models whose pages have a path of their own. */
    private static final Map<String, String> OWN =
            Map.of("admin_users", "users", "admin_roles", "roles", "admin_audit_log", "audit");

    /** The dashboard. */
    public String home() {
        return admin.isEmpty() ? "/" : admin;
    }

    /** The list of a model's records, with a slash at the end. */
    public String list(Model model) {
        return admin + "/" + OWN.getOrDefault(model.name(), model.name()) + "/";
    }

    /** Where a model's records are exported. */
    public String export(Model model) {
        return admin + "/" + model.name() + "/export";
    }

    /** Where a model's records are imported. */
    public String imports(Model model) {
        return admin + "/" + model.name() + "/import";
    }

    /** The page of a record. */
    public String record(Model model, RecordKey key) {
        return list(model) + key.encoded();
    }

    /** The page of a record, below it {@code more}, such as {@code edit}. */
    public String record(Model model, RecordKey key, String more) {
        return record(model, key) + "/" + more;
    }

    /** Whether the generic pages of records are not for this model. */
    public static boolean hasOwnPages(Model model) {
        return OWN.containsKey(model.name());
    }

    /** Whether {@code next} leads to a page of this server and nowhere else, however a browser reads it. */
    public static boolean isLocal(String next) {
        return next.startsWith("/")
                && !next.startsWith("//")
                && next.chars().allMatch(c -> c > 0x20 && c < 0x7F && c != '\\')
                && next.length() <= 2_000;
    }
}
