package dev.hexadmin.bootstrap;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.CodeRights;
import dev.hexadmin.application.records.RecordAccess;
import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.VisibleText;
import java.util.Objects;

/**
 * Records for the program's own code, outside of requests: with the rules, hooks and audit rows of every other way. Say first on
 * whose behalf the code runs. Thread-safe.
 *
 * <pre>{@code
 * hexadmin.records()
 *         .asSystem("nightly reminders")
 *         .of(Appointment.class)
 *         .filter("starts_at", Lookup.GTE, tomorrow)
 *         .orderBy("starts_at")
 *         .list();
 * }</pre>
 *
 * <p>Inside a hook, an action or an endpoint, use {@link dev.hexadmin.application.records.RecordContext#records}, whose audit rows
 * name the user.
 */
public final class Records {
    private static final int LONGEST_REASON = 200;

    private final Installation installation;

    Records(Installation installation) {
        this.installation = installation;
    }

    /**
     * With the rights of an actor, as if the actor used the API: field permissions and row policies apply, and audit rows name the
     * actor.
     *
     * @param actor such as the one of an endpoint's call
     */
    public RecordAccess as(Actor actor) {
        return installation.records().byCode().access(Objects.requireNonNull(actor, "actor"), CodeRights.CALLER);
    }

    /**
     * With the rights that a user has now.
     *
     * @param user such as the one that {@link Hexadmin#provisionUser} returned
     * @throws RequestRejectedException {@code NOT_FOUND} when there is no such user, or the user is not active
     */
    public RecordAccess asUser(UserId user) {
        return as(installation
                .user(Objects.requireNonNull(user, "user"))
                .orElseThrow(() -> RequestRejectedException.notFound("There is no active user " + user + ".")));
    }

    /**
     * With the rights of the program: no field permission, row policy or read-only flag restricts it.
     *
     * @param reason who or what changes the records, for audit rows and hooks, such as {@code nightly reminders}; 1 to 200
     *     characters
     * @throws IllegalArgumentException when the reason is blank or too long
     */
    public RecordAccess asSystem(String reason) {
        Objects.requireNonNull(reason, "reason");
        if (!VisibleText.isIn(reason) || reason.length() > LONGEST_REASON) {
            throw new IllegalArgumentException("a reason for the audit log has 1 to " + LONGEST_REASON + " characters");
        }
        return installation.records().byCode().access(new Actor.Operator(reason), CodeRights.PROGRAM);
    }
}
