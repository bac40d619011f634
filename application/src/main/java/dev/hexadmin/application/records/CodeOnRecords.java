package dev.hexadmin.application.records;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Access to records for custom code that runs on behalf of an actor. Thread-safe.
 *
 * @see dev.hexadmin.application.RequestRejectedException all rejections and their categories
 */
@SuppressWarnings("exports") // of use to modules of Hexadmin only
public interface CodeOnRecords {
    /** Rejects an actor without the right. */
    void require(Actor actor, Action needs, Model model);

    /**
     * Parses values for the fields of a form, with defaults for absent fields and null where there is no default.
     *
     * @param form a model that is in no registry
     */
    Map<String, @Nullable Object> parameters(Model form, Map<String, @Nullable Object> body);

    /** Rejects references of a form to records that do not exist, or that the actor may not view. */
    void requireReferences(Actor actor, Model form, Map<String, @Nullable Object> values);

    /** Runs code as one transaction. */
    <T> T run(boolean dryRun, Supplier<T> step);

    /** Number of records of a list that the actor may access with this right. */
    long count(Actor actor, ListRequest request, Action needs);

    /** The named records, each once, locked, in their order; inside {@link #run}. */
    List<StoredRecord> named(Actor actor, Model model, List<String> ids, Action needs, Precondition precondition);

    /**
     * The records of a list, locked, 500 at a time, inside {@link #run}. A record that no longer matches the list
     * because of an earlier step is skipped.
     *
     * @param confirmed the number of records
     */
    void all(Actor actor, ListRequest request, long confirmed, Action needs, Consumer<List<StoredRecord>> step);

    /** Records of a program, with the given rights. */
    RecordAccess access(Actor actor, CodeRights rights);

    /**
     * What code is given, inside {@link #run}; or without a transaction, for code that only reads.
     *
     * @param writes whether the code may change something
     * @param pointers the pointer to what the code calls a field
     */
    Call call(Actor actor, CodeRights rights, boolean writes, UnaryOperator<String> pointers);

    /** A call of code. */
    interface Call extends RecordContext {
        /**
         * Ends the call if the code has rejected it, once it has returned.
         *
         * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} with the rejections
         */
        void refuseRejected();

        /** The records with the fields that the code may see. */
        List<StoredRecord> visible(List<StoredRecord> records);

        /** The records as objects of the record class of their model. */
        <T extends Record> List<T> as(Class<T> type, List<StoredRecord> records);

        /**
         * An answer with maps in place of records, without write-only fields.
         *
         * @throws IllegalStateException for an empty {@link Optional}, which is no answer
         */
        Object plain(Object answer);
    }

    /** A call with what only one kind of code has, such as the parameters of an action; the rest is done by {@link #context}. */
    interface SpecialCall extends RecordContext {
        Call context();

        @Override
        default Actor actor() {
            return context().actor();
        }

        @Override
        default RecordAccess records() {
            return context().records();
        }

        @Override
        default void lock(String name) {
            context().lock(name);
        }

        @Override
        default void reject(String field, String code, String message) {
            context().reject(field, code, message);
        }

        @Override
        default void reject(String field, String code, Message message) {
            context().reject(field, code, message);
        }

        @Override
        default Notifier notifications() {
            return context().notifications();
        }

        @Override
        default void afterCommit(Runnable action) {
            context().afterCommit(action);
        }
    }

    /** Writes an audit row, inside {@link #run}. */
    void audit(Actor actor, String event, Model model, Optional<RecordKey> key, List<AuditEntry.Change> changes);
}
