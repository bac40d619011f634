package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.transfer.ImportMode;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Imports rows, each like a single create or update: with the same rights, validation, hooks, row policies and audit
 * rows. Thread-safe.
 */
@SuppressWarnings("exports") // of use to modules of Hexadmin only
public interface RecordRows {
    /** The result of a row. */
    enum Put {
        CREATED,
        UPDATED,
        /** The record already had these values in the fields that the actor may view. */
        UNCHANGED
    }

    /**
     * Rejects an actor who may not import into this model.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without {@code import}, {@code
     *     create} or, where records are updated, {@code edit}, and for built-in models; {@code PRECONDITION_REQUIRED}
     *     for updates of a model that is changed only with {@code If-Match}
     */
    void require(Actor actor, Model model, ImportMode mode);

    /**
     * Stores one row, inside a unit of work. Fields that are not writable are ignored, so that exported files can be
     * imported. {@link RecordHooks#prepare} runs inside, too.
     *
     * @param row as {@link dev.hexadmin.domain.models.FieldInput} takes it, by field name
     * @throws dev.hexadmin.application.RequestRejectedException when the row is rejected, with pointers to fields; the
     *     unit of work may then continue only if this ran inside {@link
     *     dev.hexadmin.application.port.UnitOfWork#attempt}
     */
    Put put(Actor actor, Model model, ImportMode mode, Map<String, @Nullable Object> row);

    /**
     * Lets the database number new records after the largest key, inside a unit of work. A rollback does not undo it
     * everywhere, so it is not for checks.
     *
     * @param model whose key the database generates
     */
    void continueKeys(Model model);

    /**
     * Notes the number of the next record, before a check of rows with keys that the database generates. Outside a unit of
     * work.
     *
     * @return what sets the number back after the check, outside a unit of work; empty where a rollback does so
     */
    Optional<Runnable> keepNumbers(Model model);
}
