package dev.hexadmin.application.comments.internal;

import dev.hexadmin.application.comments.port.Comments;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.comments.Comment.Subject;
import dev.hexadmin.domain.records.StoredRecord;
import java.time.InstantSource;

/** Hides the comments on a record in the transaction that deletes it. */
public final class CommentHooks implements RecordHooks {
    private final Comments comments;
    private final InstantSource clock;

    public CommentHooks(Comments comments, InstantSource clock) {
        this.comments = comments;
        this.clock = clock;
    }

    @Override
    public boolean changesOthers() {
        return false;
    }

    @Override
    public void afterDelete(RecordChange change) {
        StoredRecord record = change.stored();
        comments.recordDeleted(new Subject(record.model().name(), record.key().encoded()), clock.instant());
    }
}
