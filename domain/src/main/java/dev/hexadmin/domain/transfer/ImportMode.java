package dev.hexadmin.domain.transfer;

/** What a row of an import does. */
public enum ImportMode {
    /** Every row creates a record. A generated key in the row is ignored. */
    CREATE,
    /**
     * A row with the key of an existing record updates the fields that it contains; any other row creates a record, with
     * the key of the row if it has one, also where keys are generated.
     */
    CREATE_AND_UPDATE
}
