package dev.hexadmin.domain.models;

/** A write operation on the records of a model. */
public enum Operation {
    CREATE,
    UPDATE,
    DELETE
}
