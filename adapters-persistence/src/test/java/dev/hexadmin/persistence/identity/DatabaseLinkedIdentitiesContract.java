package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.LinkedIdentities;
import dev.hexadmin.application.identity.port.UsedTokens;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.ports.LinkedIdentitiesContract;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

abstract class DatabaseLinkedIdentitiesContract extends LinkedIdentitiesContract {
    @TempDir
    Path folder;

    private Database database;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Override
    protected LinkedIdentities identities() {
        return new JdbcLinkedIdentities(database);
    }

    @Override
    protected UsedTokens tokens() {
        return new JdbcUsedTokens(database);
    }

    @Override
    protected UnitOfWork unitOfWork() {
        return database;
    }

    @Override
    protected UserId user(String email) {
        return database.write(scope -> new JdbcUsers(database)
                .insert(
                        new EmailAddress(email),
                        "",
                        false,
                        User.Credentials.NO_PASSWORD,
                        Optional.empty(),
                        Instant.EPOCH)
                .orElseThrow());
    }

    @Override
    protected void delete(UserId user) {
        database.write(scope ->
                database.execute(execute -> execute.dml("DELETE FROM admin_users WHERE id = ?", user.value())));
    }

    @Override
    protected List<Instant> signIns() {
        return database.query(execute -> {
            try (var rows = execute.query("SELECT last_sign_in FROM admin_linked_identities")) {
                return rows.flatMap(row -> Columns.optionalInstant(row, "last_sign_in").stream())
                        .toList();
            }
        });
    }
}
