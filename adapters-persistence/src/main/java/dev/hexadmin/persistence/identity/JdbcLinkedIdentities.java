package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.LinkedIdentities;
import dev.hexadmin.domain.identity.LinkedIdentity;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code admin_linked_identities}. */
public final class JdbcLinkedIdentities implements LinkedIdentities {
    private final Database database;

    public JdbcLinkedIdentities(Database database) {
        this.database = database;
    }

    @Override
    public Optional<UserId> user(LinkedIdentity identity) {
        return database.query(execute -> execute.get(
                        "SELECT user_id FROM admin_linked_identities WHERE issuer = ? AND subject = ?",
                        identity.issuer(),
                        identity.subject()))
                .map(row -> new UserId(Columns.whole(row, "user_id")));
    }

    @Override
    public List<LinkedIdentity> of(UserId user) {
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query(
                    "SELECT issuer, subject FROM admin_linked_identities WHERE user_id = ? ORDER BY issuer",
                    user.value())) {
                return rows.map(row -> new LinkedIdentity(Columns.text(row, "issuer"), Columns.text(row, "subject")))
                        .toList();
            }
        });
    }

    @Override
    public boolean link(UserId user, LinkedIdentity identity, Instant now) {
        return database.execute(execute -> database.insertNew(
                execute,
                "INSERT INTO admin_linked_identities (issuer, subject, user_id, linked_at) VALUES (?, ?, ?, ?)",
                identity.issuer(),
                identity.subject(),
                user.value(),
                database.parameter(now)));
    }

    @Override
    public void signedIn(LinkedIdentity identity, Instant now) {
        database.execute(execute -> execute.update(
                "UPDATE admin_linked_identities SET last_sign_in = ? WHERE issuer = ? AND subject = ?",
                database.parameter(now),
                identity.issuer(),
                identity.subject()));
    }
}
