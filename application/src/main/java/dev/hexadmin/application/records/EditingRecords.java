package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Actor;
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
 * @see dev.hexadmin.application.Refused every refusal and its category
 */
public interface EditingRecords {
    /** Stores a new record. */
    Written create(
            Actor actor,
            Model model,
            Map<String, @Nullable Object> body,
            boolean dryRun,
            Function<Shape, RecordSink> sinks);

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
     * Deletes a record.
     *
     * @return how many records went, by model name
     */
    Map<String, Long> delete(Actor actor, Model model, String id, Precondition precondition, boolean dryRun);

    /** Carries out up to {@link Bulk#LIMIT} operations in one transaction; refusals point into the body. */
    BulkDone bulk(Actor actor, Model model, Bulk bulk, boolean dryRun, Function<Shape, RecordSink> sinks);

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
     * @param version now
     * @param shape what was shown of it
     */
    record Written(RecordKey key, Version version, Shape shape) {}

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
}
