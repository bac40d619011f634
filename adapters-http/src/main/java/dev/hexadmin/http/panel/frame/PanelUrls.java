package dev.hexadmin.http.panel.frame;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.files.FileAddresses;
import java.util.Map;
import java.util.Optional;

/**
 * Where the pages are.
 *
 * @param admin where the panel is mounted, such as {@code /admin}
 * @param notifications where notifications are mounted, such as {@code /api/notifications}
 * @param own paths of models that are not below the panel under their names, by name, without a slash at the end
 * @param files the addresses of uploaded files
 */
public record PanelUrls(String admin, String notifications, Map<String, String> own, FileAddresses files) {
    /** The models whose pages have a fixed path. */
    private static final Map<String, String> BUILT_IN =
            Map.of("admin_users", "users", "admin_roles", "roles", "admin_audit_log", "audit");

    private static final String DELIVERIES = "admin_notification_logs";

    public PanelUrls {
        own = Map.copyOf(own);
    }

    /** The panel's own. */
    public PanelUrls(String admin, String notifications, FileAddresses files) {
        this(admin, notifications, Map.of(), files);
    }

    /** The dashboard. */
    public String home() {
        return admin.isEmpty() ? "/" : admin;
    }

    /** The list of a model's records, with a slash at the end. */
    public String list(Model model) {
        return path(model) + "/";
    }

    /** The same without the slash. */
    public String path(Model model) {
        String name = model.name();
        return own.getOrDefault(name, admin + "/" + BUILT_IN.getOrDefault(name, name));
    }

    /** Where a model's records are exported. */
    public String export(Model model) {
        return list(model) + "export";
    }

    /** Where a model's records are imported. */
    public String imports(Model model) {
        return list(model) + "import";
    }

    /** The page of a record. */
    public String record(Model model, RecordKey key) {
        return list(model) + key.encoded();
    }

    /** The page of a record, below it {@code more}, such as {@code edit}. */
    public String record(Model model, RecordKey key, String more) {
        return record(model, key) + "/" + more;
    }

    /** Where a model's records are listed, when that is not below the panel under the model's name. */
    public Optional<String> listElsewhere(Model model) {
        return model.name().equals(DELIVERIES)
                ? Optional.of(admin + "/notifications/deliveries")
                : hasOwnPages(model) ? Optional.of(list(model)) : Optional.empty();
    }

    /** Whether the generic pages of single records are not for this model. */
    public static boolean hasOwnPages(Model model) {
        return BUILT_IN.containsKey(model.name());
    }

    /** Whether every browser resolves {@code next} to a page of this server. */
    public static boolean isLocal(String next) {
        return next.startsWith("/")
                && !next.startsWith("//")
                && next.chars().allMatch(c -> c > 0x20 && c < 0x7F && c != '\\')
                && next.length() <= 2_000;
    }
}
