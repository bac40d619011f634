package dev.hexadmin.application;

/**
 * A change that is ready for its transaction: what can be checked before is checked, and everything that waits, such as
 * password hashing or another system, is done. Used by one thread.
 *
 * @param <T> what the change gives back
 */
@FunctionalInterface
public interface Prepared<T> {
    /** Makes the change in one unit of work, or as a part of the running one. Called once at most. */
    T carryOut();
}
