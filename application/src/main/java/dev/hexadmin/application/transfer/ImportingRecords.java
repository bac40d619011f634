package dev.hexadmin.application.transfer;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.domain.transfer.ImportMode;
import dev.hexadmin.domain.transfer.ImportReport;
import java.io.InputStream;
import java.util.Set;
import java.util.UUID;

/**
 * An actor brings a file of records into a model: uploads it, has it looked through, then carried out. Thread-safe.
 *
 * <p>Every operation needs a signed-in actor with {@code import} and {@code create}, and {@code edit} where records are
 * updated. An import belongs to who uploaded it and is {@code NOT_FOUND} for anybody else and under any other model. It
 * is kept for an hour after the last step, in the database, so that any server can go on with it.
 *
 * @see dev.hexadmin.application.RequestRejectedException every refusal and its category
 */
public interface ImportingRecords {
    /** What the rows of a file may do, when the actor brings it. {@code FORBIDDEN} when nothing. */
    Set<ImportMode> modes(Actor actor, Model model);

    /**
     * Keeps a file. Whatever the stream throws ends it, and nothing is kept.
     *
     * @param name of the file, for people
     * @param file read to its end, in pieces; not closed
     * @return the import's id
     */
    UUID upload(Actor actor, Model model, FileFormat format, String name, InputStream file);

    /**
     * Begins to look through a file: every row is carried out in a transaction that is rolled back at the end. Returns at
     * once; {@link #look} tells how far it is. {@code CONFLICT} while something is going on with it, or when it is done.
     */
    void check(Actor actor, Model model, UUID id, ImportMode mode, RowReaders readers);

    /**
     * Begins to carry out what was looked through without an error, in the same mode, in one transaction. Returns at
     * once. {@code CONFLICT} when it has not been looked through, has errors, is under way or is done.
     */
    void carryOut(Actor actor, Model model, UUID id, RowReaders readers);

    /** How an import stands. */
    ImportReport look(Actor actor, Model model, UUID id);

    /** Forgets a file. {@code CONFLICT} while it is being carried out. */
    void discard(Actor actor, Model model, UUID id);
}
