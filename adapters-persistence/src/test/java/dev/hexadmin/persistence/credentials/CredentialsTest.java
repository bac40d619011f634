package dev.hexadmin.persistence.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.PasswordCost;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.junit.jupiter.api.Test;

class CredentialsTest {
    private final Argon2PasswordHashes hashes = new Argon2PasswordHashes(new SplittableRandom(1), PasswordCost.OWASP);

    @Test
    void a_hash_is_argon2id_with_the_parameters_of_owasp_and_its_own_salt() {
        String hash = hashes.hash("pässword");
        assertThat(hash)
                .matches("\\$argon2id\\$v=19\\$m=12288,t=3,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}")
                .isNotEqualTo(hashes.hash("pässword"));
        assertThat(hashes.matches("pässword", hash)).isTrue();
        assertThat(hashes.matches("passwort", hash)).isFalse();
        assertThat(hashes.outdated(hash)).isFalse();
    }

    @Test
    void a_hash_of_the_reference_implementation_is_understood_and_weaker_ones_are_outdated() {
        // echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
        String reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        assertThat(hashes.matches("password", reference)).isTrue();
        assertThat(hashes.matches("Password", reference)).isFalse();
        assertThat(hashes.outdated(reference)).isFalse();
        assertThat(hashes.outdated(reference.replace("m=65536", "m=4096"))).isTrue();
        assertThat(hashes.outdated(reference.replace("m=65536", "m=19456"))).isFalse();
        assertThat(hashes.outdated(reference.replace("m=65536,t=2", "m=19456,t=1")))
                .isTrue();
    }

    @Test
    void bcrypt_of_every_usual_prefix_is_accepted_and_outdated() {
        for (String prefix : List.of("2a", "2b", "2y")) {
            String hash = OpenBSDBCrypt.generate(prefix, "password".getBytes(UTF_8), new byte[16], 4);
            assertThat(hashes.matches("password", hash)).as(prefix).isTrue();
            assertThat(hashes.matches("Password", hash)).as(prefix).isFalse();
            assertThat(hashes.outdated(hash)).as(prefix).isTrue();
        }
    }

    @Test
    void what_is_no_hash_or_would_stop_the_server_matches_nothing() {
        for (String hash : List.of(
                "",
                "password",
                "$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "$argon2id$v=19$m=19456,t=999,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "$argon2id$v=19$m=19456,t=0,p=0$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ1a$CTFhFdXPJO1aFaMaO6Mm5c8y7",
                "$2b$31$" + "a".repeat(53),
                "$2b$03$" + "a".repeat(53))) {
            assertThat(hashes.matches("password", hash)).as(hash).isFalse();
            assertThat(hashes.outdated(hash)).as(hash).isTrue();
        }
    }

    @Test
    void memory_that_is_used_again_does_not_change_a_hash() throws Exception {
        String hash = hashes.hash("password");
        try (var executor = Executors.newFixedThreadPool(4)) {
            List<Future<Boolean>> all = IntStream.range(0, 24)
                    .mapToObj(i -> executor.submit(() -> hashes.matches(i % 2 == 0 ? "password" : "other", hash)))
                    .toList();
            for (int i = 0; i < all.size(); i++) {
                assertThat(all.get(i).get()).isEqualTo(i % 2 == 0);
            }
        }
    }

    @Test
    void one_time_codes_are_those_of_rfc_4226() {
        JavaOtpCodes codes = new JavaOtpCodes();
        byte[] secret = "12345678901234567890".getBytes(UTF_8);
        assertThat(IntStream.range(0, 10).mapToObj(i -> codes.code(secret, i)))
                .containsExactly(
                        "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
                        "520489");
    }

    @Test
    void passwords_are_rated_with_the_users_own_words_in_mind() {
        ZxcvbnPasswordStrength strength = new ZxcvbnPasswordStrength();
        assertThat(strength.rate("password1234", List.of()).score()).isLessThan(3);
        assertThat(strength.rate("password1234", List.of()).advice())
                .isNotEmpty()
                .hasValueSatisfying(advice -> assertThat(advice.english()).endsWith("."));
        assertThat(strength.rate("turquoise otter gardens", List.of()).score()).isGreaterThanOrEqualTo(3);
        String own = "wilhelminakowalska";
        assertThat(strength.rate(own, List.of()).score())
                .isGreaterThan(
                        strength.rate(own, List.of("wilhelmina", "kowalska")).score());
    }
}
