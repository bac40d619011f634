package dev.hexadmin.domain.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of a refresh token: never the token itself.
 *
 * @param id its row
 * @param family all tokens that came from one sign-in
 * @param user whose it is
 * @param tokenVersion the user's when it was issued
 * @param rotatedAt when it was exchanged for its successor
 * @param revokedAt when its family was ended
 */
public record RefreshToken(
        long id,
        String family,
        UserId user,
        long tokenVersion,
        Instant expiresAt,
        Optional<Instant> rotatedAt,
        Optional<Instant> revokedAt) {

    /** For so long after its rotation a token used again gets the same successor: two tabs, or a lost answer. */
    public static final Duration REUSE_WINDOW = Duration.ofSeconds(10);

    /** What presenting a token means. */
    public enum Verdict {
        /** It may be exchanged. */
        CURRENT,
        /** It was exchanged a moment ago: the same successor again. */
        JUST_ROTATED,
        /** It was exchanged long ago: somebody has a copy (RFC 9700, section 4.14.2). */
        REUSED,
        /** Its family was ended. */
        REVOKED,
        /** It is too old. */
        EXPIRED
    }

    /** What presenting it now means. */
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
