package dev.hexadmin.application.history.internal;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import java.util.Optional;

/**
 * Which fields of a model's entries an actor may see.
 *
 * @param model empty: it is not registered any more
 * @param rows whether the actor may see the values of the records that are meant
 */
record Sight(Actor actor, Optional<Model> model, boolean rows) {

    boolean sees(String field) {
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

    boolean secret(String field) {
        return model.flatMap(known -> known.field(field))
                .filter(FieldDefinition::writeOnly)
                .isPresent();
    }
}
