package dev.hexadmin.application.comments.internal;

import dev.hexadmin.application.comments.CommentsMaintenance;
import dev.hexadmin.application.comments.RecordedComments;
import dev.hexadmin.application.comments.port.Comments;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.comments.Comment.Subject;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/** Keeps the comments of deleted records for a while, so that a restored record has them. */
public final class CommentsOfRecords implements RecordedComments, CommentsMaintenance {
    static final Duration KEPT = Duration.ofDays(30);

    private static final int BATCH = 500;
    private static final int BATCHES = 20;

    private final Comments comments;
    private final UnitOfWork work;
    private final InstantSource clock;

    public CommentsOfRecords(Comments comments, UnitOfWork work, InstantSource clock) {
        this.comments = comments;
        this.work = work;
        this.clock = clock;
    }

    @Override
    public RecordKey restore(Model model, RecordKey key, Instant deletedAt, Supplier<RecordKey> create) {
        if (!model.definition().comments()) {
            return create.get();
        }
        return work.write(scope -> {
            RecordKey restored = create.get();
            comments.recordRestored(
                    new Subject(model.name(), key.encoded()), deletedAt, new Subject(model.name(), restored.encoded()));
            return restored;
        });
    }

    @Override
    public void sweep() {
        Instant before = clock.instant().minus(KEPT);
        for (int i = 0; i < BATCHES && work.write(scope -> comments.sweep(before, BATCH)) == BATCH; i++) {
            Thread.onSpinWait(); // others write between two batches
        }
    }
}
