package dev.hexadmin.application.identity;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.text.Language;
import java.time.Instant;
import java.util.Optional;

/**
 * Users change their own e-mail address. The new address counts when the user has opened the link that was sent to it; the
 * old address gets a notice. Without a provider of e-mail, the address is changed at once. Thread-safe.
 */
public interface ChangingAddresses {
    /** Whether a new address is confirmed by a link. */
    boolean confirms();

    /**
     * Requests a change; a request before is no longer valid. The caller must limit the rate of attempts: {@code
     * wrong_password} is a failed one, also in a dry run.
     *
     * @param language of the mails
     * @param dryRun whether it is rolled back
     * @return whether the address is changed already
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} at {@code /current_password} and {@code
     *     /email}, {@code CONFLICT unique}, {@code FORBIDDEN not_by_key} and {@code escalation}
     */
    boolean request(Actor.SignedIn actor, String email, String currentPassword, Language language, boolean dryRun);

    /** The actor's own change that waits for its confirmation. */
    Optional<Pending> pending(Actor.SignedIn actor);

    /** The new address of a link; empty when the link is not valid. */
    Optional<EmailAddress> find(String token);

    /**
     * Changes the address.
     *
     * @param dryRun whether it is rolled back
     * @return the new address
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN invalid_link}, {@code CONFLICT unique}
     *     when another user has the address by now
     */
    EmailAddress confirm(Actor actor, String token, boolean dryRun);

    /** A change that is not confirmed yet. */
    record Pending(EmailAddress email, Instant expiresAt) {}
}
