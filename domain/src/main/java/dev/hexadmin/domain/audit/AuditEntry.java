package dev.hexadmin.domain.audit;

import dev.hexadmin.domain.access.Actor;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@code admin_audit_log}: the actor, the event, the record and the origin.
 *
 * @param at when
 * @param actor on whose behalf
 * @param event a stable word: {@code create}, {@code update}, {@code delete}, {@code sign_in}, {@code sign_in_failed},
 *     {@code sign_out}, {@code refresh_token_reuse}, {@code password_change}, {@code identity_linked}, …
 * @param model the model's name, or {@code ""} for an event that is about no record
 * @param recordId the record's key as in a path, or {@code ""}
 * @param changes the changed fields; secrets are already redacted by the caller that creates the entry
 */
public record AuditEntry(Instant at, Actor actor, String event, String model, String recordId, List<Change> changes) {
    /** Written instead of a secret. */
    public static final String REDACTED = "***";

    /**
     * The change of one field.
     *
     * @param field its name
     * @param before of the field's Java class, a map or a collection of such, or null
     * @param after of the field's Java class, a map or a collection of such, or null
     */
    public record Change(
            String field, @Nullable Object before, @Nullable Object after) {}

    public AuditEntry {
        changes = List.copyOf(changes);
    }

    /** The changes as a compact JSON object: {@code {"price":["19.90","21.50"]}}, before and after. */
    public String changesJson() {
        return ChangesText.write(changes);
    }
}
