package dev.hexadmin.application.identity;

import dev.hexadmin.domain.access.Actor;
import java.util.List;
import java.util.Optional;

/**
 * A user sets up, or gives up, the second factor of their own sign-in: TOTP (RFC 6238: SHA-1, six digits, 30 s).
 * Thread-safe.
 *
 * @see dev.hexadmin.application.RequestRejectedException {@code CONFLICT second_factor_on}, {@code INVALID} for a wrong code,
 *     {@code FORBIDDEN not_by_key}
 */
public interface SettingUpSecondFactor {
    /** Whether sign-in asks for a code. */
    boolean on(Actor.SignedIn actor);

    /** How many backup codes are left; 0 also when it is off. */
    int backupCodesLeft(Actor.SignedIn actor);

    /** The secret of {@link #begin} that waits for {@link #confirm}. */
    Optional<Secret> begun(Actor.SignedIn actor);

    /**
     * Makes a new secret. It is asked for only after {@link #confirm}.
     *
     * @return the secret in Base32, and as an {@code otpauth} address for an authenticator
     */
    Secret begin(Actor.SignedIn actor);

    /**
     * Turns it on.
     *
     * @param code of the new secret, now
     * @return backup codes, each good once in place of a code; shown this once
     */
    List<String> confirm(Actor.SignedIn actor, String code);

    /** Turns it off. */
    void remove(Actor.SignedIn actor, String code);

    /** A new secret; its text form hides it. */
    record Secret(String base32, String address) {
        @Override
        public String toString() {
            return "Secret[***]";
        }
    }
}
