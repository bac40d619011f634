package dev.hexadmin.application.idempotency.internal;

import dev.hexadmin.application.idempotency.ReplayingRequests.Answer;
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
 * Keeps answers unreadable where they are stored (AES-256-GCM): a first answer may hold personal data, or tokens that are
 * stored nowhere else. The key is made of a secret and of the client's own Idempotency-Key, which is stored only as a
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

    /** What the caller's key is stored as. */
    String name(String caller, String key) {
        return HexFormat.of().formatHex(derive("name", caller, key));
    }

    Answer close(String caller, String key, Answer answer) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        byte[] sealed = cipher(Cipher.ENCRYPT_MODE, caller, key, nonce, answer.body());
        byte[] body = Arrays.copyOf(nonce, NONCE + sealed.length);
        System.arraycopy(sealed, 0, body, NONCE, sealed.length);
        return new Answer(answer.status(), answer.headers(), body);
    }

    Answer open(String caller, String key, Answer stored) {
        byte[] nonce = Arrays.copyOf(stored.body(), NONCE);
        byte[] sealed = Arrays.copyOfRange(stored.body(), NONCE, stored.body().length);
        return new Answer(stored.status(), stored.headers(), cipher(Cipher.DECRYPT_MODE, caller, key, nonce, sealed));
    }

    private byte[] cipher(int mode, String caller, String key, byte[] nonce, byte[] body) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(
                    mode, new SecretKeySpec(derive("seal", caller, key), "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            return cipher.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a kept answer cannot be opened: was the secret key changed?", e);
        }
    }

    private byte[] derive(String purpose, String caller, String key) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(secret, MAC));
            // no caller holds a line break, so no two pairs of caller and key are written alike
            return mac.doFinal((purpose + '\n' + caller + '\n' + key).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + MAC, e);
        }
    }
}
