package dev.hexadmin.application.records;

import dev.hexadmin.domain.records.StoredRecord;

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
}
