package dev.hexadmin.http.panel.comments;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.comments.DiscussingRecords.Author;
import dev.hexadmin.application.comments.DiscussingRecords.CommentThread;
import dev.hexadmin.application.comments.DiscussingRecords.Posted;
import dev.hexadmin.http.fields.Formats;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Threads of comments with their forms.
 *
 * @param count number of all comments on the record
 * @param mentioned the names of mentioned users, by the names in the texts
 * @param rejected a form that was sent and is shown again
 */
public record CommentList(
        Target target,
        List<ThreadView> threads,
        long count,
        Map<String, String> mentioned,
        Optional<RejectedForm> rejected) {
    /** The form for a new comment. */
    static final String NEW = "new";

    /**
     * Where forms are sent to.
     *
     * @param href of the page of all comments, below which are the addresses of single ones
     * @param next the page that is shown afterwards
     */
    public record Target(String href, String next, String csrfToken) {}

    /**
     * A thread.
     *
     * @param full whether it takes no more replies
     */
    public record ThreadView(CommentView first, List<CommentView> replies, boolean full) {}

    /**
     * A comment.
     *
     * @param initials two letters that stand for the author
     * @param at for machines
     * @param when for people
     * @param version for its form
     */
    public record CommentView(Posted posted, String author, String initials, String at, String when, String version) {
        public long id() {
            return posted.comment().id();
        }

        public String markdown() {
            return posted.comment().text();
        }

        public boolean edited() {
            return posted.comment().times().editedAt().isPresent();
        }

        static CommentView of(Posted posted) {
            String author = posted.author().map(Author::name).orElseGet(() -> text("Deleted user"));
            return new CommentView(
                    posted,
                    author,
                    initials(author),
                    posted.comment().times().createdAt().toString(),
                    Formats.moment(posted.comment().times().createdAt()),
                    posted.version().value());
        }

        private static String initials(String name) {
            String[] words = name.strip().split("[\\s.]+", -1);
            return words.length > 1 ? first(words[0], 1) + first(words[words.length - 1], 1) : first(words[0], 2);
        }

        private static String first(String word, int most) {
            int count = Math.min(most, word.codePointCount(0, word.length()));
            return word.substring(0, word.offsetByCodePoints(0, count));
        }
    }

    /**
     * A form that was sent and not accepted.
     *
     * @param form {@link #NEW}, {@code reply-} or {@code edit-} with the id of a comment
     * @param error what is wrong; {@code ""} when it is only shown again
     */
    public record RejectedForm(String form, String text, String error) {}

    /**
     * A form.
     *
     * @param id of the form in the page
     * @param href where it is sent to
     * @param parent the comment that it replies to, or {@code ""}
     * @param version of the comment that it edits, or {@code ""}
     */
    public record CommentForm(String id, String href, String parent, String version, FormTexts texts) {}

    /**
     * The texts of a form.
     *
     * @param entered the text of the comment
     * @param error what is wrong with it, or {@code ""}
     */
    public record FormTexts(String label, String button, String entered, String error) {}

    static ThreadView view(CommentThread thread, int mostReplies) {
        return new ThreadView(
                CommentView.of(thread.first()),
                thread.replies().stream().map(CommentView::of).toList(),
                thread.replies().size() >= mostReplies);
    }

    /** The form for a new comment. */
    public CommentForm writing() {
        return form(NEW, target.href(), "", "", text("New comment"), text("Comment"), "");
    }

    /** The form for a reply. */
    public CommentForm replying(CommentView first) {
        return form(
                "reply-" + first.id(),
                target.href(),
                Long.toString(first.id()),
                "",
                text("Reply to {user}", "user", first.author()),
                text("Reply"),
                "");
    }

    /** The form for editing a comment. */
    public CommentForm editing(CommentView comment) {
        return form(
                "edit-" + comment.id(),
                target.href() + "/" + comment.id(),
                "",
                comment.version(),
                text("Edit the comment"),
                text("Save"),
                comment.markdown());
    }

    /** Whether this form is shown again. */
    public boolean isOpen(CommentForm form) {
        return rejected.filter(one -> one.form().equals(form.id())).isPresent();
    }

    private CommentForm form(
            String id, String href, String parent, String version, String label, String button, String text) {
        Optional<RejectedForm> again = rejected.filter(one -> one.form().equals(id));
        return new CommentForm(
                id,
                href,
                parent,
                version,
                new FormTexts(
                        label,
                        button,
                        again.map(RejectedForm::text).orElse(text),
                        again.map(RejectedForm::error).orElse("")));
    }
}
