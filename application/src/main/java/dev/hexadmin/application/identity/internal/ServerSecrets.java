package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.KeepingSessions.FormToken;
import dev.hexadmin.application.secrets.SecretKeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Random tokens, their hashes, and cryptography with keys of the server's secrets, separate ones per use. Thread-safe. */
public final class ServerSecrets {
    private static final int TOKEN_BYTES = 32;
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private final RandomGenerator random;
    private final SecretKeys successors;
    private final SecretKeys backupCodes;
    private final SecretKeys sealing;
    private final SecretKeys provider;
    private final SecretKeys passkeys;
    private final SecretKeys forms;

    /** @param random cryptographically strong */
    public ServerSecrets(SecretKeys keys, RandomGenerator random) {
        this.random = random;
        this.successors = keys.derived("hexadmin refresh token successor v1");
        this.backupCodes = keys.derived("hexadmin backup code v1");
        this.sealing = keys.derived("hexadmin totp secret at rest v1");
        this.provider = keys.derived("hexadmin sign-in by provider v1");
        this.passkeys = keys.derived("hexadmin passkey ticket v1");
        this.forms = keys.derived("hexadmin form token v1");
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
     * The successor of a refresh token, and what it was with each previous secret. It is derived from the token and the
     * server's secret, so that it can be returned again within the reuse window without being stored.
     */
    List<String> successors(String token, long row) {
        return texts(successors.macs(
                bytes(token), ByteBuffer.allocate(Long.BYTES).putLong(row).array()));
    }

    /** The stored form of a new backup code: a keyed hash, since a code is short enough to be guessed. */
    String backupCodeHash(String code) {
        return TEXT.encodeToString(backupCodes.mac(bytes(code)));
    }

    /** All stored forms that a backup code may have: {@link #backupCodeHash}, and those of previous secrets. */
    List<String> backupCodeHashes(String code) {
        return texts(backupCodes.macs(bytes(code)));
    }

    /** The token of a form, which proves that this server made the form for {@code owner}. */
    FormToken formToken(String owner) {
        return new FormToken(texts(forms.macs(bytes(owner))));
    }

    private static List<String> texts(List<byte[]> all) {
        return all.stream().map(TEXT::encodeToString).toList();
    }

    /** Encrypts a TOTP secret for {@code owner}. */
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

    private String seal(SecretKeys keys, byte[] plain, String owner) {
        return TEXT.encodeToString(keys.seal(plain, owner, random));
    }

    /** Decrypts; empty when the bytes were encrypted with another secret, for another owner, or changed. */
    Optional<byte[]> open(String sealed, String owner) {
        return open(sealing, sealed, owner);
    }

    /** Whether {@link #seal} encrypted this with the current secret. */
    boolean isCurrent(String sealed, String owner) {
        return decoded(sealed).filter(bytes -> sealing.isCurrent(bytes, owner)).isPresent();
    }

    /** Decrypts what {@link #sealForProvider} has encrypted, as {@link #open(String, String)} does. */
    Optional<byte[]> openForProvider(String sealed, String owner) {
        return open(provider, sealed, owner);
    }

    /** Decrypts what {@link #sealForPasskey} has encrypted, as {@link #open(String, String)} does. */
    Optional<byte[]> openForPasskey(String sealed, String owner) {
        return open(passkeys, sealed, owner);
    }

    private static Optional<byte[]> open(SecretKeys keys, String sealed, String owner) {
        return decoded(sealed).flatMap(bytes -> keys.open(bytes, owner));
    }

    private static Optional<byte[]> decoded(String sealed) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(sealed));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
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
