package dev.hexadmin.domain.identity;

import static dev.hexadmin.domain.identity.RefreshToken.Verdict.CURRENT;
import static dev.hexadmin.domain.identity.RefreshToken.Verdict.EXPIRED;
import static dev.hexadmin.domain.identity.RefreshToken.Verdict.JUST_ROTATED;
import static dev.hexadmin.domain.identity.RefreshToken.Verdict.REUSED;
import static dev.hexadmin.domain.identity.RefreshToken.Verdict.REVOKED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefreshTokenTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private static RefreshToken token(Optional<Instant> rotatedAt, Optional<Instant> revokedAt) {
        return new RefreshToken(1, "f", new UserId(1), 1, Optional.empty(), NOW.plusSeconds(100), rotatedAt, revokedAt);
    }

    @Test
    void it_is_current_until_it_expires() {
        RefreshToken token = token(Optional.empty(), Optional.empty());
        assertThat(token.verdict(NOW.plusSeconds(100).minusNanos(1))).isEqualTo(CURRENT);
        assertThat(token.verdict(NOW.plusSeconds(100))).isEqualTo(EXPIRED);
    }

    @Test
    void after_its_rotation_it_is_forgiven_for_ten_seconds() {
        RefreshToken token = token(Optional.of(NOW), Optional.empty());
        assertThat(token.verdict(NOW)).isEqualTo(JUST_ROTATED);
        assertThat(token.verdict(NOW.plusSeconds(10).minusNanos(1))).isEqualTo(JUST_ROTATED);
        assertThat(token.verdict(NOW.plusSeconds(10))).isEqualTo(REUSED);
        assertThat(token.verdict(NOW.plusSeconds(1_000))).isEqualTo(REUSED);
    }

    @Test
    void revoked_takes_precedence_over_other_states() {
        assertThat(token(Optional.of(NOW), Optional.of(NOW)).verdict(NOW)).isEqualTo(REVOKED);
        assertThat(token(Optional.empty(), Optional.of(NOW)).verdict(NOW.plusSeconds(1_000)))
                .isEqualTo(REVOKED);
    }

    @Test
    void a_user_is_shown_without_the_hash() {
        assertThat(new User(
                        new UserId(1),
                        new EmailAddress("A@b.c"),
                        "",
                        true,
                        true,
                        new User.Credentials("$secret", 1, Optional.empty()),
                        NOW,
                        Optional.empty()))
                .hasToString("User[1, a@b.c, superuser]");
        assertThat(new User.Credentials("$secret", 1, Optional.empty())).hasToString("Credentials[***]");
    }
}
