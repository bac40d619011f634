package dev.hexadmin.application.idempotency.internal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts stored responses (AES-256-GCM): a response may contain personal data, or tokens that are stored nowhere
 * else. The encryption key is derived from a secret and the client's own Idempotency-Key, which is stored only as a
 * MAC. Thread-safe.
 */
public final class SealedResponses {
    private static final String MAC = "HmacSHA256";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final byte[] secret;
    private final RandomGenerator random;

    /**
     * @param secret at least 32 bytes, the same on every server
     * @param random thread-safe and unpredictable
     */
    public SealedResponses(byte[] secret, RandomGenerator random) {
        this.secret = secret.clone();
        this.random = random;
    }

    /** The stored form of the caller's key. */
    String name(String caller, String key) {
        return HexFormat.of().formatHex(derive("name", caller, key));
    }

    /** Encrypts a response. */
    byte[] seal(String caller, String key, byte[] response) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, caller, key, nonce, response);
        byte[] sealed = Arrays.copyOf(nonce, NONCE + encrypted.length);
        System.arraycopy(encrypted, 0, sealed, NONCE, encrypted.length);
        return sealed;
    }

    /** Decrypts a result of {@link #seal} for the same caller and key. */
    byte[] open(String caller, String key, byte[] sealed) {
        byte[] nonce = Arrays.copyOf(sealed, NONCE);
        byte[] encrypted = Arrays.copyOfRange(sealed, NONCE, sealed.length);
        return cipher(Cipher.DECRYPT_MODE, caller, key, nonce, encrypted);
    }

    private byte[] cipher(int mode, String caller, String key, byte[] nonce, byte[] text) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(
                    mode, new SecretKeySpec(derive("seal", caller, key), "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            return cipher.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a stored response cannot be decrypted: was the secret key changed?", e);
        }
    }

    private byte[] derive(String purpose, String caller, String key) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(secret, MAC));
            // callers contain no line break, so different pairs of caller and key have different texts
            return mac.doFinal((purpose + '\n' + caller + '\n' + key).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + MAC, e);
        }
    }
}
