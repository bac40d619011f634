package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;

/**
 * The rights that sending needs.
 *
 * @param notifications {@code admin_notifications}
 * @param logs {@code admin_notification_logs}
 */
record SendingRights(Model notifications, Model logs) {
    void requireSend(Actor actor) {
        require(actor, Action.CREATE, notifications);
    }

    /** Users who may send may also see the status. */
    void requireFollow(Actor actor) {
        if (!actor.rights().allows(Action.CREATE, notifications)) {
            requireLogs(actor, Action.VIEW);
        }
    }

    void requireLogs(Actor actor, Action action) {
        require(actor, action, logs);
    }

    private static void require(Actor actor, Action action, Model model) {
        if (!actor.rights().allows(action, model)) {
            throw RequestRejectedException.missingRight(action, model.name());
        }
    }
}
