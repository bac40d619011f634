package dev.hexadmin.application.comments;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import java.time.Instant;
import java.util.function.Supplier;

/** The comments of deleted records. Thread-safe. */
public interface RecordedComments {
    /**
     * Creates a deleted record again, and gives it its comments back, in one transaction.
     *
     * @param deletedAt when it was deleted
     * @param create returns the key of the new record
     */
    RecordKey restore(Model model, RecordKey key, Instant deletedAt, Supplier<RecordKey> create);
}
