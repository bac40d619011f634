package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.Invitations;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code admin_invitations} and {@code admin_invitation_roles}. */
public final class JdbcInvitations implements Invitations {
    private static final String SELECT =
            "SELECT i.id, i.email, i.full_name, i.inviter_id, u.email AS inviter_email, i.created_at, i.sent_at,"
                    + " i.expires_at, i.accepted_at, i.withdrawn_at"
                    + " FROM admin_invitations i LEFT JOIN admin_users u ON u.id = i.inviter_id ";
    private static final String OPEN = "accepted_at IS NULL AND withdrawn_at IS NULL";

    private final Database database;

    public JdbcInvitations(Database database) {
        this.database = database;
    }

    @Override
    public StoredInvitation insert(NewInvitation invitation, String hash, Instant now, Instant expiresAt) {
        return database.execute(execute -> {
            execute.insert(
                    "INSERT INTO admin_invitations"
                            + " (email, full_name, token_hash, inviter_id, created_at, sent_at, expires_at)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    invitation.email().value(),
                    invitation.fullName(),
                    hash,
                    invitation.inviter().value(),
                    database.parameter(now),
                    database.parameter(now),
                    database.parameter(expiresAt));
            for (long role : invitation.roles()) {
                database.insertNew(
                        execute,
                        "INSERT INTO admin_invitation_roles (invitation_id, role_id)"
                                + " SELECT i.id, r.id FROM admin_invitations i, admin_roles r"
                                + " WHERE i.token_hash = ? AND r.id = ?",
                        hash,
                        role);
            }
            return byHash(hash).orElseThrow();
        });
    }

    @Override
    public Optional<StoredInvitation> byId(long id) {
        return first("WHERE i.id = ?", id);
    }

    @Override
    public Optional<StoredInvitation> byHash(String hash) {
        return first("WHERE i.token_hash = ?", hash);
    }

    private Optional<StoredInvitation> first(String condition, Object value) {
        return read(SELECT + condition, value).stream().findFirst();
    }

    private List<StoredInvitation> read(String query, Object... values) {
        return database.query(execute -> {
            List<DbRow> rows;
            try (Stream<DbRow> found = execute.query(query, values)) {
                rows = found.toList();
            }
            List<StoredInvitation> all = new ArrayList<>(rows.size());
            for (DbRow row : rows) {
                try (Stream<DbRow> roles = execute.query(
                        "SELECT r.id, r.name FROM admin_invitation_roles ir JOIN admin_roles r ON r.id = ir.role_id"
                                + " WHERE ir.invitation_id = ? ORDER BY r.name",
                        Columns.whole(row, "id"))) {
                    all.add(stored(
                            row,
                            roles.map(role -> new InvitedRole(Columns.whole(role, "id"), Columns.text(role, "name")))
                                    .toList()));
                }
            }
            return all;
        });
    }

    private static StoredInvitation stored(DbRow row, List<InvitedRole> roles) {
        return new StoredInvitation(
                Columns.whole(row, "id"),
                new EmailAddress(Columns.text(row, "email")),
                Columns.text(row, "full_name"),
                roles,
                Columns.optionalWhole(row, "inviter_id")
                        .map(id -> new Inviter(new UserId(id), new EmailAddress(Columns.text(row, "inviter_email")))),
                new Times(
                        Columns.instant(row, "created_at"),
                        Columns.instant(row, "sent_at"),
                        Columns.instant(row, "expires_at"),
                        Columns.optionalInstant(row, "accepted_at"),
                        Columns.optionalInstant(row, "withdrawn_at")));
    }

    @Override
    public boolean pending(EmailAddress email, Instant now) {
        return database.query(execute -> execute.get(
                        "SELECT id FROM admin_invitations WHERE email = ? AND expires_at > ? AND " + OPEN + " LIMIT 1",
                        email.value(),
                        database.parameter(now)))
                .isPresent();
    }

    @Override
    public List<StoredInvitation> list(Optional<UserId> inviter, long offset, int limit) {
        String page = " ORDER BY i.id DESC LIMIT ? OFFSET ?";
        return inviter.isPresent()
                ? read(SELECT + "WHERE i.inviter_id = ?" + page, inviter.get().value(), limit, offset)
                : read(SELECT + page, limit, offset);
    }

    @Override
    public long count(Optional<UserId> inviter) {
        String count = "SELECT count(*) AS n FROM admin_invitations";
        return database.query(execute -> inviter.isPresent()
                        ? execute.get(
                                count + " WHERE inviter_id = ?", inviter.get().value())
                        : execute.get(count))
                .map(row -> Columns.whole(row, "n"))
                .orElse(0L);
    }

    @Override
    public boolean renew(long id, UserId inviter, String hash, Instant now, Instant expiresAt) {
        return changed(
                "UPDATE admin_invitations SET token_hash = ?, inviter_id = ?, sent_at = ?, expires_at = ?"
                        + " WHERE id = ? AND " + OPEN,
                hash,
                inviter.value(),
                database.parameter(now),
                database.parameter(expiresAt),
                id);
    }

    @Override
    public boolean withdraw(long id, Instant now) {
        return changed(
                "UPDATE admin_invitations SET token_hash = NULL, withdrawn_at = ? WHERE id = ? AND " + OPEN,
                database.parameter(now),
                id);
    }

    @Override
    public boolean accept(String hash, Instant now) {
        return changed(
                "UPDATE admin_invitations SET token_hash = NULL, accepted_at = ?"
                        + " WHERE token_hash = ? AND expires_at > ? AND " + OPEN,
                database.parameter(now),
                hash,
                database.parameter(now));
    }

    private boolean changed(String update, @Nullable Object... values) {
        return database.execute(execute -> execute.update(update, values)) == 1;
    }

    @Override
    public int sweep(Instant expiredBefore, int limit) {
        return (int) (long) database.execute(execute -> execute.delete(
                database.kind()
                        .sql()
                        .deleteSelected(
                                "admin_invitations",
                                "id",
                                "SELECT id FROM admin_invitations WHERE expires_at < ? LIMIT ?"),
                database.parameter(expiredBefore),
                limit));
    }
}
