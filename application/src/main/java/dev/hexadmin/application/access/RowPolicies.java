package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;

/**
 * Which records an actor's roles cover. Thread-safe and cheap: policies are compiled once per model and text, only the
 * actor's own values are put in for each call.
 */
public interface RowPolicies {
    /**
     * The condition a record must meet for the actor to do this with it: {@link Condition#always()} when no policy
     * binds, as for superusers and operators; {@link Condition#never()} when the action is not allowed at all, or when
     * the policies that bind cannot be understood any more.
     */
    Condition condition(Actor actor, Model model, Action action);
}
