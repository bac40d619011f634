package dev.hexadmin.domain.records;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * A keyed digest over the parts of a record that a client may view. Equal versions mean that none of these parts has
 * changed. A version reveals nothing about the values, including those that the client may not view.
 *
 * @param value 22 characters of base64url
 */
public record Version(String value) {
    /** A digest over the texts of parts that every reader may view. */
    public static Version of(List<?> parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Object part : parts) {
                byte[] bytes = part.toString().getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
                digest.update(bytes);
            }
            return new Version(
                    Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest.digest(), 16)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
