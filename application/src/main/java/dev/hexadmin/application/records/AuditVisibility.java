package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.audit.LoggedChange;
import dev.hexadmin.domain.comments.Comment;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a model's changes in the audit log that an actor may see. The panel's log and histories, the log's rows
 * over the API, and exports of them use this rule. Immutable.
 *
 * @param model empty: the model is no longer registered, or the entries concern no record; then only superusers see
 *     values
 * @param rows whether the actor may see the values of the records concerned
 */
public record AuditVisibility(Actor actor, Optional<Model> model, boolean rows) {
    private static final Optional<JsonText> REDACTED = LoggedChange.written(AuditEntry.REDACTED);

    /** Whether the actor may see the values of this field. */
    public boolean sees(String field) {
        if (actor.rights().superuser()) {
            return true;
        }
        if (model.isEmpty() || !rows || !actor.rights().allows(Action.VIEW, model.get())) {
            return false;
        }
        if (Comment.isLogged(field)) {
            return true; // whoever may view the record reads its comments
        }
        Optional<Model.Children> children = model.get().children(field);
        if (children.isPresent()) {
            return actor.rights()
                    .allows(Action.VIEW, children.get().model(), children.get().reference());
        }
        List<FieldDefinition> known = model.get().fieldsEverNamed(field);
        // names of no field, such as of a deleted one, are visible only to unrestricted actors
        return known.isEmpty()
                ? !actor.rights().restrictsFields(Action.VIEW, model.get())
                : known.stream().allMatch(one -> actor.rights().allows(Action.VIEW, model.get(), one));
    }

    /** Whether the values of this field are visible to no actor. */
    public boolean secret(String field) {
        return model.stream()
                .flatMap(known -> known.fieldsEverNamed(field).stream())
                .anyMatch(FieldDefinition::writeOnly);
    }

    /**
     * The visible part of the column {@code changes}: {@link AuditEntry#REDACTED} replaces both values of a field that
     * is hidden or secret, even if one of them was absent.
     *
     * @param changes as stored
     * @return {@code {}} for text that the log has not written
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
