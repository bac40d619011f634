package dev.hexadmin.domain.transfer;

/** What a row may do. */
public enum ImportMode {
    /** Every row is a new record. A generated key in it is passed over. */
    CREATE,
    /** A row whose key is that of a record changes the fields it has; any other is a new record. */
    CREATE_AND_UPDATE
}
