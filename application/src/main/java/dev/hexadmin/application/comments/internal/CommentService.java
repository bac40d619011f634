package dev.hexadmin.application.comments.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.comments.CommentsAssembly.Storage;
import dev.hexadmin.application.comments.DiscussingRecords;
import dev.hexadmin.application.comments.internal.MentionedUsers.Viewer;
import dev.hexadmin.application.comments.port.Comments;
import dev.hexadmin.application.comments.port.NamedUsers.NamedUser;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.comments.Comment;
import dev.hexadmin.domain.comments.Comment.Subject;
import dev.hexadmin.domain.comments.Mentions;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.text.VisibleText;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and writes comments, with the rights of the record. Thread-safe. */
public final class CommentService implements DiscussingRecords {
    private final Comments comments;
    private final Records records;
    private final AuditTrail auditTrail;
    private final UnitOfWork work;
    private final BrowsingRecords browsing;
    private final MentionedUsers users;
    private final NoticesAboutComments notices;
    private final InstantSource clock;

    public CommentService(
            Storage storage,
            BrowsingRecords browsing,
            MentionedUsers users,
            NoticesAboutComments notices,
            InstantSource clock) {
        this.comments = storage.comments();
        this.records = storage.records();
        this.auditTrail = storage.auditTrail();
        this.work = storage.work();
        this.browsing = browsing;
        this.users = users;
        this.notices = notices;
        this.clock = clock;
    }

    /** A record that the actor may view. */
    private record Discussed(Actor.SignedIn actor, Model model, RecordKey key) {
        String id() {
            return key.encoded();
        }

        Subject subject() {
            return new Subject(model.name(), key.encoded());
        }
    }

    private Discussed require(Actor.SignedIn actor, Model model, String id) {
        if (!actor.rights().allows(Action.VIEW, model)) {
            throw RequestRejectedException.missingRight(Action.VIEW, model.name());
        }
        RecordKey key = RecordKey.parse(model, id)
                .filter(parsed -> model.definition().comments() && browsing.reaches(actor, model, id, Action.VIEW))
                .orElseThrow(() -> noRecord(model));
        return new Discussed(actor, model, key);
    }

    private static RequestRejectedException noRecord(Model model) {
        return RequestRejectedException.notFound(
                Message.of("There is no such record of ''{model}''.").with("model", model.name()));
    }

    private static RequestRejectedException noComment() {
        return RequestRejectedException.notFound("There is no such comment on this record.");
    }

    @Override
    public Page list(Actor.SignedIn actor, Model model, String id, long offset, int limit) {
        Discussed record = require(actor, model, id);
        return new Page(
                posted(record, comments.list(record.subject(), offset, limit)),
                comments.count(record.subject()).all());
    }

    @Override
    public Threads threads(Actor.SignedIn actor, Model model, String id, OptionalLong before, int limit) {
        Discussed record = require(actor, model, id);
        List<Comment> found = comments.threads(record.subject(), before, limit + 1);
        List<Comment> first = found.subList(0, Math.min(limit, found.size()));
        List<Comment> replies = first.isEmpty()
                ? List.of()
                : comments.replies(first.stream().map(Comment::id).toList());
        Map<Long, List<Posted>> byParent = posted(record, replies).stream()
                .collect(Collectors.groupingBy(one -> one.comment().parent().orElseThrow()));
        return new Threads(
                posted(record, first).stream()
                        .map(one -> new CommentThread(
                                one, byParent.getOrDefault(one.comment().id(), List.of())))
                        .toList(),
                comments.count(record.subject()).written(),
                found.size() > limit ? OptionalLong.of(first.getLast().id()) : OptionalLong.empty(),
                users.displayNames(
                        Stream.concat(first.stream(), replies.stream())
                                .flatMap(one -> Mentions.in(one.text()).stream())
                                .collect(Collectors.toSet()),
                        model,
                        record.id()));
    }

    @Override
    public Posted get(Actor.SignedIn actor, Model model, String id, long comment) {
        Discussed record = require(actor, model, id);
        return comments.find(record.subject(), comment)
                .map(found -> posted(record, List.of(found)).getFirst())
                .orElseThrow(CommentService::noComment);
    }

    /** The comments as the actor sees them. */
    private List<Posted> posted(Discussed record, List<Comment> some) {
        Actor.SignedIn actor = record.actor();
        Map<UserId, NamedUser> authors = users.byId(some.stream()
                .filter(one -> !one.deleted())
                .flatMap(one -> one.author().stream())
                .collect(Collectors.toSet()));
        boolean othersToo = some.stream().anyMatch(one -> !one.deleted() && !one.isBy(actor.id())) && mayDelete(record);
        return some.stream()
                .map(one -> {
                    boolean own = one.isBy(actor.id());
                    return new Posted(
                            one,
                            one.deleted()
                                    ? Optional.empty()
                                    : one.author()
                                            .flatMap(author -> Optional.ofNullable(authors.get(author)))
                                            .map(author -> new Author(author.id(), author.displayName())),
                            own && !one.deleted(),
                            (own || othersToo) && !one.deleted());
                })
                .toList();
    }

