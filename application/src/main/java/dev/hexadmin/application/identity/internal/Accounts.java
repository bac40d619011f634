package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.identity.port.AccountScope;
import dev.hexadmin.application.identity.port.OpenAccess.Within;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Optional;

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

    /** A new address of one's own requires the current password, too, and is confirmed. */
    static RequestRejectedException ownEmail() {
        Message message =
                Message.of("Change your own e-mail address in your profile or at /api/auth/email, with your password.");
        return RequestRejectedException.forbidden(
                "own_email", message, List.of(Violation.at("email", "own_email", message)));
    }

    void requireEdit(Actor actor, UserId user) {
        require(actor, user, Action.EDIT);
    }

    void requireView(Actor actor, UserId user) {
        require(actor, user, Action.VIEW);
    }

    /** Whether the actor has the right on accounts, on some of them at least. */
    boolean may(Actor actor, Action action) {
        return actor.rights().allows(action, model);
    }

    void requireRight(Actor actor, Action action) {
        if (!may(actor, action)) {
            throw RequestRejectedException.missingRight(action, model.name());
        }
    }

    /** Whether the actor has the right only on the accounts of a row policy. */
    boolean restricted(Actor actor, Action action) {
        return !actor.rights().policies(action, model).isEmpty();
    }

    /** The accounts that a row policy leaves to the actor; empty when it is all of them. */
    Optional<Within> within(Actor actor, Action action) {
        Condition condition = reach.condition(actor, action);
        return condition.equals(Condition.always()) ? Optional.empty() : Optional.of(new Within(model, condition));
    }

    boolean reaches(Actor actor, UserId user, Action action) {
        return reach.reaches(actor, user, action);
    }

    private void require(Actor actor, UserId user, Action action) {
        requireRight(actor, action);
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
