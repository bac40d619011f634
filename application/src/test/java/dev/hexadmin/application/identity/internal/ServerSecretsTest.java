package dev.hexadmin.application.identity.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.secrets.SecretKeys;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ServerSecretsTest {
    private static final byte[] OTHER = "x".repeat(32).getBytes(UTF_8);

    private final ServerSecrets secrets = new ServerSecrets(SecretKeys.of(new byte[32]), new SplittableRandom(1));
    private final ServerSecrets others = new ServerSecrets(SecretKeys.of(OTHER), new SplittableRandom(1));
    private final ServerSecrets rotated =
            new ServerSecrets(new SecretKeys(List.of(OTHER, new byte[32])), new SplittableRandom(1));

    @Test
    void a_successor_is_the_same_again_and_depends_on_token_row_and_secret() {
        String successor = secrets.successors("token", 1).getFirst();
        assertThat(successor)
                .matches("[A-Za-z0-9_-]{43}")
                .isEqualTo(secrets.successors("token", 1).getFirst());
        assertThat(secrets.successors("token", 2)).doesNotContain(successor);
        assertThat(secrets.successors("other", 1)).doesNotContain(successor);
        String other = others.successors("token", 1).getFirst();
        assertThat(other).isNotEqualTo(successor);
        assertThat(rotated.successors("token", 1)).containsExactly(other, successor);
    }

    @Test
    void each_token_is_another_one_of_256_bits() {
        assertThat(secrets.token()).matches("[A-Za-z0-9_-]{43}").isNotEqualTo(secrets.token());
        assertThat(ServerSecrets.hash("abc")).isEqualTo("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
    }

    @Test
    void what_is_sealed_opens_for_its_owner_with_its_secret_and_unchanged() {
        byte[] plain = "12345678901234567890".getBytes(UTF_8);
        String sealed = secrets.seal(plain, "user 1");
        assertThat(secrets.seal(plain, "user 1")).isNotEqualTo(sealed);
        assertThat(secrets.open(sealed, "user 1"))
                .hasValueSatisfying(opened -> assertThat(opened).isEqualTo(plain));
        assertThat(secrets.open(sealed, "user 2")).isEmpty();
        assertThat(others.open(sealed, "user 1")).isEmpty();
        char other = sealed.charAt(30) == 'A' ? 'B' : 'A';
        assertThat(secrets.open(sealed.substring(0, 30) + other + sealed.substring(31), "user 1"))
                .isEmpty();
        assertThat(secrets.open("", "user 1")).isEmpty();
        assertThat(secrets.open("no base64!", "user 1")).isEmpty();
    }

    @Test
    void backup_codes_are_hashed_with_the_servers_secret() {
        assertThat(secrets.backupCodeHash("ABC")).isEqualTo(secrets.backupCodeHash("ABC"));
        assertThat(others.backupCodeHash("ABC")).isNotEqualTo(secrets.backupCodeHash("ABC"));
        assertThat(rotated.backupCodeHash("ABC")).isEqualTo(others.backupCodeHash("ABC"));
        assertThat(rotated.backupCodeHashes("ABC"))
                .containsExactly(others.backupCodeHash("ABC"), secrets.backupCodeHash("ABC"));
    }

    @Test
    void forms_that_were_made_with_a_previous_secret_are_accepted() {
        assertThat(rotated.formToken("session")
                        .accepts(secrets.formToken("session").text()))
                .isTrue();
        assertThat(rotated.formToken("session").text())
                .isEqualTo(others.formToken("session").text());
        assertThat(rotated.formToken("session")
                        .accepts(secrets.formToken("other").text()))
                .isFalse();
        assertThat(secrets.formToken("session")
                        .accepts(rotated.formToken("session").text()))
                .isFalse();
    }

    @Test
    void a_totp_secret_of_a_previous_secret_opens_and_is_known_as_such() {
        String sealed = secrets.seal(new byte[20], "user 1");
        assertThat(rotated.open(sealed, "user 1")).isPresent();
        assertThat(rotated.isCurrent(sealed, "user 1")).isFalse();
        assertThat(rotated.isCurrent(rotated.seal(new byte[20], "user 1"), "user 1"))
                .isTrue();
    }

    @Test
    void base32_is_that_of_rfc_4648() {
        assertThat(SecondFactorService.base32("foobar".getBytes(UTF_8))).isEqualTo("MZXW6YTBOI");
        assertThat(SecondFactorService.base32("foob".getBytes(UTF_8))).isEqualTo("MZXW6YQ");
    }
}
