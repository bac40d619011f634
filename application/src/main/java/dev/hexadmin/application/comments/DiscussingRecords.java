package dev.hexadmin.application.comments;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.comments.Comment;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Version;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Users discuss records of models with {@code comments}. Thread-safe. Whoever may view a record reads and writes comments on
 * it. Users edit and delete their own, and users with the right {@code delete} on the record delete those of others, too.
 * Each change is one transaction with its audit row and the notifications about it.
 *
 * <p>The first parameters of all methods are the actor, the model, and the record's id as the raw path segment. All of them
 * throw {@link dev.hexadmin.application.RequestRejectedException}: {@code FORBIDDEN} without the right to view the model, and
 * {@code NOT_FOUND} when the record does not exist, is hidden from the actor, or its model has no comments.
 */
public interface DiscussingRecords {
    /** The maximum number of characters of a comment. */
    int LONGEST_TEXT = 10_000;

    /** The maximum number of replies to a comment. */
    int MOST_REPLIES = 200;

    /** The maximum number of different users whom a comment mentions. */
    int MOST_MENTIONS = 50;

    /** The maximum number of users that are suggested. */
    int MOST_SUGGESTIONS = 10;

    /** The maximum number of characters that suggestions begin with. */
    int LONGEST_START = 100;

    /** A page of the comments, oldest first. */
    Page list(Actor.SignedIn actor, Model model, String id, long offset, int limit);

    /**
     * The comments with their replies, newest first.
     *
     * @param before only threads older than this one
     */
    Threads threads(Actor.SignedIn actor, Model model, String id, OptionalLong before, int limit);

    /** One comment. */
    Posted get(Actor.SignedIn actor, Model model, String id, long comment);

    /**
     * Writes a comment. Users whom it mentions are notified, and those who have written in the thread, if they may view the
     * record; never the author.
     *
     * @param draft read after the rights have been checked
     * @throws dev.hexadmin.application.RequestRejectedException {@code INVALID} with pointers to {@code text} and {@code
     *     parent_id}, {@code CONFLICT too_many_replies}
     */
    Posted write(Actor.SignedIn actor, Model model, String id, Supplier<Draft> draft, boolean dryRun);

    /**
     * Replaces the text of one's own comment. Users whom only the new text mentions are notified.
     *
     * @param text read after the rights have been checked; empty: unchanged
     * @param expected the versions that it may have; empty: any
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN}, {@code PRECONDITION_FAILED}, {@code
     *     INVALID}
     */
    Posted edit(
            Actor.SignedIn actor,
            Model model,
            String id,
            long comment,
            Supplier<Optional<String>> text,
            Optional<List<Version>> expected,
            boolean dryRun);

    /**
     * Deletes a comment. While it has replies it stays without its text.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN}, {@code PRECONDITION_FAILED}
     */
    void delete(
            Actor.SignedIn actor,
            Model model,
            String id,
            long comment,
            Optional<List<Version>> expected,
            boolean dryRun);

    /**
     * Users who may view the record, for completing a mention; at most {@link #MOST_SUGGESTIONS}.
     *
     * @param start of an e-mail address or of a word of a name; at most {@link #LONGEST_START} characters count
     */
    List<Mentionable> mentionable(Actor.SignedIn actor, Model model, String id, String start);

    /**
     * What is written in a comment.
     *
     * @param parent the comment that it replies to
     */
    record Draft(String text, Optional<Long> parent) {}

    /**
     * A comment for a reader.
     *
     * @param author empty when the user or the comment was deleted
     * @param editable whether the reader may edit it
     * @param deletable whether the reader may delete it
     */
    record Posted(Comment comment, Optional<Author> author, boolean editable, boolean deletable) {
        /** A version tag that changes whenever a part that its readers see changes. */
        public Version version() {
            return Version.of(List.of(comment, author));
        }
    }

    /** The author of a comment. */
    record Author(UserId id, String name) {}

    /**
     * A page of comments.
     *
     * @param total number of all comments on the record
     */
    record Page(List<Posted> comments, long total) {
        public Page {
            comments = List.copyOf(comments);
        }
    }

    /**
     * A page of threads.
     *
     * @param written number of all comments on the record that are not deleted
     * @param next the value of {@code before} for older threads; empty at the end
     * @param mentioned the users whom they mention and who may view the record: their names for other users by the names in
     *     the texts, in lower case
     */
    record Threads(List<CommentThread> threads, long written, OptionalLong next, Map<String, String> mentioned) {
        public Threads {
            threads = List.copyOf(threads);
            mentioned = Map.copyOf(mentioned);
        }
    }

    /** A comment with its replies, oldest first. */
    record CommentThread(Posted first, List<Posted> replies) {
        public CommentThread {
            replies = List.copyOf(replies);
        }
    }

    /**
     * A user who can be mentioned.
     *
     * @param username what comes after the {@code @}
     * @param name for other users
     */
    record Mentionable(String username, String name) {}
}
