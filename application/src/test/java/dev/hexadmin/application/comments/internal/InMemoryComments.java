package dev.hexadmin.application.comments.internal;

import dev.hexadmin.application.comments.port.Comments;
import dev.hexadmin.domain.comments.Comment;
import dev.hexadmin.domain.comments.Comment.Subject;
import dev.hexadmin.domain.comments.Comment.Times;
import dev.hexadmin.testing.ports.InMemoryUnitOfWork;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Comments in a map. */
final class InMemoryComments implements Comments {
    private TreeMap<Long, Comment> comments = new TreeMap<>();
    private TreeMap<Long, Instant> hidden = new TreeMap<>();
    private long last;

    final InMemoryUnitOfWork unitOfWork = new InMemoryUnitOfWork(() -> {
        TreeMap<Long, Comment> commentsBefore = new TreeMap<>(comments);
        TreeMap<Long, Instant> hiddenBefore = new TreeMap<>(hidden);
        return () -> {
            comments = commentsBefore;
            hidden = hiddenBefore;
        };
    });

    private Stream<Comment> on(Subject subject) {
        return comments.values().stream()
                .filter(comment -> comment.subject().equals(subject) && !hidden.containsKey(comment.id()));
    }

    @Override
    public Comment insert(Comment comment) {
        Comment stored = new Comment(
                ++last, comment.subject(), comment.parent(), comment.author(), comment.text(), comment.times());
        comments.put(last, stored);
        return stored;
    }

    @Override
    public Optional<Comment> find(Subject subject, long id) {
        return on(subject).filter(comment -> comment.id() == id).findFirst();
    }

    @Override
    public Optional<Comment> lock(Subject subject, long id) {
        return find(subject, id);
    }

    @Override
    public List<Comment> list(Subject subject, long offset, int limit) {
        return on(subject).skip(offset).limit(limit).toList();
    }

    @Override
    public List<Comment> threads(Subject subject, OptionalLong before, int limit) {
        return on(subject)
                .filter(comment -> comment.parent().isEmpty() && comment.id() < before.orElse(Long.MAX_VALUE))
                .sorted(Comparator.comparing(Comment::id).reversed())
                .limit(limit)
                .toList();
    }

    @Override
    public List<Comment> replies(Collection<Long> parents) {
        return comments.values().stream()
                .filter(comment ->
                        comment.parent().filter(parents::contains).isPresent() && !hidden.containsKey(comment.id()))
                .toList();
    }

    @Override
    public long replies(long parent) {
        return replies(List.of(parent)).size();
    }

    @Override
    public Counts count(Subject subject) {
        return new Counts(
                on(subject).count(),
                on(subject).filter(comment -> !comment.deleted()).count());
    }

    private void change(long id, UnaryOperator<Comment> change) {
        comments.computeIfPresent(id, (same, comment) -> change.apply(comment));
    }

    private static Comment with(Comment comment, String text, Times times) {
        return new Comment(comment.id(), comment.subject(), comment.parent(), comment.author(), text, times);
    }

    @Override
    public void edit(long id, String text, Instant now) {
        change(
                id,
                comment -> with(
                        comment,
                        text,
                        new Times(
                                comment.times().createdAt(),
                                Optional.of(now),
                                comment.times().deletedAt())));
    }

    @Override
    public void empty(long id, Instant now) {
        change(
                id,
                comment -> with(
                        comment,
                        "",
                        new Times(comment.times().createdAt(), comment.times().editedAt(), Optional.of(now))));
    }

    @Override
    public void remove(long id) {
        comments.values()
                .removeIf(comment -> comment.id() == id || comment.parent().equals(Optional.of(id)));
    }

    @Override
    public void recordDeleted(Subject subject, Instant now) {
        on(subject).toList().forEach(comment -> hidden.put(comment.id(), now));
    }

    @Override
    public void recordRestored(Subject subject, Instant since, Subject restored) {
        List<Comment> back = comments.values().stream()
                .filter(comment -> comment.subject().equals(subject)
                        && hidden.containsKey(comment.id())
                        && !hidden.getOrDefault(comment.id(), since).isBefore(since))
                .toList();
        for (Comment comment : back) {
            hidden.remove(comment.id());
            comments.put(
                    comment.id(),
                    new Comment(
                            comment.id(),
                            restored,
                            comment.parent(),
                            comment.author(),
                            comment.text(),
                            comment.times()));
        }
    }

    @Override
    public int sweep(Instant before, int most) {
        List<Long> expired = hidden.descendingMap().entrySet().stream()
                .filter(entry -> entry.getValue().isBefore(before))
                .limit(most)
                .map(Map.Entry::getKey)
                .toList();
        expired.forEach(id -> {
            hidden.remove(id);
            comments.remove(id);
        });
        return expired.size();
    }
}
