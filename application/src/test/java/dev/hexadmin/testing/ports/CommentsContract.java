package dev.hexadmin.testing.ports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.comments.port.Comments;
import dev.hexadmin.application.comments.port.Comments.Counts;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.comments.Comment;
import dev.hexadmin.domain.comments.Comment.Subject;
import dev.hexadmin.domain.comments.Comment.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What every store of comments does. */
public abstract class CommentsContract {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456Z");
    private static final Subject ORDER = new Subject("orders", "17");
    private static final Subject OTHER = new Subject("orders", "18");

    protected abstract Comments comments();

    protected abstract UnitOfWork unitOfWork();

    private <T> T write(Supplier<T> step) {
        return unitOfWork().write(scope -> step.get());
    }

    private Comment insert(Subject subject, Optional<Long> parent, String text) {
        return write(() -> comments().insert(new Comment(0, subject, parent, Optional.empty(), text, Times.of(NOW))));
    }

    private void change(Runnable step) {
        write(() -> {
            step.run();
            return true;
        });
    }

    private List<String> texts(List<Comment> comments) {
        return comments.stream().map(Comment::text).toList();
    }

    private List<String> texts(Subject subject) {
        return texts(comments().list(subject, 0, 10));
    }

    @Test
    void a_comment_is_found_on_its_record_only() {
        Comment comment = insert(ORDER, Optional.empty(), "one ☃");
        assertThat(comment.text()).isEqualTo("one ☃");
        assertThat(comment.times()).isEqualTo(Times.of(NOW));
        assertThat(comments().find(ORDER, comment.id())).contains(comment);
        assertThat(comments().find(OTHER, comment.id())).isEmpty();
        assertThat(comments().find(new Subject("other", "17"), comment.id())).isEmpty();
        assertThat(write(() -> comments().lock(ORDER, comment.id()))).contains(comment);
        assertThat(write(() -> comments().lock(OTHER, comment.id()))).isEmpty();
    }

    @Test
    void comments_come_oldest_first_and_threads_newest_first() {
        Comment one = insert(ORDER, Optional.empty(), "one");
        insert(OTHER, Optional.empty(), "other");
        Comment two = insert(ORDER, Optional.empty(), "two");
        insert(ORDER, Optional.of(one.id()), "reply");
        Comment three = insert(ORDER, Optional.empty(), "three");
        assertThat(texts(ORDER)).containsExactly("one", "two", "reply", "three");
        assertThat(texts(comments().list(ORDER, 1, 2))).containsExactly("two", "reply");
        assertThat(texts(comments().threads(ORDER, OptionalLong.empty(), 2))).containsExactly("three", "two");
        assertThat(texts(comments().threads(ORDER, OptionalLong.of(three.id()), 5)))
                .containsExactly("two", "one");
        assertThat(texts(comments().replies(List.of(one.id(), two.id())))).containsExactly("reply");
        assertThat(comments().replies(List.of())).isEmpty();
        assertThat(comments().replies(one.id())).isEqualTo(1);
        assertThat(comments().count(ORDER)).isEqualTo(new Counts(4, 4));
        assertThat(comments().count(new Subject("none", "1"))).isEqualTo(new Counts(0, 0));
    }

    @Test
    void a_comment_is_edited_emptied_and_removed() {
        Comment one = insert(ORDER, Optional.empty(), "one");
        insert(ORDER, Optional.of(one.id()), "reply");
        Instant later = NOW.plusSeconds(5);
        change(() -> comments().edit(one.id(), "edited", later));
        Comment edited = comments().find(ORDER, one.id()).orElseThrow();
        assertThat(edited.text()).isEqualTo("edited");
        assertThat(edited.times().editedAt()).contains(later);
        change(() -> comments().empty(one.id(), later));
        Comment emptied = comments().find(ORDER, one.id()).orElseThrow();
        assertThat(emptied.text()).isEmpty();
        assertThat(emptied.deleted()).isTrue();
        assertThat(comments().count(ORDER)).isEqualTo(new Counts(2, 1));
        change(() -> comments().remove(one.id()));
        assertThat(texts(ORDER)).isEmpty();
    }

    @Test
    void comments_of_a_deleted_record_come_back_with_it_and_no_older_ones() {
        insert(ORDER, Optional.empty(), "of the first life");
        change(() -> comments().recordDeleted(ORDER, NOW));
        assertThat(texts(ORDER)).isEmpty();
        assertThat(comments().threads(ORDER, OptionalLong.empty(), 5)).isEmpty();
        assertThat(comments().count(ORDER).all()).isZero();
        insert(ORDER, Optional.empty(), "of the second life");
        change(() -> comments().recordDeleted(ORDER, NOW.plusSeconds(10)));
        change(() -> comments().recordRestored(ORDER, NOW.plusSeconds(10), OTHER));
        assertThat(texts(ORDER)).isEmpty();
        assertThat(texts(OTHER)).containsExactly("of the second life");
    }

    @Test
    void comments_of_records_that_were_deleted_long_ago_are_removed_in_batches() {
        Comment one = insert(ORDER, Optional.empty(), "one");
        insert(ORDER, Optional.of(one.id()), "reply");
        insert(OTHER, Optional.empty(), "other");
        change(() -> comments().recordDeleted(ORDER, NOW));
        assertThat(write(() -> comments().sweep(NOW, 5))).isZero();
        Instant later = NOW.plus(Duration.ofMillis(1));
        assertThat(write(() -> comments().sweep(later, 1))).isEqualTo(1);
        assertThat(write(() -> comments().sweep(later, 5))).isEqualTo(1);
        change(() -> comments().recordRestored(ORDER, NOW, ORDER));
        assertThat(texts(ORDER)).isEmpty();
        assertThat(texts(OTHER)).containsExactly("other");
    }

    @Test
    void a_unit_of_work_that_fails_changes_nothing() {
        Comment one = insert(ORDER, Optional.empty(), "one");
        assertThat(unitOfWork().<Object>rehearse(scope -> {
                    comments().edit(one.id(), "other", NOW);
                    comments().recordDeleted(ORDER, NOW);
                    return one;
                }))
                .isEqualTo(one);
        assertThat(comments().find(ORDER, one.id())).contains(one);
    }
}
