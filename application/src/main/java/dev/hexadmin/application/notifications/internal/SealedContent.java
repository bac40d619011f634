package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.domain.notifications.Content;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts messages that hold a secret, such as a link, while they are in the outbox (AES-256-GCM): who reads the database
 * cannot use the secret. Thread-safe.
 */
final class SealedContent {
    private static final String PART = "sealed";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKey key;
    private final RandomGenerator random;

    /** @param key 32 bytes */
    SealedContent(byte[] key, RandomGenerator random) {
        this.key = new SecretKeySpec(key, "AES");
        this.random = random;
    }

    /** The content in encrypted form. */
    Content seal(Content content) {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(plain)) {
            out.writeUTF(content.title());
            out.writeUTF(content.body());
            out.writeInt(content.parts().size());
            for (Map.Entry<String, String> part : content.parts().entrySet()) {
                out.writeUTF(part.getKey());
                out.writeUTF(part.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] sealed = crypt(Cipher.ENCRYPT_MODE, nonce, plain.toByteArray());
        byte[] whole = Arrays.copyOf(nonce, nonce.length + sealed.length);
        System.arraycopy(sealed, 0, whole, nonce.length, sealed.length);
        return new Content("", "", Map.of(PART, Base64.getEncoder().encodeToString(whole)));
    }

    /**
     * The content as it is to be sent; the same content when it is not encrypted.
     *
     * @throws IllegalStateException when it was encrypted with another key
     */
    Content open(Content stored) {
        String sealed = stored.parts().get(PART);
        if (sealed == null) {
            return stored;
        }
        byte[] whole = Base64.getDecoder().decode(sealed);
        byte[] plain = crypt(
                Cipher.DECRYPT_MODE,
                Arrays.copyOf(whole, NONCE_BYTES),
                Arrays.copyOfRange(whole, NONCE_BYTES, whole.length));
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(plain))) {
            String title = in.readUTF();
            String body = in.readUTF();
            Map<String, String> parts = new HashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                parts.put(in.readUTF(), in.readUTF());
            }
            return new Content(title, body, parts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] crypt(int mode, byte[] nonce, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the message was encrypted with another secret key", e);
        }
    }
}
