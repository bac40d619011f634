package dev.hexadmin.application.identity;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;

/**
 * Users who have forgotten their password get a link by mail. Thread-safe. Open to anonymous actors; follows the OWASP
 * Forgot Password cheat sheet.
 *
 * <p>A link is valid once, for a short time, and until the password is changed or all sessions of the user are ended. Its
 * token is 256 random bits, of which only the SHA-256 is stored.
 */
public interface RecoveringPasswords {
    /** Whether links can be sent. */
    boolean available();

    /**
     * Sends a link to the address if an active user with a password has it. Returns before that is known, so that
     * neither the response nor its time tell whether there is such a user. The caller must limit the rate.
     *
     * @param email as typed
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} at {@code /email} when it is no e-mail
     *     address, {@code CONFLICT mail_not_configured}
     */
    void request(Actor actor, String email);

    /** Whether a link is valid. */
    boolean valid(String token);

    /**
     * Sets a new password and ends every session of the user. A second factor stays on. The part before the transaction
     * checks the link and hashes the password.
     *
     * @param dryRun whether it is rolled back
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN invalid_link}, {@code INVALID} at {@code
     *     /password}
     */
    Prepared<UserId> prepareReset(Actor actor, String token, String newPassword, boolean dryRun);
}
