package dev.hexadmin.application.records;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.Version;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An actor changes records. Thread-safe. Each call is one transaction with its hooks, row policies, field permissions
 * and audit rows; when it is rejected, everything is rolled back.
 *
 * <p>Bodies are maps of what a JSON parser gives, as {@link dev.hexadmin.domain.models.FieldInput} takes it. Results
 * are written to a sink after the commit. The sink is created for the shape of the fields that the actor may view; for
 * a record that the actor may not view the shape has only the primary key.
 *
 * @see dev.hexadmin.application.RequestRejectedException all rejections and their categories
 */
public interface EditingRecords {
    /** Replaces the names of models that the actor may not view; no model has this name. */
    String OTHERS = "other records";

    /**
     * Creates a record, and its children: the body may have a member for each of the model's {@code inlines}, as {@link
     * BulkBody} reads it. Children are deleted, updated and created in this order, after the parent, under the rights,
     * hooks and rules of their own model.
     */
    default Written create(
            Actor actor,
            Model model,
            Map<String, @Nullable Object> body,
            boolean dryRun,
            Function<Shape, RecordSink> sinks) {
        return prepareCreate(actor, model, body, dryRun).carryOut(sinks);
    }

    /** The part of {@link #create} before its transaction: checks rights and body, hashes passwords. */
    PreparedChange<Written> prepareCreate(Actor actor, Model model, Map<String, @Nullable Object> body, boolean dryRun);

    /**
     * The violations that a form shows while it is filled in: rules of fields, {@link RecordHooks#validate}, references
     * that the actor may not view, and values that another record has. Reads stored records only: it begins no
     * transaction, locks nothing and runs no other hook, so that {@link #create} and {@link #patch} may still reject
     * what passes here.
     *
     * @param id of the record; empty for a new one
     * @param body as of {@link #create} or {@link #patch}, without children
     */
    List<Violation> check(Actor actor, Model model, Optional<String> id, Map<String, @Nullable Object> body);

    /**
     * Replaces a record: an absent writable field gets its default or null. Fields that the actor may not view stay
     * unchanged.
     */
    Written replace(
            Actor actor,
            Model model,
            String id,
            Map<String, @Nullable Object> body,
            Precondition precondition,
            boolean dryRun,
            Function<Shape, RecordSink> sinks);

    /** Updates the given fields, and children as {@link #create} does. */
    default Written patch(
            Actor actor,
            Model model,
            String id,
            Map<String, @Nullable Object> body,
            Precondition precondition,
            boolean dryRun,
            Function<Shape, RecordSink> sinks) {
        return preparePatch(actor, model, id, body, precondition, dryRun).carryOut(sinks);
    }

    /** The part of {@link #patch} before its transaction, as {@link #prepareCreate} is that of {@link #create}. */
    PreparedChange<Written> preparePatch(
            Actor actor,
            Model model,
            String id,
            Map<String, @Nullable Object> body,
            Precondition precondition,
            boolean dryRun);

    /**
     * Deletes a record. The actor needs the right to delete for all dependent records, too.
     *
     * @return number of deleted records by model name; those of models that the actor may not view under {@link
     *     #OTHERS}
     */
    Map<String, Long> delete(Actor actor, Model model, String id, Precondition precondition, boolean dryRun);

    /**
     * The effect of deleting a record. Nothing is changed; a rejection is part of the result.
     *
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #delete} when the actor may not delete it, or
     *     it does not exist
     */
    Consequences consequences(Actor actor, Model model, String id);

    /**
     * The effect of deleting several records. Covers the first {@value Bulk#LIMIT} of the selection that the actor may
     * delete; records that do not exist are skipped.
     */
    Consequences consequences(Actor actor, Model model, Selection selection);

    /**
     * Finds out which records of a selection prevent its deletion. Nothing is changed.
     *
     * @return empty when nothing prevents it, when the selection has more than {@value #SEPARATED} records, or when it
     *     takes too many attempts
     */
    Optional<Separated> separated(Actor actor, Model model, Selection selection);

    /** The maximum number of records that are separated. */
    int SEPARATED = 200;

    /**
     * A selection that cannot be deleted as a whole.
     *
     * @param blocked records that cannot be deleted, even with all the others
     * @param deletable the others, which can be deleted together
     */
    record Separated(List<NamedRecord> blocked, List<RecordKey> deletable) {
        public Separated {
            blocked = List.copyOf(blocked);
            deletable = List.copyOf(deletable);
        }
    }

    /**
     * Number of records that {@link #editAll} would change now: shown in the confirmation.
     *
     * @param request as of {@link BrowsingRecords#list}
     */
    long selected(Actor actor, ListRequest request, Change change);

    /**
     * Changes many records in the same way, with hooks, validation and audit rows for each. A rejection because of one
     * record points to its key. On an embedded database all other writes wait for it.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT count_changed} when the number of
     *     records of a filtered list differs from the confirmed one
     */
    AllDone editAll(Actor actor, Model model, Selection selection, Change change, boolean dryRun);

    /** Runs up to {@link Bulk#LIMIT} operations in one transaction; errors point into the body. */
    default BulkDone bulk(Actor actor, Model model, Bulk bulk, boolean dryRun, Function<Shape, RecordSink> sinks) {
        return prepareBulk(actor, model, bulk, dryRun).carryOut(sinks);
    }

    /** The part of {@link #bulk} before its transaction. */
    PreparedChange<BulkDone> prepareBulk(Actor actor, Model model, Bulk bulk, boolean dryRun);

