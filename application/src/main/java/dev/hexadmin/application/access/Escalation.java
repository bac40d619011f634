package dev.hexadmin.application.access;

import dev.hexadmin.domain.access.Actor;
import java.util.Collection;

/** The guard against giving away more than one has. Thread-safe. */
public interface Escalation {
    /**
     * Checks that the actor holds every right of these roles.
     *
     * @throws dev.hexadmin.application.Refused {@code FORBIDDEN escalation}
     */
    void mayAssign(Actor actor, Collection<Long> roleIds);
}
