package dev.hexadmin.application.files.port;

import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FileReference;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What is known about uploaded files. Thread-safe.
 *
 * <p>A file exists from {@link #add} to {@link #remove}; its content is written after the one and removed before the
 * other, so that content is never without its row.
 */
public interface Files {
    /**
     * The field for which a file was uploaded; only records of this model may name it, in this field.
     *
     * @param model the name of a model
     * @param field the name of its field
     */
    record Purpose(String model, String field) {}

    /** A complete file. */
    record Stored(UUID id, Purpose purpose, Optional<UserId> owner, FileReference.Facts facts) {}

    /** Creates a file without content. */
    void add(UUID id, Purpose purpose, Optional<UserId> owner, String name, Instant now);

    /**
     * Makes a file complete: its content is stored.
     *
     * @return false when the file has been removed meanwhile
     */
    boolean complete(UUID id, FileReference.Facts facts, Instant now);

    /** Makes an added file one whose content comes in pieces, with this number of bytes in all. */
    void expectPieces(UUID id, long length);

    /**
     * A file whose content comes in pieces.
     *
     * @param received number of bytes that have come
     * @param touched when the last piece came
     */
    record Unfinished(
            UUID id,
            Purpose purpose,
            Optional<UserId> owner,
            String name,
            long received,
            long length,
            Instant touched) {}

    /** A file whose content comes in pieces, and that is not complete. */
    Optional<Unfinished> unfinished(UUID id);

    /**
     * A piece of a file.
     *
     * @param start of its first byte in the file
     * @param part where it is in the store
     */
    record Piece(long start, long size, String part) {}

    /**
     * Inside a unit of work, adds a piece whose content is stored.
     *
     * @return false when it does not begin where the pieces before it end
     */
    boolean addPiece(UUID id, Piece piece, Instant now);

    /**
     * Inside a unit of work, forgets the last pieces of a file.
     *
     * @param from where the first of them begins
     * @param to where the last of them ends
     * @return false when other pieces have been added behind them
     */
    boolean takeBack(UUID id, long from, long to);

    /** The pieces of a file, in their order. */
    List<Piece> pieces(UUID id);

    /** Forgets the pieces of a file. */
    void removePieces(UUID id);

    /** Complete files that still have pieces, because a server has failed. */
    List<UUID> completeWithPieces(int most);

    /** A complete file. */
    Optional<Stored> find(UUID id);

    /** Notes, in the unit of work of a record, that the record names a complete file; false when there is none. */
    boolean use(UUID id);

    /** Inside a unit of work, makes a user the owner of a complete file. */
    void give(UUID id, UserId owner);

    /** Notes, in the unit of work of a record, that the record no longer names a file; other records may. */
    void release(UUID id, Instant now);

    /**
     * Inside a unit of work, locks files that have not been used or written since then, so that no record can name
     * them, and returns them. Includes those that were claimed before and not removed.
     *
     * @param most of them at most
     */
    List<Claimed> claimUnused(Instant before, int most);

    /**
     * A file that is to be removed.
     *
     * @param complete whether a record can name it
     */
    record Claimed(UUID id, Purpose purpose, boolean complete) {}

    /** Leaves a claimed file that could not be removed: it is claimed again when it counts as unused since then. */
    void postpone(UUID id, Instant unusedSince);

    /**
     * Gives a claimed file back.
     *
     * @param unusedSince empty when a record names it; else when it counts as unused
     */
    void keep(UUID id, Optional<Instant> unusedSince);

    /** Deletes a file; its content is removed. */
    void remove(UUID id);
}
