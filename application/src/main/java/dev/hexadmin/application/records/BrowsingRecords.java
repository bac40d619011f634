package dev.hexadmin.application.records;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.RowPolicy;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Aggregation.By;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.Summed;
import dev.hexadmin.domain.records.Version;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * An actor reads records. Thread-safe. Every operation needs {@code view}; row policies and field permissions are part
 * of the statement, never a filter after it.
 *
 * <p>The list language is that of the contract, sections 3 and 12, for both the JSON API and the panel.
 */
public interface BrowsingRecords {
    /**
     * Writes one page to the sink that is created for its shape.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right, {@code MALFORMED}
     *     with {@code ?name} pointers when a parameter is unknown or not valid
     */
    default Page list(Actor actor, ListRequest request, Function<Shape, RecordSink> sinks) {
        return list(actor, request, CountMode.EXACT, sinks);
    }

    /**
     * Writes one page to the sink that is created for its shape.
     *
     * @param usual how {@link Page#total} is counted by default
     */
    Page list(Actor actor, ListRequest request, CountMode usual, Function<Shape, RecordSink> sinks);

    /**
     * Rejects a request that {@link #list} would reject, without reading records.
     *
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #list}
     */
    void check(Actor actor, ListRequest request);

    /**
     * Writes one record to the sink that is created for its shape.
     *
     * @param request the model, and the fields: {@code fields} and {@code expand}
     * @param id the raw path segment
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND} when it does not exist or a row
     *     policy hides it
     */
    Found read(Actor actor, ListRequest request, String id, Function<Shape, RecordSink> sinks);

    /**
     * Whether the actor may perform the action on this record now; false when the record does not exist.
     *
     * @param id the raw path segment
     */
    boolean reaches(Actor actor, Model model, String id, Action action);

    /** What the records of a model meet on which the actor may perform the action. */
    Condition condition(Actor actor, Model model, Action action);

    /**
     * The records before and after one in a list. The record itself may be one that the list does not have: it may have
     * been changed since.
     *
     * @param request the filters and the ordering of a list
     * @param id the raw path segment
     * @return empty when the record does not exist or is hidden, or has no place in the order
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #list}
     */
    Optional<Neighbours> neighbours(Actor actor, ListRequest request, String id);

    /**
     * Counts the records of several lists with one statement.
     *
     * @param requests the filters of lists, and {@code q}
     * @param most where each count ends
     * @return a number for each list; empty where the table of its model cannot be read
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #list}
     */
    List<OptionalLong> counts(Actor actor, List<ListRequest> requests, int most);

    /**
     * Counts the records that a row policy would select for a user, and all; only of those that the actor may view.
     *
     * @param user only the id and the address are used
     * @param most where each count ends
     * @return the numbers of selected and of all records, in this order; empty where the table cannot be read
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right on the model or on a
     *     field that the policy reads
     */
    List<OptionalLong> counts(Actor actor, RowPolicy policy, Actor.SignedIn user, int most);

    /**
     * Counts the records that the actor may view and sums a field of them. The result may be up to half a minute old;
     * the query is cancelled after two seconds.
     *
     * @param request the filters of a list, and {@code q}
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right on the model or a
     *     field, {@code MALFORMED} when a filter is unknown or not valid
     */
    Summed summarise(Actor actor, ListRequest request, By by, Optional<FieldDefinition> sum);

    /**
     * The records around one in a list.
     *
     * @param place of the record; empty when the list does not have it, or many records are before it
     */
    record Neighbours(Optional<RecordKey> previous, Optional<RecordKey> next, Optional<Place> place) {
        /** The number of records before a record up to which its place is counted. */
        public static final int COUNTED = 1_000;
    }

    /**
     * The place of a record in a list.
     *
     * @param number from 1
     * @param total number of records in the list
     * @param more whether there are more than that
     */
    record Place(long number, long total, boolean more) {}

    /**
     * The position of a page.
     *
     * @param number empty with a cursor
     * @param total empty when not counted
     * @param more whether there are more than {@code total}, which only a bounded count leaves open
     */
    record Page(
            OptionalInt number,
            int perPage,
            OptionalLong total,
            boolean more,
            boolean hasPrevious,
            boolean hasNext,
            Optional<String> nextCursor,
            Optional<String> previousCursor) {}

    /**
     * A record that was written to the sink.
     *
     * @param version over all fields that the actor may view, regardless of those returned
     * @param shape the returned fields
     */
    record Found(Version version, Shape shape) {}
}
