package dev.hexadmin.application.transfer.port;

import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.domain.transfer.ImportMode;
import dev.hexadmin.domain.transfer.ImportReport;
import dev.hexadmin.domain.transfer.ImportReport.Findings;
import dev.hexadmin.domain.transfer.ImportReport.State;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Uploaded files and their state. Thread-safe. Exactly one server performs each change of state; it gets a claim, and
 * only the holder of the claim may write further.
 */
public interface Imports {
    /**
     * Creates an import without content, in state {@code UPLOADING}; if the owner then has more than {@code most},
     * deletes the oldest ones without a running step.
     */
    void add(UUID id, UserId owner, String model, FileFormat format, String name, Instant now, int most);

    /**
     * Adds a chunk to a file that is being uploaded.
     *
     * @param number index of the chunk, from 0
     * @return whether the import still exists
     */
    boolean append(UUID id, int number, byte[] piece, Instant now);

    /** A chunk of the file by index; empty after the last one. Inside a unit of work it is read in its transaction. */
    Optional<byte[]> piece(UUID id, int number);

    /** The import, if it exists. */
    Optional<Kept> find(UUID id);

    /**
     * Changes the state.
     *
     * @param from the allowed previous states
     * @param lostBefore also allows {@code CHECKING} or {@code RUNNING} when the last heartbeat is older
     * @param mode unchanged when empty
     * @param claim identifies the new holder
     * @return whether the state was changed
     */
    boolean move(
            UUID id, Set<State> from, Instant lostBefore, State to, Optional<ImportMode> mode, UUID claim, Instant now);

    /** Stores a heartbeat with the progress. No effect on a database that only one server uses. */
    void alive(UUID id, UUID claim, long rows, int percent, Instant now);

    /**
     * How many rows of the file are imported, inside the unit of work that imports the last of them.
     *
     * @return false when the claim is lost
     */
    boolean progress(UUID id, UUID claim, long rows, Instant now);

    /**
     * Stores the result, inside a unit of work as part of it.
     *
     * @param rows number of rows of the file, as far as it was read
     * @return false when the claim is lost
     */
    boolean finish(UUID id, UUID claim, State to, long rows, Findings findings, Instant now);

    /** Removes an import and its file, if it is in one of these states. */
    boolean remove(UUID id, Set<State> from);

    /**
     * Deletes imports without a heartbeat since then, in any state, at most {@code most}.
     *
     * @return number of deleted imports
     */
    int sweep(Instant before, int most);

    /**
     * A stored import.
     *
     * @param owner the user who uploaded it
     * @param touched time of the last heartbeat
     * @param report as stored in the database; its {@code expires} is unused
     */
    record Kept(UserId owner, Instant touched, ImportReport report) {}
}
