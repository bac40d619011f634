package dev.hexadmin.application.records;

/** With whose rights code reads and writes records. */
public enum CodeRights {
    /** No field permission, row policy or read-only flag restricts it. Rules of fields, hooks and constraints apply. */
    PROGRAM,
    /** Those of the actor, as if the actor used the API. */
    CALLER
}
