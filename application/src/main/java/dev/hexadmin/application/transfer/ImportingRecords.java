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
 * An actor imports a file of records into a model: uploads it, checks it, then runs the import. Thread-safe.
 *
 * <p>Every operation needs a signed-in actor with {@code import} and {@code create}, and {@code edit} where records are
 * updated. An import belongs to the user who uploaded it, and is {@code NOT_FOUND} for other users and under other
 * models. It is stored in the database for an hour after the last step, so that any server can continue it.
 *
 * @see dev.hexadmin.application.RequestRejectedException all rejections and their categories
 */
public interface ImportingRecords {
    /** The modes in which the actor may import. {@code FORBIDDEN} when the actor may import in no mode. */
    Set<ImportMode> modes(Actor actor, Model model);

    /**
     * Stores a file. When reading the stream fails, nothing is stored.
     *
     * @param name of the file, for users
     * @param file read to its end, in chunks; not closed
     * @return the import's id
     */
    UUID upload(Actor actor, Model model, FileFormat format, String name, InputStream file);

    /**
     * Starts the check of a file: every row is imported in a transaction that is rolled back at the end. Returns at
     * once; {@link #look} reports the progress. {@code CONFLICT} while a step is running, or when the import has
     * completed.
     */
    void check(Actor actor, Model model, UUID id, ImportMode mode, RowReaders readers);

    /**
     * Starts the import of a file that was checked without errors, in the same mode, in one transaction. Returns at
     * once. {@code CONFLICT} when it was not checked, has errors, is running or has completed.
     */
    void carryOut(Actor actor, Model model, UUID id, RowReaders readers);

    /** The state of an import. */
    ImportReport look(Actor actor, Model model, UUID id);

    /** Deletes a file. {@code CONFLICT} while its import is running. */
    void discard(Actor actor, Model model, UUID id);
}
