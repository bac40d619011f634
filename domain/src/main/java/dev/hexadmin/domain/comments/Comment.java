package dev.hexadmin.domain.comments;

import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.Optional;

/**
 * A comment on a record.
 *
 * @param id increases with time
 * @param parent the id of the comment that it replies to, which is itself no reply
 * @param author empty: the user was deleted
 * @param text Markdown; {@code ""} of a deleted comment
 */
public record Comment(
        long id, Subject subject, Optional<Long> parent, Optional<UserId> author, String text, Times times) {
    /**
     * The record that a comment is about.
     *
     * @param model its name
     * @param recordId the key as in a path
     */
    public record Subject(String model, String recordId) {}

    /**
     * When a comment was written, and when it was changed for the last time.
     *
     * @param deletedAt present: only the replies to it are left
     */
    public record Times(Instant createdAt, Optional<Instant> editedAt, Optional<Instant> deletedAt) {
        /** Of a new comment. */
        public static Times of(Instant createdAt) {
            return new Times(createdAt, Optional.empty(), Optional.empty());
        }
    }

    private static final String LOGGED = "comment #";

    /** The name of a comment's text in the audit log; no field of a model has such a name. */
    public static String logged(long id) {
        return LOGGED + id;
    }

    /** Whether a name in the audit log is that of a comment's text. */
    public static boolean isLogged(String name) {
        return name.startsWith(LOGGED);
    }

    /** Whether only the replies to it are left. */
    public boolean deleted() {
        return times.deletedAt().isPresent();
    }

    /** Whether the user wrote it. */
    public boolean isBy(UserId user) {
        return author.equals(Optional.of(user));
    }
}
