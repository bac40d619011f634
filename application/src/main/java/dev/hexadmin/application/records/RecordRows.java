package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.transfer.ImportMode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records that come in one by one, each as if it were created or changed by itself: the same rights, validation, hooks,
 * row policies and audit rows. Thread-safe.
 */
public interface RecordRows {
    /** What a row did. */
    enum Put {
        CREATED,
        UPDATED,
        /** It said what was there already, in fields that the actor may view. */
        UNCHANGED
    }

    /**
     * Refuses an actor who may not import into this model.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without {@code import}, {@code create} or, where records
     *     are updated, {@code edit}, and for built-in models; {@code PRECONDITION_REQUIRED} for updates of a model that
     *     is changed only with {@code If-Match}
     */
    void require(Actor actor, Model model, ImportMode mode);

    /**
     * Stores one row, inside a unit of work. Fields that nobody may write are passed over, so that what was exported can
     * come back. {@link RecordHooks#prepare} too runs inside.
     *
     * @param row as {@link dev.hexadmin.domain.models.FieldInput} takes it, by field name
     * @throws dev.hexadmin.application.RequestRejectedException why not, with pointers to fields; the unit of work may then only go on
     *     if this ran inside {@link dev.hexadmin.application.port.UnitOfWork#attempt}
     */
    Put put(Actor actor, Model model, ImportMode mode, Map<String, @Nullable Object> row);
}
