package dev.hexadmin.application.files;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs the addresses of files: HMAC-SHA-256 (RFC 2104), truncated to 128 bits, over the file, the version and the time
 * at which the address expires. Who may read a record gets the addresses of its files, and needs nothing else to open
 * them. Thread-safe.
 */
public final class FileLinks {
    /** The version that is the file itself. */
    public static final String ORIGINAL = "original";

    /** Seconds for which an address is valid at least. */
    public static final int LIFETIME = 300;

    /** Addresses that are made within this number of seconds are equal, so that browsers load an image once. */
    public static final int STEP = 60;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 16;
    private static final int LONGEST = 19;

    private final Mac prototype;
    private final InstantSource clock;

    /** @param key secret, the same on every server */
    public FileLinks(byte[] key, InstantSource clock) {
        this.clock = clock;
        try {
            prototype = Mac.getInstance(ALGORITHM);
            prototype.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** When addresses that are made now expire, in seconds since 1970. */
    public long expiry() {
        return (clock.instant().getEpochSecond() / STEP + 1) * STEP + LIFETIME;
    }

    /** The signature of an address. */
    public String signature(UUID file, String version, long expires) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mac(file, version, Long.toString(expires)));
    }

    /** Whether an address has a right signature and has not expired. */
    public boolean accepts(UUID file, String version, String expires, String signature) {
        if (expires.isEmpty() || expires.length() > LONGEST || !expires.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return false;
        }
        byte[] given;
        try {
            given = Base64.getUrlDecoder().decode(signature);
        } catch (IllegalArgumentException e) {
            return false;
        }
        return MessageDigest.isEqual(mac(file, version, expires), given)
                && clock.instant().isBefore(Instant.ofEpochSecond(Long.parseLong(expires)));
    }

    private byte[] mac(UUID file, String version, String expires) {
        Mac mac;
        try {
            mac = (Mac) prototype.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the platform's " + ALGORITHM + " can be cloned", e);
        }
        mac.update((file + "\n" + version + "\n" + expires).getBytes(StandardCharsets.UTF_8));
        return Arrays.copyOf(mac.doFinal(), BYTES);
    }
}
