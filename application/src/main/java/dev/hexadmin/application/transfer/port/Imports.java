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
 * Uploaded files and how far they are. Thread-safe. What is moved from one state to another is moved once, whichever
 * server tries; who moved it holds a claim, without which nothing more is written about it.
 */
public interface Imports {
    /**
     * Makes an import without content, in state {@code UPLOADING}; if the owner then has more than {@code most}, the
     * oldest with which nothing is going on go.
     */
    void add(UUID id, UserId owner, String model, FileFormat format, String name, Instant now, int most);

    /**
     * Adds a piece to a file that is on its way.
     *
     * @param number pieces before it
     * @return whether the import is still there
     */
    boolean append(UUID id, int number, byte[] piece, Instant now);

    /** Piece by number of the file; empty after the last. Inside a unit of work it reads with it. */
    Optional<byte[]> piece(UUID id, int number);

    /** The import, if it is there. */
    Optional<Kept> find(UUID id);

    /**
     * Moves it to another state.
     *
     * @param from states it may be in
     * @param lostBefore also from {@code CHECKING} or {@code RUNNING}, when there was no sign of life since
     * @param mode stays what it was when empty
     * @param claim whoever moves it
     * @return whether it was moved
     */
    boolean move(
            UUID id, Set<State> from, Instant lostBefore, State to, Optional<ImportMode> mode, UUID claim, Instant now);

    /** A sign of life, with how far it is. Does nothing on a database that only one server uses. */
    void alive(UUID id, UUID claim, long rows, int percent, Instant now);

    /**
     * How many rows of the file are imported, inside the unit of work that imports the last of them.
     *
     * @return false when the claim is lost
     */
    boolean progress(UUID id, UUID claim, long rows, Instant now);

    /**
     * What came out. Inside a unit of work it is kept with it.
     *
     * @param rows of the file, as far as it was read
     * @return false when the claim is lost
     */
    boolean finish(UUID id, UUID claim, State to, long rows, Findings findings, Instant now);

    /** Removes an import and its file, if it is in one of these states. */
    boolean remove(UUID id, Set<State> from);

    /**
     * Removes those without a sign of life since, whatever their state, at most {@code most}.
     *
     * @return how many went
     */
    int sweep(Instant before, int most);

    /**
     * An import as it is kept.
     *
     * @param owner who uploaded it
     * @param touched when there was the last sign of life
     * @param report as far as the database knows; {@code expires} means nothing in it
     */
    record Kept(UserId owner, Instant touched, ImportReport report) {}
}
