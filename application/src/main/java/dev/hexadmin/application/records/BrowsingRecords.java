package dev.hexadmin.application.records;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Aggregation.By;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.Summed;
import dev.hexadmin.domain.records.Version;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * An actor looks at records. Thread-safe. Every look needs {@code view}; row policies and field permissions are
 * part of the statement, never a filter after it.
 *
 * <p>The list language is that of the contract, sections 3 and 12, and the same for the JSON API and the panel.
 */
public interface BrowsingRecords {
    /**
     * Gives one page to the sink made for its shape.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right, {@code MALFORMED} when a parameter
     *     is unknown or wrong, with {@code ?name} pointers
     */
    default Page list(Actor actor, ListRequest request, Function<Shape, RecordSink> sinks) {
        return list(actor, request, CountMode.EXACT, sinks);
    }

    /**
     * Gives one page to the sink made for its shape.
     *
     * @param usual how {@link Page#total} is found when the request does not say
     */
    Page list(Actor actor, ListRequest request, CountMode usual, Function<Shape, RecordSink> sinks);

    /**
     * Gives one record to the sink made for its shape.
     *
     * @param request the model, and what is shown: {@code fields} and {@code expand}
     * @param id the raw path segment
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND} when it does not exist or a row policy hides it
     */
    Found read(Actor actor, ListRequest request, String id, Function<Shape, RecordSink> sinks);

    /**
     * Whether the actor may do this with this record, as things are: false also when there is no such record.
     *
     * @param id the raw path segment
     */
    boolean reaches(Actor actor, Model model, String id, Action action);

    /**
     * Counts the records that the actor may view and adds up a field of them. The answer may be up to half a minute old,
     * and is given up after two seconds.
     *
     * @param request the filters of a list, and {@code q}
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right on the model or a field,
     *     {@code MALFORMED} when a filter is unknown or wrong
     */
    Summed summarise(Actor actor, ListRequest request, By by, Optional<FieldDefinition> sum);

    /**
     * Where a page stands.
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
     * A record that was given to the sink.
     *
     * @param version over all that the actor may view of the record, whatever was shown
     * @param shape what was shown of it
     */
    record Found(Version version, Shape shape) {}
}
