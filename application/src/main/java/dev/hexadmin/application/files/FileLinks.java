package dev.hexadmin.application.files;

import dev.hexadmin.application.secrets.SecretKeys;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

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

    private static final int BYTES = 16;
    private static final int LONGEST = 19;

    private final SecretKeys keys;
    private final InstantSource clock;

    public FileLinks(SecretKeys keys, InstantSource clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /** When addresses that are made now expire, in seconds since 1970. */
    public long expiry() {
        return (clock.instant().getEpochSecond() / STEP + 1) * STEP + LIFETIME;
    }

    /** The signature of an address. */
    public String signature(UUID file, String version, long expires) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Arrays.copyOf(keys.mac(signed(file, version, Long.toString(expires))), BYTES));
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
        return keys.verifies(given, BYTES, signed(file, version, expires))
                && clock.instant().isBefore(Instant.ofEpochSecond(Long.parseLong(expires)));
    }

    private static byte[] signed(UUID file, String version, String expires) {
        return (file + "\n" + version + "\n" + expires).getBytes(StandardCharsets.UTF_8);
    }
}
