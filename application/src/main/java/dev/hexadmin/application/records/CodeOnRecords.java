package dev.hexadmin.application.records;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records for code that a program runs on behalf of an actor: chosen with the actor's rights, changed with the program's.
 * Thread-safe.
 *
 * @see dev.hexadmin.application.RequestRejectedException every refusal and its category
 */
public interface CodeOnRecords {
    /** Refuses an actor without the right. */
    void require(Actor actor, Action needs, Model model);

    /**
     * Reads values for the fields of a form, with defaults for what is absent and null where there is none.
     *
     * @param form a model that is in no registry
     */
    Map<String, @Nullable Object> parameters(Model form, Map<String, @Nullable Object> body);

    /** Refuses references of a form to records that are not there, or that the actor may not view. */
    void requireReferences(Actor actor, Model form, Map<String, @Nullable Object> values);

    /** Runs a step as one transaction. */
    <T> T run(boolean dryRun, Supplier<T> step);

    /** How many records of a list the actor reaches with this right. */
    long count(Actor actor, ListRequest request, Action needs);

    /** The records named, each once, locked, in their order; inside {@link #run}. */
    List<StoredRecord> named(Actor actor, Model model, List<String> ids, Action needs, Precondition precondition);

    /**
     * The records of a list, locked, 500 at a time, inside {@link #run}. One that a step makes unfit for the list before
     * its turn is left out.
     *
     * @param confirmed how many there are
     */
    void all(Actor actor, ListRequest request, long confirmed, Action needs, Consumer<List<StoredRecord>> step);

    /**
     * Stores a new record, inside {@link #run}.
     *
     * @throws dev.hexadmin.application.RequestRejectedException with pointers such as {@code /records/products/-/price}
     */
    StoredRecord create(Actor actor, Model model, Map<String, @Nullable Object> values);

    /**
     * Changes fields of a record as it is now, inside {@link #run}.
     *
     * @throws dev.hexadmin.application.RequestRejectedException with pointers such as {@code /records/products/7/price}
     */
    StoredRecord update(Actor actor, StoredRecord record, Map<String, @Nullable Object> changes);

    /**
     * Deletes a record with what belongs to it, inside {@link #run}.
     *
     * @throws dev.hexadmin.application.RequestRejectedException with a pointer such as {@code /records/products/7}
     */
    void delete(Actor actor, StoredRecord record);

    /** Writes an audit row, inside {@link #run}. */
    void audit(Actor actor, String event, Model model, Optional<RecordKey> key, List<AuditEntry.Change> changes);
}
