package dev.hexadmin.application.records;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The records of one model, for code of a program.
 *
 * <p>A key is the value of the key's field, its text, a {@link dev.hexadmin.domain.records.RecordKey}, a record, or a {@link
 * java.util.List} of the values of a composite key. Values that are written are of the fields' Java classes or what JSON has
 * for them; an enum constant stands for its name in lower case, a record for its key.
 *
 * <p>Each write is a transaction, or part of the running one. When it is rejected, the {@link
 * dev.hexadmin.application.RequestRejectedException} names the record and the field with pointers such as {@code
 * /records/products/7/price}, or {@code /records/products/-/price} for a new record. A write that throws leaves
 * nothing behind, so that code which catches the exception inside a transaction may go on.
 *
 * @param <T> {@link dev.hexadmin.domain.records.StoredRecord}, or the record class of the model
 */
public interface ModelRecords<T> extends RecordQuery<T> {
    /** The record with this key; empty when it does not exist or the caller may not view it. */
    Optional<T> find(Object key);

    /**
     * The record with this key.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND} when it does not exist or the caller may
     *     not view it
     */
    T get(Object key);

    /**
     * Creates a record.
     *
     * @param values by field name; defaults are filled in
     * @return the record as stored
     * @throws dev.hexadmin.application.RequestRejectedException when a value breaks a rule
     * @throws IllegalStateException where nothing may be changed, as in {@link RecordHooks#validate}
     */
    T create(Map<String, ? extends @Nullable Object> values);

    /**
     * Creates records, all of them or none, in one transaction. When one is rejected, the pointers have its index in the list
     * after the {@code -}: {@code /records/products/-/0/price} for the first one.
     *
     * @return the records as stored, in their order
     * @throws dev.hexadmin.application.RequestRejectedException as {@link #create}
     * @throws IllegalStateException where nothing may be changed
     */
    List<T> createAll(List<? extends Map<String, ? extends @Nullable Object>> records);

    /**
     * Updates the given fields.
     *
     * @return the record as stored
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND}, or when a value breaks a rule
     * @throws IllegalStateException where nothing may be changed
     */
    T update(Object key, Map<String, ? extends @Nullable Object> changes);

    /**
     * Deletes a record with what belongs to it.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND}, or {@code CONFLICT} when other records
     *     prevent it
     * @throws IllegalStateException where nothing may be changed
     */
    void delete(Object key);
}
