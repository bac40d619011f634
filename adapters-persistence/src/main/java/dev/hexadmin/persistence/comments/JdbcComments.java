package dev.hexadmin.persistence.comments;

import dev.hexadmin.application.comments.port.Comments;
import dev.hexadmin.domain.comments.Comment;
import dev.hexadmin.domain.comments.Comment.Subject;
import dev.hexadmin.domain.comments.Comment.Times;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.session.Session;
import io.helidon.dbclient.DbRow;
import java.sql.PreparedStatement;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code admin_comments}. */
public final class JdbcComments implements Comments {
    private static final String SELECT =
            "SELECT id, model, record_id, parent_id, author_id, text, created_at, edited_at, deleted_at"
                    + " FROM admin_comments WHERE record_deleted_at IS NULL";
    private static final String ON_RECORD = SELECT + " AND model = ? AND record_id = ?";
    private static final String INSERT =
            "INSERT INTO admin_comments (model, record_id, parent_id, author_id, text, created_at)"
                    + " VALUES (?, ?, ?, ?, ?, ?)";

    private final Database database;
    private final SqlFragments sql;

    public JdbcComments(Database database) {
        this.database = database;
        this.sql = database.kind().sql();
    }

    @Override
    public Comment insert(Comment comment) {
        long id = database.change(session -> {
            try (Session.Prepared prepared = session.prepare(sql.insertWithId(INSERT))) {
                PreparedStatement statement = prepared.statement();
                statement.setString(1, comment.subject().model());
                statement.setString(2, comment.subject().recordId());
                statement.setObject(3, comment.parent().orElse(null), Types.BIGINT);
                statement.setObject(4, comment.author().map(UserId::value).orElse(null), Types.BIGINT);
                statement.setString(5, comment.text());
                sql.setMoment(statement, 6, Optional.of(comment.times().createdAt()));
                return sql.insertWithId(session, statement);
            }
        });
        return find(comment.subject(), id).orElseThrow();
    }

    @Override
    public Optional<Comment> find(Subject subject, long id) {
        return read(ON_RECORD + " AND id = ?", subject.model(), subject.recordId(), id).stream()
                .findFirst();
    }

    @Override
    public Optional<Comment> lock(Subject subject, long id) {
        database.lockRows("SELECT id FROM admin_comments WHERE id = ?", id);
        return find(subject, id);
    }

    @Override
    public List<Comment> list(Subject subject, long offset, int limit) {
        return read(ON_RECORD + " ORDER BY id LIMIT ? OFFSET ?", subject.model(), subject.recordId(), limit, offset);
    }

    @Override
    public List<Comment> threads(Subject subject, OptionalLong before, int limit) {
        return read(
                ON_RECORD + " AND parent_id IS NULL AND id < ? ORDER BY id DESC LIMIT ?",
                subject.model(),
                subject.recordId(),
                before.orElse(Long.MAX_VALUE),
                limit);
    }

    @Override
    public List<Comment> replies(Collection<Long> parents) {
        return parents.isEmpty()
                ? List.of()
                : read(SELECT + " AND parent_id"
                        + parents.stream().map(String::valueOf).collect(Collectors.joining(", ", " IN (", ")"))
                        + " ORDER BY id");
    }

    private List<Comment> read(String query, Object... values) {
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query(query, values)) {
                return rows.map(JdbcComments::comment).toList();
            }
        });
    }

    private static Comment comment(DbRow row) {
        return new Comment(
                Columns.whole(row, "id"),
                new Subject(Columns.text(row, "model"), Columns.text(row, "record_id")),
                Columns.optionalWhole(row, "parent_id"),
                Columns.optionalWhole(row, "author_id").map(UserId::new),
                Columns.text(row, "text"),
                new Times(
                        Columns.instant(row, "created_at"),
                        Columns.optionalInstant(row, "edited_at"),
                        Columns.optionalInstant(row, "deleted_at")));
    }

    @Override
    public long replies(long parent) {
        return database.query(
                        execute -> execute.get("SELECT count(*) AS n FROM admin_comments WHERE parent_id = ?", parent))
                .map(row -> Columns.whole(row, "n"))
                .orElse(0L);
    }

    @Override
    public Counts count(Subject subject) {
        return database.query(execute -> execute.get(
                        "SELECT count(*) AS n, count(deleted_at) AS gone FROM admin_comments"
                                + " WHERE record_deleted_at IS NULL AND model = ? AND record_id = ?",
                        subject.model(),
                        subject.recordId()))
                .map(row -> new Counts(Columns.whole(row, "n"), Columns.whole(row, "n") - Columns.whole(row, "gone")))
                .orElse(new Counts(0, 0));
    }

    @Override
    public void edit(long id, String text, Instant now) {
        update("UPDATE admin_comments SET text = ?, edited_at = ? WHERE id = ?", text, database.parameter(now), id);
    }

    @Override
    public void empty(long id, Instant now) {
        update("UPDATE admin_comments SET text = '', deleted_at = ? WHERE id = ?", database.parameter(now), id);
    }

    @Override
    public void remove(long id) {
        update("DELETE FROM admin_comments WHERE id = ?", id);
    }

    @Override
    public void recordDeleted(Subject subject, Instant now) {
        update(
                "UPDATE admin_comments SET record_deleted_at = ?"
                        + " WHERE record_deleted_at IS NULL AND model = ? AND record_id = ?",
                database.parameter(now),
                subject.model(),
                subject.recordId());
    }

    @Override
    public void recordRestored(Subject subject, Instant since, Subject restored) {
        update(
                "UPDATE admin_comments SET record_deleted_at = NULL, model = ?, record_id = ?"
                        + " WHERE record_deleted_at >= ? AND model = ? AND record_id = ?",
                restored.model(),
                restored.recordId(),
                database.parameter(since),
                subject.model(),
                subject.recordId());
    }

    @Override
    public int sweep(Instant before, int most) {
        // the newest ones first: a reply goes before the comment that it replies to
        return (int) update(
                sql.deleteSelected(
                        "admin_comments",
                        "id",
                        "SELECT id FROM admin_comments WHERE record_deleted_at < ? ORDER BY id DESC LIMIT " + most),
                database.parameter(before));
    }

    private long update(String statement, Object... values) {
        return database.execute(execute -> execute.dml(statement, values));
    }
}
