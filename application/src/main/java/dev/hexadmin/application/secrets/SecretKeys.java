package dev.hexadmin.application.secrets;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys of one purpose, derived from the server's secret and from its previous secrets: the current key encrypts and
 * signs; all of them decrypt and verify. Immutable and thread-safe.
 */
public final class SecretKeys {
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final String HMAC = "HmacSHA256";

    private final List<Key> keys;

    private static final class Key {
        private final byte[] bytes;
        private final SecretKey cipher;
        private final Mac mac;

        Key(byte[] bytes) {
            if (bytes.length != KEY_BYTES) {
                throw new IllegalArgumentException("a key has " + bytes.length + " bytes, not " + KEY_BYTES);
            }
            this.bytes = bytes.clone();
            this.cipher = new SecretKeySpec(bytes, "AES");
            try {
                this.mac = Mac.getInstance(HMAC);
                mac.init(new SecretKeySpec(bytes, HMAC));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every Java platform has " + HMAC, e);
            }
        }

        byte[] mac(byte[]... parts) {
            Mac copy;
            try {
                copy = (Mac) mac.clone();
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException("the platform's " + HMAC + " can be cloned", e);
            }
            for (byte[] part : parts) {
                copy.update(part);
            }
            return copy.doFinal();
        }

        byte[] derived(String use) {
            try {
                // The provider is named: otherwise the JDK loads all of them. Bouncy Castle alone has a thousand
                // algorithms, and takes longer than the rest of the start.
                return KDF.getInstance("HKDF-SHA256", "SunJCE")
                        .deriveData(HKDFParameterSpec.ofExtract()
                                .addIKM(bytes)
                                .thenExpand(use.getBytes(StandardCharsets.UTF_8), KEY_BYTES));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every Java 25 has HKDF-SHA256", e);
            }
        }

        Cipher cipher(int mode, byte[] nonce, String owner) throws GeneralSecurityException {
            Cipher aes = Cipher.getInstance("AES/GCM/NoPadding");
            aes.init(mode, cipher, new GCMParameterSpec(TAG_BITS, nonce));
            aes.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
            return aes;
        }
    }

    /** @param keys 32 bytes each, the current one first; the same on every server */
    public SecretKeys(List<byte[]> keys) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("there is no current key");
        }
        this.keys = keys.stream().map(Key::new).toList();
    }

    /** A key without previous ones. */
    public static SecretKeys of(byte[] current) {
        return new SecretKeys(List.of(current));
    }

    /** The keys of a use of this purpose (HKDF-SHA256, RFC 5869). */
    public SecretKeys derived(String use) {
        return new SecretKeys(keys.stream().map(key -> key.derived(use)).toList());
    }

    /** The MAC with the current key (HMAC-SHA256, RFC 2104) of these parts, one after the other; 32 bytes. */
    public byte[] mac(byte[]... parts) {
        return keys.getFirst().mac(parts);
    }

    /** The MAC with each key, the current one first: what was signed or stored before has one of them. */
    public List<byte[]> macs(byte[]... parts) {
        return keys.stream().map(key -> key.mac(parts)).toList();
    }

    /** Whether {@code mac} is the beginning of the MAC of these parts with one of the keys; compares in constant time. */
    public boolean verifies(byte[] mac, int length, byte[]... parts) {
        return keys.stream().anyMatch(key -> MessageDigest.isEqual(Arrays.copyOf(key.mac(parts), length), mac));
    }

    /**
     * Encrypts (AES-256-GCM) with the current key.
     *
     * @param owner authenticated as associated data
     * @param random cryptographically strong
     */
    public byte[] seal(byte[] plain, String owner, RandomGenerator random) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] encrypted =
                    keys.getFirst().cipher(Cipher.ENCRYPT_MODE, nonce, owner).doFinal(plain);
            byte[] sealed = Arrays.copyOf(nonce, NONCE_BYTES + encrypted.length);
            System.arraycopy(encrypted, 0, sealed, NONCE_BYTES, encrypted.length);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES-GCM", e);
        }
    }

    /** Decrypts; empty when the bytes were encrypted with none of the keys, for another owner, or changed. */
    public Optional<byte[]> open(byte[] sealed, String owner) {
        return keys.stream().flatMap(key -> open(key, sealed, owner).stream()).findFirst();
    }

    /** Whether the bytes were encrypted with the current key for this owner. */
    public boolean isCurrent(byte[] sealed, String owner) {
        return open(keys.getFirst(), sealed, owner).isPresent();
    }

    private static Optional<byte[]> open(Key key, byte[] sealed, String owner) {
        if (sealed.length <= NONCE_BYTES) {
            return Optional.empty();
        }
        try {
            return Optional.of(key.cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(sealed, NONCE_BYTES), owner)
                    .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    /** Without the keys. */
    @Override
    public String toString() {
        return "SecretKeys[" + keys.size() + "]";
    }
}
