package dev.hexadmin.application.records;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
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
 * An actor changes records. Thread-safe. Each call is one transaction with its hooks, row policies, field permissions and
 * audit rows; on any refusal nothing is kept.
 *
 * <p>Bodies are maps of what a JSON parser gives, as {@link dev.hexadmin.domain.models.FieldInput} takes it. Answers go
 * to the sink made for the shape of what the actor may view, once the outcome is certain; where the actor may not view
 * the record the shape has only its primary key.
 *
 * @see dev.hexadmin.application.RequestRejectedException every refusal and its category
 */
public interface EditingRecords {
    /** Stands for the names of models that the actor may not view; no model has this name. */
    String OTHERS = "other records";

    /** Stores a new record. */
    default Written create(
            Actor actor,
            Model model,
            Map<String, @Nullable Object> body,
            boolean dryRun,
            Function<Shape, RecordSink> sinks) {
        return prepareCreate(actor, model, body, dryRun).carryOut(sinks);
    }

    /** {@link #create} up to its transaction: rights and body are checked, passwords are hashed. */
    PreparedChange<Written> prepareCreate(Actor actor, Model model, Map<String, @Nullable Object> body, boolean dryRun);

    /** Replaces a record: an absent writable field gets its default or null. Fields the actor may not see are kept. */
    Written replace(
            Actor actor,
            Model model,
            String id,
            Map<String, @Nullable Object> body,
            Precondition precondition,
            boolean dryRun,
            Function<Shape, RecordSink> sinks);

    /** Changes the fields given. */
    Written patch(
            Actor actor,
            Model model,
            String id,
            Map<String, @Nullable Object> body,
            Precondition precondition,
            boolean dryRun,
            Function<Shape, RecordSink> sinks);

    /**
     * Deletes a record. Whatever goes along has to be covered by the actor's right to delete, too.
     *
     * @return how many records went, by model name; those of models that the actor may not view under {@link #OTHERS}
     */
    Map<String, Long> delete(Actor actor, Model model, String id, Precondition precondition, boolean dryRun);

    /**
     * What deleting a record would do. Nothing is changed; that it would be refused is an answer.
     *
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #delete} when the actor may not delete it, or it is not there
     */
    Consequences consequences(Actor actor, Model model, String id);

    /**
     * What deleting several records would do, otherwise as for one. The first {@value Bulk#LIMIT} of the selection that the
     * actor may delete are looked at; those that are not there are passed over.
     */
    Consequences consequences(Actor actor, Model model, Selection selection);

    /**
     * How many records {@link #editAll} would reach now: what a person is asked to confirm.
     *
     * @param request as of {@link BrowsingRecords#list}
     */
    long selected(Actor actor, ListRequest request, Change change);

    /**
     * Changes many records in the same way, with hooks, validation and audit rows for each as if it were alone. A refusal
     * because of one record points to its key. On an embedded database all other writes wait for it.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT count_changed} when a filtered list has not as many
     *     records as were confirmed
     */
    AllDone editAll(Actor actor, Model model, Selection selection, Change change, boolean dryRun);

    /** Carries out up to {@link Bulk#LIMIT} operations in one transaction; refusals point into the body. */
    default BulkDone bulk(Actor actor, Model model, Bulk bulk, boolean dryRun, Function<Shape, RecordSink> sinks) {
        return prepareBulk(actor, model, bulk, dryRun).carryOut(sinks);
    }

    /** {@link #bulk} up to its transaction. */
    PreparedChange<BulkDone> prepareBulk(Actor actor, Model model, Bulk bulk, boolean dryRun);

    /**
     * A change that is ready for its transaction. Used by one thread.
     *
     * @param <T> what it gives back
     */
    @FunctionalInterface
    interface PreparedChange<T> {
        /**
         * Makes the change in one unit of work, or as a part of the running one; there the sinks are used before the
         * commit. Called once at most.
         */
        T carryOut(Function<Shape, RecordSink> sinks);
    }

    /** What {@code If-Match} (RFC 9110 section 13.1.1) asks of the record. */
    sealed interface Precondition {
        /** Nothing was asked; refused with {@code PRECONDITION_REQUIRED} where the model wants it. */
        record None() implements Precondition {}

        /** {@code If-Match: *}: it exists. */
        record Exists() implements Precondition {}

        /**
         * One of these versions is current.
         *
         * @param versions as the client was given them
         */
        record OneOf(List<Version> versions) implements Precondition {
            public OneOf {
                versions = List.copyOf(versions);
            }
        }
    }

    /**
     * A record that was stored and given to the sink.
     *
     * @param key its primary key
     * @param version now, over what the actor may view; empty after a dry run, as it would tell whether a guess at a value
     *     that the actor may not view is right
     * @param shape what was shown of it
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
        /** Operations in one call at most. */
        public static final int LIMIT = 1_000;
    }

    /**
     * What a bulk call did. The created records were given first, then the updated ones, each to the sink made for its
     * shape: there are two when the actor may view only some of the records.
     *
     * @param created how many
     * @param updated how many
     * @param deleted how many of this model, cascades not counted
     * @param shape of the records given; empty when none was
     */
    record BulkDone(int created, int updated, int deleted, Optional<Shape> shape) {}

    /**
     * What deleting a record would do.
     *
     * @param deleted records that would go along, by model
     * @param cleared references that would become null, by field
     * @param unlinked links that would go, by field
     * @param holding records that prevent deletion, by field
     * @param others those that the actor may not view, which are in none of the lists
     * @param refusal why it would not be deleted; empty: it would
     * @param examined how many records were looked at
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
     * Records of one model that a delete concerns and that the actor may view.
     *
     * @param field by which they point to what goes; empty where there may be several
     * @param count how many
     * @param named up to 5 of them
     */
    record Affected(Model model, Optional<FieldDefinition> field, long count, List<NamedRecord> named) {}

    /**
     * How many records and links a delete concerns that the actor may not view, whatever their models.
     *
     * @param deleted records that would go along
     * @param cleared references that would become null
     * @param unlinked links that would go
     * @param holding records that prevent deletion
     */
    record Others(long deleted, long cleared, long unlinked, long holding) {
        /** There are none. */
        public static final Others NONE = new Others(0, 0, 0, 0);
    }

    /**
     * Links of a many-to-many field that the actor may view.
     *
     * @param model the one that has the field
     */
    record Unlinked(Model model, FieldDefinition field, long count) {}

    /** Which records {@link #editAll} changes. */
    sealed interface Selection {
        /** Records of a filtered list at most. */
        int MOST = 100_000;

        /**
         * All records of a list that the actor may change in this way: those that roles do not cover are left out.
         *
         * @param request as of {@link BrowsingRecords#list}; what says nothing about which records is passed over
         * @param confirmed how many there are, as {@link #selected} told
         */
        record Filtered(ListRequest request, long confirmed) implements Selection {}

        /**
         * The records named; one that is not there or not covered is a refusal.
         *
         * @param ids 1 to {@link Bulk#LIMIT}, as in paths
         */
        record Keys(List<String> ids) implements Selection {}
    }

    /** What {@link #editAll} does with each record. */
    sealed interface Change {
        /** The right it needs. */
        Action needs();

        /**
         * Changes the fields given.
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
     * What {@link #editAll} did.
     *
     * @param selected records it was done to
     * @param changed those of them that are not what they were; a field that the actor may not view counts as changed
     * @param deleted how many records went, by model name, those that went along too
     */
    record AllDone(long selected, long changed, Map<String, Long> deleted) {}
}
