package dev.hexadmin.application.identity.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * Random tokens, their hashes, and cryptography with keys derived from the server's secret (HKDF-SHA256, RFC 5869), one
 * key per purpose. Thread-safe.
 */
public final class ServerSecrets {
    private static final int TOKEN_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private final RandomGenerator random;
    private final SecretKey successors;
    private final SecretKey backupCodes;
    private final SecretKey sealing;
    private final SecretKey provider;
    private final SecretKey passkeys;
    private final SecretKey forms;

    /** @param random cryptographically strong */
    public ServerSecrets(byte[] secret, RandomGenerator random) {
        this.random = random;
        this.successors = derive(secret, "HmacSHA256", "hexadmin refresh token successor v1");
        this.backupCodes = derive(secret, "HmacSHA256", "hexadmin backup code v1");
        this.sealing = derive(secret, "AES", "hexadmin totp secret at rest v1");
        this.provider = derive(secret, "AES", "hexadmin sign-in by provider v1");
        this.passkeys = derive(secret, "AES", "hexadmin passkey ticket v1");
        this.forms = derive(secret, "HmacSHA256", "hexadmin form token v1");
    }

    private static SecretKey derive(byte[] secret, String algorithm, String use) {
        try {
            // The provider is named: otherwise the JDK loads all providers, among them Bouncy Castle with a thousand
            // algorithms,
            // and that takes longer than the rest of the start.
            return KDF.getInstance("HKDF-SHA256", "SunJCE")
                    .deriveKey(
                            algorithm,
                            HKDFParameterSpec.ofExtract().addIKM(secret).thenExpand(bytes(use), 32));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** 256 random bits as base64url. */
    String token() {
        return TEXT.encodeToString(randomBytes(TOKEN_BYTES));
    }

    /** The stored form of a token: its SHA-256, which is sufficient for random text. */
    static String hash(String token) {
        try {
            return TEXT.encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes(token)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The successor of a refresh token. It is derived from the token and the server's secret, so that it can be
     * returned again within the reuse window without being stored.
     */
    String successor(String token, long row) {
        Mac mac = mac(successors);
        mac.update(bytes(token));
        return TEXT.encodeToString(
                mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(row).array()));
    }

    /** The stored form of a backup code: a keyed hash, since a code is short enough to be guessed. */
    String backupCodeHash(String code) {
        return TEXT.encodeToString(mac(backupCodes).doFinal(bytes(code)));
    }

    /** The token of a form, which proves that this server made the form for {@code owner}. */
    String formToken(String owner) {
        return TEXT.encodeToString(mac(forms).doFinal(bytes(owner)));
    }

    /** Encrypts a TOTP secret (AES-256-GCM) for {@code owner}, who is authenticated as associated data. */
    String seal(byte[] plain, String owner) {
        return seal(sealing, plain, owner);
    }

    /** Encrypts what belongs to a sign-in by a provider, as {@link #seal(byte[], String)} does. */
    String sealForProvider(byte[] plain, String owner) {
        return seal(provider, plain, owner);
    }

    /** Encrypts what belongs to a challenge for a passkey, as {@link #seal(byte[], String)} does. */
    String sealForPasskey(byte[] plain, String owner) {
        return seal(passkeys, plain, owner);
    }

    private String seal(SecretKey key, byte[] plain, String owner) {
        byte[] nonce = randomBytes(NONCE_BYTES);
        try {
            byte[] sealed = cipher(key, Cipher.ENCRYPT_MODE, nonce, owner).doFinal(plain);
            return TEXT.encodeToString(ByteBuffer.allocate(nonce.length + sealed.length)
                    .put(nonce)
                    .put(sealed)
                    .array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Decrypts; empty when the bytes were encrypted with another secret, for another owner, or changed. */
    Optional<byte[]> open(String sealed, String owner) {
        return open(sealing, sealed, owner);
    }

    /** Decrypts what {@link #sealForProvider} has encrypted, as {@link #open(String, String)} does. */
    Optional<byte[]> openForProvider(String sealed, String owner) {
        return open(provider, sealed, owner);
    }

    /** Decrypts what {@link #sealForPasskey} has encrypted, as {@link #open(String, String)} does. */
    Optional<byte[]> openForPasskey(String sealed, String owner) {
        return open(passkeys, sealed, owner);
    }

    private static Optional<byte[]> open(SecretKey key, String sealed, String owner) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(sealed);
            if (bytes.length <= NONCE_BYTES) {
                return Optional.empty();
            }
            byte[] nonce = java.util.Arrays.copyOf(bytes, NONCE_BYTES);
            return Optional.of(cipher(key, Cipher.DECRYPT_MODE, nonce, owner)
                    .doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Cipher cipher(SecretKey key, int mode, byte[] nonce, String owner) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(bytes(owner));
        return cipher;
    }

    private static Mac mac(SecretKey key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Compares two texts in constant time. */
    static boolean same(String one, String other) {
        return MessageDigest.isEqual(bytes(one), bytes(other));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
