package dev.hexadmin.application;

import dev.hexadmin.domain.identity.UserId;

/** The user for whom a request or a job runs: reads for them from a copy of the database see what they have written. */
public final class Caller {
    /** Bound on the thread that reads and writes for a user. Without it, nothing is read from a copy. */
    public static final ScopedValue<UserId> CURRENT = ScopedValue.newInstance();

    private Caller() {}

    /** Work for this thread's user on another thread. */
    public static Runnable carried(Runnable work) {
        if (!CURRENT.isBound()) {
            return work;
        }
        UserId user = CURRENT.get();
        return () -> ScopedValue.where(CURRENT, user).run(work);
    }
}
