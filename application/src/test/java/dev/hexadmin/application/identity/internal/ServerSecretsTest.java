package dev.hexadmin.application.identity.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ServerSecretsTest {
    private final ServerSecrets secrets = new ServerSecrets(new byte[32], new SplittableRandom(1));
    private final ServerSecrets others = new ServerSecrets("x".repeat(32).getBytes(UTF_8), new SplittableRandom(1));

    @Test
    void a_successor_is_the_same_again_and_depends_on_token_row_and_secret() {
        String successor = secrets.successor("token", 1);
        assertThat(successor).matches("[A-Za-z0-9_-]{43}").isEqualTo(secrets.successor("token", 1));
        assertThat(secrets.successor("token", 2)).isNotEqualTo(successor);
        assertThat(secrets.successor("other", 1)).isNotEqualTo(successor);
        assertThat(others.successor("token", 1)).isNotEqualTo(successor);
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
    }

    @Test
    void base32_is_that_of_rfc_4648() {
        assertThat(SecondFactorService.base32("foobar".getBytes(UTF_8))).isEqualTo("MZXW6YTBOI");
        assertThat(SecondFactorService.base32("foob".getBytes(UTF_8))).isEqualTo("MZXW6YQ");
    }
}
