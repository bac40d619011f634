package dev.hexadmin.application.secrets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SecretKeysTest {
    private static final byte[] TEXT = "text".getBytes(UTF_8);

    private final SplittableRandom random = new SplittableRandom(1);
    private final SecretKeys old = SecretKeys.of(key(1));
    private final SecretKeys rotated = new SecretKeys(List.of(key(2), key(1)));

    private static byte[] key(int value) {
        byte[] key = new byte[32];
        key[0] = (byte) value;
        return key;
    }

    @Test
    void previous_keys_decrypt_and_the_current_one_encrypts() {
        byte[] sealed = old.seal(TEXT, "owner", random);
        assertThat(rotated.open(sealed, "owner"))
                .hasValueSatisfying(plain -> assertThat(plain).isEqualTo(TEXT));
        assertThat(rotated.isCurrent(sealed, "owner")).isFalse();
        byte[] again = rotated.seal(TEXT, "owner", random);
        assertThat(rotated.isCurrent(again, "owner")).isTrue();
        assertThat(old.open(again, "owner")).isEmpty();
        assertThat(rotated.open(sealed, "another")).isEmpty();
        assertThat(rotated.open(new byte[5], "owner")).isEmpty();
    }

    @Test
    void previous_keys_verify_and_the_current_one_signs() {
        byte[] mac = Arrays.copyOf(old.mac(TEXT), 16);
        assertThat(rotated.verifies(mac, 16, TEXT)).isTrue();
        assertThat(rotated.verifies(mac, 16, TEXT, TEXT)).isFalse();
        assertThat(rotated.verifies(Arrays.copyOf(mac, 15), 16, TEXT)).isFalse();
        assertThat(old.verifies(Arrays.copyOf(rotated.mac(TEXT), 16), 16, TEXT)).isFalse();
        assertThat(rotated.macs(TEXT)).containsExactly(rotated.mac(TEXT), old.mac(TEXT));
    }

    @Test
    void each_use_has_separate_keys_of_each_secret() {
        assertThat(rotated.derived("a").macs(TEXT))
                .containsExactly(
                        SecretKeys.of(key(2)).derived("a").mac(TEXT),
                        old.derived("a").mac(TEXT))
                .doesNotContain(rotated.derived("b").mac(TEXT), rotated.mac(TEXT));
    }

    @Test
    void keys_are_of_the_right_length_and_never_printed() {
        assertThatThrownBy(() -> SecretKeys.of(new byte[31])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SecretKeys(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThat(rotated).hasToString("SecretKeys[2]");
    }
}
