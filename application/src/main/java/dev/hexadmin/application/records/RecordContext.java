package dev.hexadmin.application.records;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.text.Message;

/**
 * What code of a program is given while it runs: hooks ({@link RecordChange}), actions, endpoints and transactions.
 * Everything that it does with it is part of one transaction, which is rolled back when the code throws. Used by one
 * thread, until the code returns.
 */
public interface RecordContext {
    /** The user, API key or program on whose behalf the code runs; audit rows name it. */
    Actor actor();

    /**
     * Records of all models, in this transaction: reads see its own changes. Hooks have the rights of the program: no
     * field permission, row policy or read-only flag of the actor restricts them. Other code has the rights with which it
     * was registered or called.
     */
    RecordAccess records();

    /**
     * Waits until no other transaction holds the lock of this name, and holds it until this one ends. To check a rule over
     * several records, take the lock first and read then: other transactions that take the same lock have committed, or
     * begin to read after this one has ended.
     *
     * <pre>{@code
     * change.lock("doctor " + appointment.doctorId());
     * }</pre>
     *
     * <p>On PostgreSQL it is an advisory lock. On SQLite, where one transaction writes at a time, it does nothing. It does
     * nothing without a transaction either: while a form is filled in, and in an endpoint that only reads. Take several
     * locks in the same order everywhere.
     *
     * @throws dev.hexadmin.application.ServiceUnavailableException when two transactions wait for each other
     */
    void lock(String name);

    /**
     * Rejects the call when the code returns: everything is rolled back, and clients get all rejections together, as a 422
     * or, for a delete, a 409. The code continues, so that it can report more than one.
     *
     * @param field the field, parameter or member of the body that the pointer names; {@code ""} for the whole
     * @param code stable, such as {@code overlap}
     * @param message a sentence for users
     */
    void reject(String field, String code, String message);

    /** {@link #reject(String, String, String)} with a message that is shown in the language of the user. */
    void reject(String field, String code, Message message);

    /** Sends messages in this transaction. */
    Notifier notifications();

    /**
     * Runs {@code action} after the commit, and not at all after a rollback or in a dry run: for effects outside of the
     * database, such as a call of another system. It runs on the caller's thread, before the response. An exception is
     * logged and does not affect the response.
     */
    void afterCommit(Runnable action);
}
