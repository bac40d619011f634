package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;

/**
 * Determines the records that an actor's roles cover. Thread-safe and cheap: policies are compiled once per model and
 * text; each call only fills in the actor's values.
 */
public interface RowPolicies {
    /**
     * The condition that a record must meet for the actor to perform the action: {@link Condition#always()} when no
     * policy applies, as for superusers and operators; {@link Condition#never()} when the action is not allowed, or
     * when the applicable policies are no longer valid.
     */
    Condition condition(Actor actor, Model model, Action action);
}
