package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.PersonOnly;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.port.LoginAttempts;
import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.models.Violation;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Proves that a signed-in user knows the current password, so that a session that was left open is not enough to take over
 * the account. Thread-safe.
 */
final class CurrentPassword {
    private final UnitOfWork unitOfWork;
    private final Users users;
    private final LoginAttempts attempts;
    private final HashingQueue hashing;
    private final AuditTrail audit;
    private final InstantSource clock;

    CurrentPassword(IdentityAssembly.Storage storage, HashingQueue hashing, InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        this.users = storage.stores().users();
        this.attempts = storage.stores().loginAttempts();
        this.hashing = hashing;
        this.audit = storage.audit();
        this.clock = clock;
    }

    /** Whether the account has a password here. */
    boolean isHere(Actor.SignedIn actor) {
        return users.byId(actor.id())
                .filter(user ->
                        user.external().isEmpty() && !user.passwordHash().equals(User.Credentials.NO_PASSWORD))
                .isPresent();
    }

    /**
     * The user, if the password is theirs.
     *
     * @param field of {@code admin_users} that is to be changed
     * @param failure the event of the audit log about a wrong password
     * @throws RequestRejectedException {@code INVALID} at {@code /current_password}, or at the field of an account that
     *     belongs to an identity source
     */
    User require(Actor.SignedIn actor, String password, String field, String failure) {
        PersonOnly.require(actor);
        User user = users.byId(actor.id())
                .orElseThrow(() ->
                        RequestRejectedException.unauthenticated("invalid_token", "The user is not there any more."));
        ExternalAccounts.requireHere(user.external(), field);
        if (user.passwordHash().equals(User.Credentials.NO_PASSWORD)) {
            throw RequestRejectedException.invalid(List.of(Violation.at(
                    "current_password", "no_password", "This account has no password: it signs in by a provider.")));
        }
        if (!hashing.matches(password, Optional.of(user.passwordHash()))) {
            record(actor, user, failure);
            throw wrong();
        }
        return user;
    }

    private void record(Actor.SignedIn actor, User user, String failure) {
        unitOfWork.write(scope -> {
            Instant now = clock.instant();
            attempts.add(
                    user.email().value(),
                    actor.origin().address(),
                    false,
                    "wrong_current_password",
                    now,
                    IdentitySettings.MOST_ATTEMPTS);
            audit.append(new AuditEntry(
                    now, actor, failure, Accounts.MODEL, user.id().toString(), List.of()));
            return user.id();
        });
    }

    static RequestRejectedException wrong() {
        return RequestRejectedException.invalid(
                List.of(Violation.at("current_password", "wrong_password", "This is not your password.")));
    }
}
