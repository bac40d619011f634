package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.function.Function;

/**
 * Records for code of a program, with fixed rights. Writes apply the rules of fields, hooks, constraints and the audit log
 * like all others. Thread-safe outside a transaction; inside one, used by its thread.
 */
public interface RecordAccess {
    /**
     * The records of a model.
     *
     * @throws IllegalArgumentException when there is no such model
     */
    ModelRecords<StoredRecord> of(String model);

    /**
     * The records of a model that was registered by a record class, as objects of this class.
     *
     * @throws IllegalArgumentException when no model was registered by it, or its package is not open to Hexadmin
     */
    <T extends Record> TypedRecords<T> of(Class<T> type);

    /**
     * The same records with the rights of an actor, as if the actor used the API; in the same transaction, if there is one.
     *
     * @param actor such as {@link RecordContext#actor}
     */
    RecordAccess as(Actor actor);

    /**
     * Runs several reads and writes as one transaction, which is committed when the code returns, and rolled back when it
     * throws or {@linkplain RecordContext#reject rejects}. Inside a transaction it is a part of that one.
     *
     * <pre>{@code
     * long invoice = records.transaction(tx -> {
     *     tx.lock("invoice numbers");
     *     long number = 1 + tx.records().of("invoices").count();
     *     return (Long) tx.records().of("invoices").create(Map.of("number", number)).key().values().getFirst();
     * });
     * }</pre>
     *
     * <p>The code must not wait for anything but locks: on SQLite all other writes wait for it. It may run on another thread,
     * so that it sees no {@link ThreadLocal} of the caller.
     *
     * @return what the code returns
     * @throws dev.hexadmin.application.RequestRejectedException when a write or the code rejects it
     * @throws dev.hexadmin.application.ServiceUnavailableException when the database is unavailable
     */
    <R> R transaction(Function<RecordContext, R> code);
}
