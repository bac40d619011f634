package dev.hexadmin.domain.access;

import dev.hexadmin.domain.records.Version;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/**
 * A role as stored.
 *
 * @param superuser whether users with the role pass every check, as with the superuser flag
 * @param users how many users have it
 */
public record Role(
        long id, String name, String description, boolean superuser, RoleRights rights, long users, Instant createdAt) {

    /** A version tag that changes whenever a part of the role that clients see changes. */
    public Version version() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Object part : List.of(
                    id,
                    name,
                    description,
                    rights.permissions(),
                    rights.fields(),
                    List.copyOf(rights.policies().keySet()),
                    users,
                    createdAt)) {
                add(digest, part.toString());
            }
            rights.policies().values().forEach(policy -> add(digest, policy));
            byte[] half = java.util.Arrays.copyOf(digest.digest(), 16);
            return new Version(Base64.getUrlEncoder().withoutPadding().encodeToString(half));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static void add(MessageDigest digest, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }
}
