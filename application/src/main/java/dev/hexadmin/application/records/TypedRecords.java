package dev.hexadmin.application.records;

import java.util.function.UnaryOperator;

/**
 * The records of a model as objects of the record class by which it was registered. A component of another model's class is
 * read with the record, one statement for each such component; {@code @Ref(to = …) long} holds the key alone.
 *
 * @param <T> the record class
 */
public interface TypedRecords<T extends Record> extends ModelRecords<T> {
    /**
     * Creates a record. A key that Hexadmin or the database generates is not taken from it; a component that is null, or an
     * empty {@link java.util.Optional}, gets the field's default.
     *
     * @return the record as stored, with its key
     * @throws dev.hexadmin.application.RequestRejectedException when a value breaks a rule
     * @throws IllegalStateException where nothing may be changed, as in {@link RecordHooks#validate}
     */
    T create(T record);

    /**
     * Reads a record, locked until the transaction ends, and stores the fields that {@code change} makes different: other
     * fields keep what other transactions have written.
     *
     * <pre>{@code
     * appointments.update(7, each -> each.withStatus(Status.CANCELLED));
     * }</pre>
     *
     * @param change a function without effects
     * @return the record as stored
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND}, or when a value breaks a rule
     * @throws IllegalStateException where nothing may be changed
     */
    T update(Object key, UnaryOperator<T> change);
}
