package dev.hexadmin.persistence.notifications;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.UUID;

/** Ids of deliveries and batches: UUIDs of version 7, which begin with the moment in milliseconds. */
final class TimeOrderedIds {
    private static final Comparator<UUID> ORDER = Comparator.comparing(UUID::toString); // that of the databases
    private static final int VERSION = 7;
    private static final long BATCH_MILLIS = Duration.ofHours(1).toMillis();
    private static final int MILLIS_AT = 16;

    private TimeOrderedIds() {}

    static UUID least(Collection<UUID> ids) {
        return Collections.min(ids, ORDER);
    }

    static UUID greatest(Collection<UUID> ids) {
        return Collections.max(ids, ORDER);
    }

    /** Less than the ids of a batch's deliveries, which are generated with the batch. */
    static UUID before(UUID batch) {
        return batch.version() == VERSION ? at(millis(batch) - BATCH_MILLIS) : new UUID(0, 0);
    }

    /** More than the ids of a batch's deliveries. */
    static UUID after(UUID batch) {
        return batch.version() == VERSION ? at(millis(batch) + BATCH_MILLIS) : new UUID(-1, -1);
    }

    private static long millis(UUID id) {
        return id.getMostSignificantBits() >>> MILLIS_AT;
    }

    private static UUID at(long millis) {
        return new UUID(millis << MILLIS_AT, 0);
    }
}
