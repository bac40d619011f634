package dev.hexadmin.application.records;

import dev.hexadmin.application.query.RecordFilter;
import dev.hexadmin.domain.records.Lookup;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A list of records of one model, in the list language of the API. Immutable: each method returns another query. Nothing is
 * read before {@link #list}, {@link #first}, {@link #count} or {@link #exists}.
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
}