    /**
     * A change that is ready for its transaction. Used by one thread.
     *
     * @param <T> its result
     */
    @FunctionalInterface
    interface PreparedChange<T> {
        /**
         * Applies the change in a unit of work, or inside the running one; then the sinks are used before the commit.
         * Called at most once.
         */
        T carryOut(Function<Shape, RecordSink> sinks);
    }

    /** The precondition of a request: {@code If-Match} (RFC 9110 section 13.1.1). */
    sealed interface Precondition {
        /** No precondition; rejected with {@code PRECONDITION_REQUIRED} when the model requires one. */
        record None() implements Precondition {}

        /** {@code If-Match: *}: the record exists. */
        record Exists() implements Precondition {}

        /**
         * The current version is one of these.
         *
         * @param versions as returned to the client; none: there must be no record ({@code If-None-Match: *})
         */
        record OneOf(List<Version> versions) implements Precondition {
            public OneOf {
                versions = List.copyOf(versions);
            }
        }

        /** The versions for something that is known to exist; empty when any will do. */
        default Optional<List<Version>> expected() {
            return this instanceof OneOf(List<Version> versions) ? Optional.of(versions) : Optional.empty();
        }
    }

    /**
     * A record that was stored and written to the sink.
     *
     * @param key its primary key
     * @param version its new version over the fields that the actor may view; empty after a dry run, since it would
     *     confirm guesses at hidden values
     * @param shape the returned fields
     */
    record Written(RecordKey key, Optional<Version> version, Shape shape) {}

    /**
     * Operations on one model, in the order create, update, delete.
     *
     * @param create bodies of new records
     * @param update bodies with the primary key and the fields to change
     * @param delete keys: the value of a single key as JSON gives it, or an encoded composite key
     */
    record Bulk(
            List<Map<String, @Nullable Object>> create,
            List<Map<String, @Nullable Object>> update,
            List<Object> delete) {
        /** The maximum number of operations in one call. */
        public static final int LIMIT = 1_000;
    }

    /**
     * The result of a bulk call. The created records were written first, then the updated ones, each to the sink
     * created for its shape: there are two shapes when the actor may view only some of the records.
     *
     * @param created number of created records
     * @param updated number of updated records
     * @param deleted number of deleted records of this model, without cascades
     * @param shape of the returned records; empty when there was none
     */
    record BulkDone(int created, int updated, int deleted, Optional<Shape> shape) {}

    /**
     * The effect of deleting a record.
     *
     * @param deleted dependent records that would be deleted, by model
     * @param cleared references that would become null, by field
     * @param unlinked links that would be deleted, by field
     * @param holding records that prevent deletion, by field
     * @param others counts of records that the actor may not view; the lists do not contain them
     * @param refusal the rejection; empty when the deletion would succeed
     * @param examined number of records examined
     */
    record Consequences(
            List<Affected> deleted,
            List<Affected> cleared,
            List<Unlinked> unlinked,
            List<Affected> holding,
            Others others,
            Optional<RequestRejectedException> refusal,
            long examined) {
        public Consequences {
            deleted = List.copyOf(deleted);
            cleared = List.copyOf(cleared);
            unlinked = List.copyOf(unlinked);
            holding = List.copyOf(holding);
        }
    }

    /**
     * Records of one model that a delete affects and that the actor may view.
     *
     * @param field by which they reference deleted records; empty where there may be several
     * @param count number of records
     * @param named up to 5 of them
     */
    record Affected(Model model, Optional<FieldDefinition> field, long count, List<NamedRecord> named) {}

    /**
     * Number of affected records and links, in all models, that the actor may not view.
     *
     * @param deleted records that would be deleted
     * @param cleared references that would become null
     * @param unlinked links that would be deleted
     * @param holding records that prevent deletion
     */
    record Others(long deleted, long cleared, long unlinked, long holding) {
        /** No records. */
        public static final Others NONE = new Others(0, 0, 0, 0);
    }

    /**
     * Links of a many-to-many field that the actor may view.
     *
     * @param model the model that has the field
     */
    record Unlinked(Model model, FieldDefinition field, long count) {}

    /** The records that {@link #editAll} changes. */
    sealed interface Selection {
        /** The maximum number of records of a filtered list. */
        int MOST = 100_000;

        /**
         * All records of a list that the actor may change; records that the row policies do not cover are skipped.
         *
         * @param request as of {@link BrowsingRecords#list}; parameters that do not select records are ignored
         * @param confirmed the number that {@link #selected} returned
         */
        record Filtered(ListRequest request, long confirmed) implements Selection {}

        /**
         * Named records; the call is rejected when one does not exist or is not covered.
         *
         * @param ids 1 to {@link Bulk#LIMIT}, as in paths
         */
        record Keys(List<String> ids) implements Selection {}
    }

    /** The operation of {@link #editAll}. */
    sealed interface Change {
        /** The right that it needs. */
        Action needs();

        /**
         * Updates the given fields.
         *
         * @param body as of {@link #patch}
         */
        record Edit(Map<String, @Nullable Object> body) implements Change {
            @Override
            public Action needs() {
                return Action.EDIT;
            }
        }

        /** Deletes it. */
        record Delete() implements Change {
            @Override
            public Action needs() {
                return Action.DELETE;
            }
        }
    }

    /**
     * The result of {@link #editAll}.
     *
     * @param selected number of records
     * @param changed number of records whose values changed; a field that the actor may not view counts as changed
     * @param deleted number of deleted records by model name, including dependent ones
     */
    record AllDone(long selected, long changed, Map<String, Long> deleted) {}
}
