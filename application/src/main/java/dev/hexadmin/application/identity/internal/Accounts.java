package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.identity.port.AccountScope;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.List;

/** Access control for accounts, in addition to that of the records of {@code admin_users}. Thread-safe. */
public final class Accounts {
    /** The model whose rights apply. */
    static final String MODEL = "admin_users";

    private final Model model;
    private final AccountScope reach;
    private final LiveRights rights;

    /** @param model {@code admin_users} */
    public Accounts(Model model, AccountScope reach, LiveRights rights) {
        this.model = model;
        this.reach = reach;
        this.rights = rights;
    }

    /**
     * Changing one's own password requires the current one, so that a session that was left open is not enough to take
     * over the account.
     */
    static RequestRejectedException ownPassword() {
        Message message =
                Message.of("Change your own password in your profile or at /api/auth/password, with the current one.");
        return RequestRejectedException.forbidden(
                "own_password", message, List.of(Violation.at("password", "own_password", message)));
    }

    void requireEdit(Actor actor, UserId user) {
        require(actor, user, Action.EDIT);
    }

    void requireView(Actor actor, UserId user) {
        require(actor, user, Action.VIEW);
    }

    private void require(Actor actor, UserId user, Action action) {
        if (!actor.rights().allows(action, model)) {
            throw RequestRejectedException.forbidden(
                    "forbidden",
                    Message.of("This needs the right ''{right}'' on ''{model}''.")
                            .with("right", action.word())
                            .with("model", model.name()));
        }
        if (!reach.reaches(actor, user, action)) {
            throw RequestRejectedException.notFound(Message.of(
                            "{right, select, edit {There is no such user, or none that you may edit.} other {There is no such user, or none that you may view.}}")
                    .with("right", action.word()));
        }
    }

    /** Rejects actors who are not superusers when the target is a superuser. */
    void requireNoStronger(Actor actor, UserId user) {
        if (rights.of(user).superuser() && !actor.rights().superuser()) {
            throw RequestRejectedException.forbidden("escalation", "Only a superuser does this to a superuser.");
        }
    }
}
