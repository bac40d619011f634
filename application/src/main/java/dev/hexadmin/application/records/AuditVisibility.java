package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.audit.LoggedChange;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import java.util.List;
import java.util.Optional;

/**
 * What an actor may see of the changes that the audit log has of a model's records: the one rule for the panel's log and
 * histories, for the log's rows over the API, and for exports of them. Immutable.
 *
 * @param model empty: it is not registered any more, or the entries are about no record; then only superusers see values
 * @param rows whether the actor may see the values of the records that are meant
 */
public record AuditVisibility(Actor actor, Optional<Model> model, boolean rows) {
    private static final Optional<JsonText> REDACTED = LoggedChange.written(AuditEntry.REDACTED);

    /** Whether the values of this field may be seen. */
    public boolean sees(String field) {
        if (actor.rights().superuser()) {
            return true;
        }
        if (model.isEmpty() || !rows || !actor.rights().allows(Action.VIEW, model.get())) {
            return false;
        }
        Optional<FieldDefinition> known = model.get().field(field);
        // what is no field of the model, or none any more, is for who is restricted in nothing
        return known.isPresent()
                ? actor.rights().allows(Action.VIEW, model.get(), known.get())
                : !actor.rights().restrictsFields(Action.VIEW, model.get());
    }

    /** Whether the values of this field are told to nobody. */
    public boolean secret(String field) {
        return model.flatMap(known -> known.field(field))
                .filter(FieldDefinition::writeOnly)
                .isPresent();
    }

    /**
     * The column {@code changes} as it may be told: {@link AuditEntry#REDACTED} stands for both values of a field that
     * may not be seen, also where there was none, and for those of a secret one.
     *
     * @param changes as stored
     * @return {@code {}} for what is not of the log's own making
     */
    public String told(String changes) {
        List<LoggedChange> all;
        try {
            all = LoggedChange.read(changes);
        } catch (IllegalArgumentException e) {
            return LoggedChange.write(List.of());
        }
        List<LoggedChange> told = all.stream().map(this::told).toList();
        return told.equals(all) ? changes : LoggedChange.write(told);
    }

    private LoggedChange told(LoggedChange change) {
        if (!sees(change.field())) {
            return new LoggedChange(change.field(), REDACTED, REDACTED);
        }
        return secret(change.field())
                ? new LoggedChange(
                        change.field(),
                        change.before().flatMap(value -> REDACTED),
                        change.after().flatMap(value -> REDACTED))
                : change;
    }
}
