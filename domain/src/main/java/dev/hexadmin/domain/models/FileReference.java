package dev.hexadmin.domain.models;

import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The value of a field of type {@code file} or {@code image}: an uploaded file. Two references to the same file are
 * equal. Immutable.
 */
public final class FileReference {
    private final UUID id;
    private final @Nullable Facts facts;

    /**
     * What is known about a stored file. It never changes.
     *
     * @param name for users: no path, no control characters, at most 200 characters
     * @param size in bytes
     * @param contentType a media type, by the content
     * @param sha256 of the content, in hexadecimal digits
     * @param dimensions of an image
     */
    public record Facts(String name, long size, String contentType, String sha256, Optional<Dimensions> dimensions) {}

    /** The size of an image, in pixels. */
    public record Dimensions(int width, int height) {}

    private FileReference(UUID id, @Nullable Facts facts) {
        this.id = id;
        this.facts = facts;
    }

    /** A reference to write into a record. */
    public static FileReference of(UUID id) {
        return new FileReference(id, null);
    }

    /** A reference as records are read. */
    public static FileReference of(UUID id, Facts facts) {
        return new FileReference(id, facts);
    }

    public UUID id() {
        return id;
    }

    /** What is known about the file; empty when it was not read from the database. */
    public Optional<Facts> facts() {
        return Optional.ofNullable(facts);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FileReference that && id.equals(that.id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    /** The id. */
    @Override
    public String toString() {
        return id.toString();
    }
}
