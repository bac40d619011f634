package dev.hexadmin.application.records.port;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Aggregation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Summed;
import dev.hexadmin.domain.records.Version;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The stored records of registered models. Thread-safe. Reads outside a {@link
 * dev.hexadmin.application.port.UnitOfWork} see committed data; writes are only legal inside one.
 */
public interface Records {
    /**
     * Writes one page to the sink, in the query's order, with one statement, one more for each many-to-many or expanded
     * field, and one for a count.
     */
    Slice list(ListQuery query, RecordSink sink);

    /**
     * Writes one record to the sink, if it exists and meets the condition.
     *
     * @param covered the fields of the version, regardless of the shape
     * @return its version, over the stored fields and links of {@code covered}
     */
    Optional<Version> read(Shape shape, Shape covered, RecordKey key, Condition condition, RecordSink sink);

    /**
     * The version of a record over the stored fields and links of {@code covered}; empty when the record does not
     * exist.
     */
    Optional<Version> version(Shape covered, RecordKey key);

    /**
     * The whole record, if it exists and meets the condition. Inside a unit of work the row is locked until its end, unless
     * the database does not allow this connection to change it.
     */
    Optional<StoredRecord> find(Model model, RecordKey key, Condition condition);

    /** The same record without a lock. */
    default Optional<StoredRecord> findUnlocked(Model model, RecordKey key, Condition condition) {
        return find(model, key, condition);
    }

    /**
     * Inside a unit of work, locks the rows of the records that exist until its end, in the same order for all callers, so that
     * two units of work that change the same records wait for each other.
     *
     * @param keys at most 1 000
     */
    default void lock(Model model, Collection<RecordKey> keys) {}

    /**
     * The complete records with these keys that meet the condition, in the order of the keys; a key without such a record is
     * skipped. The rows are not locked.
     *
     * @param keys at most 500
     */
    List<StoredRecord> load(Model model, List<RecordKey> keys, Condition condition);

    /**
     * Of these keys, those that are not among the known ones and that the database takes for one of them all the same: in other
     * letters, as far as the collation of the key's column does not tell them apart.
     *
     * @param known keys of records
     * @return the known key by the other one
     */
    Map<RecordKey, RecordKey> spelledOtherwise(Model model, Collection<RecordKey> known, Collection<RecordKey> keys);

    /** Whether the record exists and meets the condition. */
    boolean matches(Model model, RecordKey key, Condition condition);

    /** Number of records that meet the condition. */
    long count(Model model, Condition condition);

    /**
     * Number of records of a list beyond the position of its query, at most {@code most}: those after it, or those
     * before it.
     *
     * @param query with {@link ListQuery.Position.After} or {@link ListQuery.Position.Before}
     */
    long beyond(ListQuery query, int most);

    /** Number of records of each selection, at most {@code most} of each, with one statement. */
    List<Long> counts(List<Selection> selections, int most);

    /** The records of a model that meet a condition. */
    record Selection(Model model, Condition condition) {}

    /** Number of links of a many-to-many field to these keys. */
    long links(Model model, FieldDefinition field, Collection<?> targets);

    /**
     * Creates a record. The database provides the value of a field without an entry.
     *
     * @param values by field, of the fields' Java classes; many-to-many fields too
     * @return the record as stored
     * @throws ConstraintViolationException when the database rejects it
     */
    StoredRecord insert(Model model, Map<FieldDefinition, @Nullable Object> values);

    /**
     * Runs a part of a unit of work that creates records which refer to each other. Where the database can check its foreign
     * keys at the end of the transaction, a reference may name a record that is created later.
     *
     * @param model whose records they are
     * @param keys their keys
     * @throws ConstraintViolationException when one of them was referred to and not created
     */
    default <T> T together(Model model, Set<RecordKey> keys, Supplier<T> work) {
        return work.get();
    }

    /**
     * Inside a unit of work that has created records with given keys, lets the numbers that the database generates continue
     * after the largest key. Does nothing where they do so of themselves.
     */
    default void continueKeys(Model model) {}

    /**
     * Notes the number of the next record, before units of work that create records with given keys and are rolled back.
     * Outside a unit of work.
     *
     * @return what sets the number back afterwards, outside a unit of work, unless records have got larger keys meanwhile;
     *     empty where a rollback does so
     */
    default Optional<Runnable> keepNumbers(Model model) {
        return Optional.empty();
    }

    /**
     * Updates fields of a record found in this unit of work; all given fields are written, even if unchanged.
     *
     * @return the record as stored
     * @throws ConstraintViolationException when the database rejects it
     */
    StoredRecord update(StoredRecord current, Map<FieldDefinition, @Nullable Object> changes);

    /**
     * Deletes records of one model found in this unit of work, and applies the {@code on_delete} of references to them.
     * References of these records to each other do not prevent it.
     *
     * @return number of deleted records by model name, including these, without links
     * @throws ConstraintViolationException when other records prevent deletion
     */
    Map<String, Long> delete(List<StoredRecord> current);

    /**
     * The first records that meet {@code condition}, complete, in key order, after {@code after} if given: for jobs
     * over many records in bounded memory. Inside a unit of work the rows are locked until its end, except those that the
     * database does not allow this connection to change.
     */
    List<StoredRecord> scan(Model model, Condition condition, Optional<RecordKey> after, int limit);

    /**
     * Counts and sums.
     *
     * @param limit time limit for the database; rounded to seconds where it supports nothing smaller
     */
    Summed aggregate(Aggregation aggregation, Duration limit);

    /**
     * A page that was written to the sink.
     *
     * @param size number of records
     * @param total number of records that meet the condition; empty when not counted
     * @param more whether there are more than {@code total}: the count was bounded
     * @param hasPrevious whether a record comes before the first one given
     * @param hasNext whether a record comes after the last one given
     * @param first sort values of the first record, one for each order; empty when the page has no records
     * @param last sort values of the last record of a full page; undefined otherwise
     */
    record Slice(
            int size,
            OptionalLong total,
            boolean more,
            boolean hasPrevious,
            boolean hasNext,
            List<@Nullable Object> first,
            List<@Nullable Object> last) {}
}
