package dev.hexadmin.domain.models;

/** What can be done to the records of a model besides reading them. */
public enum Operation {
    CREATE,
    UPDATE,
    DELETE
}
