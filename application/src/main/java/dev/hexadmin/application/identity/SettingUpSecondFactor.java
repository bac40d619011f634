package dev.hexadmin.application.identity;

import dev.hexadmin.domain.access.Actor;
import java.util.List;
import java.util.Optional;

/**
 * A user turns the second factor of their own sign-in on and off: TOTP (RFC 6238: SHA-1, six digits, 30 s).
 * Thread-safe.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code CONFLICT second_factor_on}, {@code INVALID} for a wrong
 *     code, {@code FORBIDDEN not_by_key}
 */
public interface SettingUpSecondFactor {
    /** Whether the actor has an authenticator for codes. */
    boolean on(Actor.SignedIn actor);

    /** Number of unused backup codes; 0 also when the second factor is off. */
    int backupCodesLeft(Actor.SignedIn actor);

    /** The secret of {@link #begin} that is not confirmed yet. */
    Optional<Secret> begun(Actor.SignedIn actor);

    /**
     * Creates a new secret. Codes are required only after {@link #confirm}.
     *
     * @return the secret in Base32, and as an {@code otpauth} URI for an authenticator app
     */
    Secret begin(Actor.SignedIn actor);

    /** Whether {@link #confirm} needs the password: not of accounts that sign in elsewhere. */
    boolean asksForPassword(Actor.SignedIn actor);

    /**
     * Turns it on.
     *
     * @param currentPassword ignored when it is not asked for
     * @param code a current code of the new secret
     * @return backup codes, each valid once instead of a code; shown only once
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID wrong_password} at {@code
     *     /current_password}
     */
    List<String> confirm(Actor.SignedIn actor, String currentPassword, String code);

    /** Turns it off. */
    void remove(Actor.SignedIn actor, String code);

    /** A new secret; {@link #toString} does not contain it. */
    record Secret(String base32, String address) {
        @Override
        public String toString() {
            return "Secret[***]";
        }
    }
}
