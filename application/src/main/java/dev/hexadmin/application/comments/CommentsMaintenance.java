package dev.hexadmin.application.comments;

/** The periodic work on comments. Thread-safe. */
public interface CommentsMaintenance {
    /** Removes the comments of records that were deleted long ago. */
    void sweep();
}