    private boolean mayDelete(Discussed record) {
        return browsing.reaches(record.actor(), record.model(), record.id(), Action.DELETE);
    }

    @Override
    public Posted write(Actor.SignedIn actor, Model model, String id, Supplier<Draft> draft, boolean dryRun) {
        Discussed record = require(actor, model, id);
        Draft wanted = draft.get();
        List<Violation> wrong = new ArrayList<>();
        String text = checked(wanted.text(), wrong);
        Optional<Comment> parent = wanted.parent().flatMap(number -> comments.find(record.subject(), number));
        if (parent.isEmpty() && wanted.parent().isPresent()) {
            wrong.add(noParent());
        } else if (parent.flatMap(Comment::parent).isPresent()) {
            wrong.add(Violation.at(
                    "parent_id", "nested", "This comment is a reply itself: name the one that it replies to."));
        }
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(wrong);
        }
        List<Viewer> mentioned = mentioned(record, text, Set.of());
        List<Viewer> others =
                parent.map(first -> writersIn(record, first, mentioned)).orElse(List.of());
        return carryOut(dryRun, () -> {
            hold(record);
            wanted.parent().ifPresent(number -> roomForReply(record, number));
            Comment written = comments.insert(new Comment(
                    0,
                    record.subject(),
                    wanted.parent(),
                    Optional.of(actor.id()),
                    text,
                    Comment.Times.of(clock.instant())));
            audit(record, "comment_create", written.id(), null, text);
            Posted posted = posted(record, List.of(written)).getFirst();
            notices.send(written, model, record.key(), name(posted), mentioned, others);
            return posted;
        });
    }

    private static Violation noParent() {
        return Violation.at("parent_id", "unknown_comment", "There is no such comment on this record.");
    }

    /** The comment that is replied to is locked: it stays until the reply is stored. */
    private void roomForReply(Discussed record, long parent) {
        if (comments.lock(record.subject(), parent).isEmpty()) {
            throw RequestRejectedException.invalid(List.of(noParent()));
        }
        if (comments.replies(parent) >= MOST_REPLIES) {
            throw RequestRejectedException.conflict(
                    "too_many_replies",
                    Message.of("{limit, plural, one {A comment has # reply at most: write a new comment.} other"
                                    + " {A comment has # replies at most: write a new comment.}}")
                            .with("limit", MOST_REPLIES),
                    List.of());
        }
    }

    @Override
    public Posted edit(
            Actor.SignedIn actor,
            Model model,
            String id,
            long comment,
            Supplier<Optional<String>> text,
            Optional<List<Version>> expected,
            boolean dryRun) {
        Discussed record = require(actor, model, id);
        Comment known = comments.find(record.subject(), comment).orElseThrow(CommentService::noComment);
        if (!known.isBy(actor.id())) {
            throw RequestRejectedException.forbidden("forbidden", "Only its author may edit a comment.");
        }
        List<Violation> wrong = new ArrayList<>();
        Optional<String> checked = text.get().map(given -> checked(given, wrong));
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(wrong);
        }
        List<Viewer> mentioned = checked.map(given -> mentioned(record, given, Mentions.in(known.text())))
                .orElse(List.of());
        return carryOut(dryRun, () -> {
            hold(record);
            Posted before = current(record, comment, expected);
            String old = before.comment().text();
            String wanted = checked.orElse(old);
            if (wanted.equals(old)) {
                return before;
            }
            comments.edit(comment, wanted, clock.instant());
            audit(record, "comment_update", comment, old, wanted);
            Posted after = posted(
                            record,
                            List.of(comments.lock(record.subject(), comment).orElseThrow()))
                    .getFirst();
            notices.send(after.comment(), model, record.key(), name(after), mentioned, List.of());
            return after;
        });
    }

    @Override
    public void delete(
            Actor.SignedIn actor,
            Model model,
            String id,
            long comment,
            Optional<List<Version>> expected,
            boolean dryRun) {
        Discussed record = require(actor, model, id);
        carryOut(dryRun, () -> {
            hold(record);
            Posted before = current(record, comment, expected);
            if (!before.deletable()) {
                throw RequestRejectedException.forbidden(
                        "forbidden",
                        Message.of("Deleting the comment of another user needs the right 'delete' on ''{model}''.")
                                .with("model", model.name()));
            }
            if (comments.replies(comment) > 0) {
                comments.empty(comment, clock.instant());
            } else {
                comments.remove(comment);
                before.comment().parent().ifPresent(parent -> removeIfEmpty(record, parent));
            }
            audit(record, "comment_delete", comment, before.comment().text(), null);
            return comment;
        });
    }

    /** A deleted comment stays only for its replies. */
    private void removeIfEmpty(Discussed record, long parent) {
        comments.lock(record.subject(), parent)
                .filter(first -> first.deleted() && comments.replies(parent) == 0)
                .ifPresent(first -> comments.remove(parent));
    }

    @Override
    public List<Mentionable> mentionable(Actor.SignedIn actor, Model model, String id, String start) {
        Discussed record = require(actor, model, id);
        String text = start.strip().toLowerCase(Locale.ROOT);
        return users.startingWith(
                text.substring(0, Math.min(text.length(), LONGEST_START)),
                actor.id(),
                model,
                record.id(),
                MOST_SUGGESTIONS);
    }

    private <T> T carryOut(boolean dryRun, Supplier<T> step) {
        return dryRun ? work.rehearse(scope -> step.get()) : work.write(scope -> step.get());
    }

    /** The record stays until the unit of work ends, if it can be deleted at all. */
    private void hold(Discussed record) {
        boolean there = Action.DELETE.isPossibleOn(record.model())
                ? records.find(record.model(), record.key(), Condition.always()).isPresent()
                : records.matches(record.model(), record.key(), Condition.always());
        if (!there) {
            throw noRecord(record.model());
        }
    }

    private Posted current(Discussed record, long id, Optional<List<Version>> expected) {
        Posted now = comments.lock(record.subject(), id)
                .filter(comment -> !comment.deleted())
                .map(comment -> posted(record, List.of(comment)).getFirst())
                .orElseThrow(CommentService::noComment);
        if (expected.isPresent() && !expected.get().contains(now.version())) {
            throw RequestRejectedException.preconditionFailed("The comment has changed since.", now.version());
        }
        return now;
    }

    private static String checked(String given, List<Violation> wrong) {
        String text = given.replace("\r\n", "\n").stripTrailing();
        if (!VisibleText.isIn(text)) {
            wrong.add(Violation.at("text", "required", "This field is required."));
        } else if (text.codePointCount(0, text.length()) > LONGEST_TEXT) {
            wrong.add(Violation.at(
                    "text",
                    "max_length",
                    Message.of("{limit, plural, one {At most # character is allowed.} other {At most # characters"
                                    + " are allowed.}}")
                            .with("limit", LONGEST_TEXT)));
        } else if (!FieldInput.isStorable(text)) {
            wrong.add(Violation.at("text", "characters", "It holds a character that cannot be stored."));
        } else if (Mentions.in(text).size() > MOST_MENTIONS) {
            wrong.add(Violation.at(
                    "text",
                    "too_many_mentions",
                    Message.of("{limit, plural, one {At most # user can be mentioned.} other {At most # users can"
                                    + " be mentioned.}}")
                            .with("limit", MOST_MENTIONS)));
        }
        return text;
    }

    /** The other users whom a text mentions and an earlier one did not. */
    private List<Viewer> mentioned(Discussed record, String text, Set<String> before) {
        Set<String> names = Mentions.in(text);
        List<Viewer> now = without(record.actor(), users.named(names, record.model(), record.id()));
        if (now.isEmpty() || before.isEmpty()) {
            return now;
        }
        Set<UserId> known = ids(users.named(before, record.model(), record.id()));
        return now.stream()
                .filter(viewer -> !known.contains(viewer.user().id()))
                .toList();
    }

    /** The other users who have written in a thread, without those who are notified already. */
    private List<Viewer> writersIn(Discussed record, Comment first, Collection<Viewer> notified) {
        Set<UserId> writers = Stream.concat(Stream.of(first), comments.replies(List.of(first.id())).stream())
                .filter(comment -> !comment.deleted())
                .flatMap(comment -> comment.author().stream())
                .collect(Collectors.toCollection(HashSet::new));
        writers.removeAll(ids(notified));
        writers.remove(record.actor().id());
        return users.viewers(users.byId(writers).values(), record.model(), record.id());
    }

    private static Set<UserId> ids(Collection<Viewer> viewers) {
        return viewers.stream().map(viewer -> viewer.user().id()).collect(Collectors.toSet());
    }

    private static List<Viewer> without(Actor.SignedIn actor, List<Viewer> viewers) {
        return viewers.stream()
                .filter(viewer -> !viewer.user().id().equals(actor.id()))
                .toList();
    }

    private static String name(Posted posted) {
        return posted.author().map(Author::name).orElse("");
    }

    private void audit(Discussed record, String event, long comment, @Nullable String before, @Nullable String after) {
        auditTrail.append(new AuditEntry(
                clock.instant(),
                record.actor(),
                event,
                record.model().name(),
                record.id(),
                List.of(new AuditEntry.Change(Comment.logged(comment), before, after))));
    }
}
