package dev.hexadmin.application;

/**
 * A change that is ready for its transaction: everything that can be checked or computed before it is done, including
 * slow work such as password hashing or calls of another system. Used by one thread.
 *
 * @param <T> the result of the change
 */
@FunctionalInterface
public interface Prepared<T> {
    /** Applies the change in a unit of work, or inside the running one. Called at most once. */
    T carryOut();
}
