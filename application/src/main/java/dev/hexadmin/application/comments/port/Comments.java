package dev.hexadmin.application.comments.port;

import dev.hexadmin.domain.comments.Comment;
import dev.hexadmin.domain.comments.Comment.Subject;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The stored comments of all records. Thread-safe; changes are only legal inside a unit of work. Comments of deleted records
 * are returned by no method.
 */
public interface Comments {
    /**
     * Inserts a comment.
     *
     * @param comment its id is ignored
     * @return the comment with its id
     */
    Comment insert(Comment comment);

    /** One comment on a record. */
    Optional<Comment> find(Subject subject, long id);

    /** The same, locked until the unit of work ends. */
    Optional<Comment> lock(Subject subject, long id);

    /** The comments on a record, oldest first. */
    List<Comment> list(Subject subject, long offset, int limit);

    /**
     * The comments on a record that are no replies, newest first.
     *
     * @param before only comments with smaller ids
     */
    List<Comment> threads(Subject subject, OptionalLong before, int limit);

    /** All replies to these comments, oldest first. */
    List<Comment> replies(Collection<Long> parents);

    /** Number of replies to a comment. */
    long replies(long parent);

    /** Number of comments on a record. */
    Counts count(Subject subject);

    void edit(long id, String text, Instant now);

    /** Empties a comment, whose replies stay. */
    void empty(long id, Instant now);

    void remove(long id);

    /** Hides the comments on a record that is deleted. */
    void recordDeleted(Subject subject, Instant now);

    /**
     * Gives the comments that were hidden since a moment to the restored record.
     *
     * @param restored the record, which may have another key
     */
    void recordRestored(Subject subject, Instant since, Subject restored);

    /**
     * Removes comments of records that were deleted before a moment.
     *
     * @return number of removed comments, at most {@code most}
     */
    int sweep(Instant before, int most);

    /**
     * Numbers of comments.
     *
     * @param all with deleted ones that have replies
     * @param written without them
     */
    record Counts(long all, long written) {}
}
