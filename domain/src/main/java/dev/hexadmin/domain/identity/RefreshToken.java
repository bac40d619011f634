package dev.hexadmin.domain.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The stored data of a refresh token, without the token itself.
 *
 * @param id the key of its row
 * @param family all tokens that came from one sign-in
 * @param user the user who owns it
 * @param tokenVersion the user's token version when it was issued
 * @param method of the sign-in; empty for tokens that were issued before methods were stored
 * @param rotatedAt when it was exchanged for its successor
 * @param revokedAt when its family was revoked
 */
public record RefreshToken(
        long id,
        String family,
        UserId user,
        long tokenVersion,
        Optional<SignInMethod> method,
        Instant expiresAt,
        Optional<Instant> rotatedAt,
        Optional<Instant> revokedAt) {

    /**
     * The grace period after a rotation in which the same token gets the same successor, for two tabs or a lost
     * response.
     */
    public static final Duration REUSE_WINDOW = Duration.ofSeconds(10);

    /** The result of presenting a token. */
    public enum Verdict {
        /** The token may be exchanged. */
        CURRENT,
        /** The token was exchanged within the grace period: return the same successor. */
        JUST_ROTATED,
        /** The token was exchanged before the grace period, so it was probably copied (RFC 9700, section 4.14.2). */
        REUSED,
        /** The family was revoked. */
        REVOKED,
        /** The token has expired. */
        EXPIRED
    }

    /** The result of presenting the token now. */
    public Verdict verdict(Instant now) {
        if (revokedAt.isPresent()) {
            return Verdict.REVOKED;
        }
        if (rotatedAt.isPresent()) {
            return now.isBefore(rotatedAt.get().plus(REUSE_WINDOW)) ? Verdict.JUST_ROTATED : Verdict.REUSED;
        }
        return now.isBefore(expiresAt) ? Verdict.CURRENT : Verdict.EXPIRED;
    }
}
