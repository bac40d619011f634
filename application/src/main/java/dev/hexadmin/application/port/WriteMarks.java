package dev.hexadmin.application.port;

import dev.hexadmin.domain.identity.UserId;
import java.time.Duration;

/**
 * How far a replica of the database must have come for the reads of each user, so that users see what they have written.
 * Shared by all servers of an installation. Thread-safe; never throws.
 *
 * <p>A position is a number of the database's log that grows with each commit.
 */
public interface WriteMarks {
    /** How long a mark is kept. */
    Duration KEPT = Duration.ofMinutes(1);

    /** Any position will do: the user has not written lately. */
    long NONE = 0;

    /** No replica will do: it is not known what the user has written. */
    long UNKNOWN = Long.MAX_VALUE;

    /** Called after a commit for the user; a mark never goes back. */
    void wrote(UserId user, long position);

    /** The position that a replica must have reached. */
    long of(UserId user);
}
