package dev.hexadmin.application.idempotency.internal;

import dev.hexadmin.application.secrets.SecretKeys;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Encrypts stored responses: a response may contain personal data, or tokens that are stored nowhere else. The encryption
 * key is derived from a secret and the client's own Idempotency-Key, which is stored only as a MAC. Thread-safe.
 */
public final class SealedResponses {
    private final SecretKeys keys;
    private final RandomGenerator random;

    /** @param random thread-safe and unpredictable */
    public SealedResponses(SecretKeys keys, RandomGenerator random) {
        this.keys = keys;
        this.random = random;
    }

    /** The stored forms of the caller's key: that of new responses first, then those of previous secrets. */
    List<String> names(String caller, String key) {
        return derived("name", caller, key).stream()
                .map(HexFormat.of()::formatHex)
                .toList();
    }

    /** Encrypts a response. */
    byte[] seal(String caller, String key, byte[] response) {
        return sealing(caller, key).seal(response, "", random);
    }

    /** Decrypts a result of {@link #seal} for the same caller and key. */
    byte[] open(String caller, String key, byte[] sealed) {
        return sealing(caller, key)
                .open(sealed, "")
                .orElseThrow(() -> new IllegalStateException("a stored response cannot be decrypted"));
    }

    private SecretKeys sealing(String caller, String key) {
        return new SecretKeys(derived("seal", caller, key));
    }

    private List<byte[]> derived(String purpose, String caller, String key) {
        // callers contain no line break, so different pairs of caller and key have different texts
        return keys.macs((purpose + '\n' + caller + '\n' + key).getBytes(StandardCharsets.UTF_8));
    }
}
