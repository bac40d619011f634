package dev.hexadmin.application.records;

import dev.hexadmin.application.query.RecordFilter;
import dev.hexadmin.domain.records.Lookup;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A list of records of one model, in the list language of the API. Immutable: each method returns another query. Nothing is
 * read before a method that returns a result.
 *
 * <p>Names of fields that do not exist, lookups that a field does not take and values of a wrong class are an {@link
 * IllegalArgumentException} when the query is read. With the rights of a caller, fields that the caller may not view are a
 * {@code FORBIDDEN} {@link dev.hexadmin.application.RequestRejectedException}.
 *
 * @param <T> {@link dev.hexadmin.domain.records.StoredRecord}, or the record class of the model
 */
public interface RecordQuery<T> {
    /**
     * Records whose field compares with a value, in addition to earlier filters.
     *
     * @param field its name; {@code doctor__name} for a field of a referenced record
     * @param value of the field's Java class, its text, an enum constant, or a record for its key; a {@link
     *     java.util.Collection} for a lookup that takes several; null as {@link RecordFilter#where} takes it
     */
    default RecordQuery<T> filter(String field, Lookup lookup, @Nullable Object value) {
        return filter(RecordFilter.where(field, lookup, value));
    }

    /** Records with this value in the field; null finds those without a value. */
    default RecordQuery<T> filter(String field, @Nullable Object value) {
        return filter(RecordFilter.where(field, value));
    }

    /** Records that meet a filter, in addition to earlier ones. */
    RecordQuery<T> filter(RecordFilter filter);

    /** Records with these words in the fields that the model's search covers. */
    RecordQuery<T> search(String words);

    /** The order: names of fields, with {@code -} before one that descends. Default: the model's. */
    RecordQuery<T> orderBy(String... fields);

    /**
     * At most this number of records; default: all.
     *
     * @throws IllegalArgumentException when it is less than 1
     */
    RecordQuery<T> limit(int records);

    /** The records, all in memory, read in pages of 500. */
    List<T> list();

    /** The first record, if there is one. */
    Optional<T> first();

    /** Number of records, without regard to {@link #limit}. */
    long count();

    /** Whether there is a record; reads at most one. */
    boolean exists();

    /**
     * The sum of a numeric field, without regard to {@link #limit}; 0 without records.
     *
     * @throws IllegalArgumentException when the field is not a number
     */
    BigDecimal sum(String field);

    /**
     * Number of records for each value of a field, largest first, at most 1 000 values; null is a value, too.
     *
     * @param field its name, or a path through references such as {@code product__category_id}
     * @throws IllegalArgumentException when records cannot be grouped by the field
     */
    Map<@Nullable Object, Long> countBy(String field);

    /**
     * The sum of a numeric field for each value of another, as {@link #countBy} groups them.
     *
     * @throws IllegalArgumentException when records cannot be grouped by the one field, or the other is not a number
     */
    Map<@Nullable Object, BigDecimal> sumBy(String field, String sum);

    /**
     * Updates every record of the query in the same way, with hooks and audit rows for each, in one transaction.
     *
     * @return number of records
     * @throws dev.hexadmin.application.RequestRejectedException when one of them cannot be changed; then none is
     */
    int updateAll(Map<String, ? extends @Nullable Object> changes);

    /**
     * Deletes every record of the query with what belongs to it, in one transaction.
     *
     * @return number of records of the query
     * @throws dev.hexadmin.application.RequestRejectedException when one of them cannot be deleted; then none is
     */
    int deleteAll();
}
