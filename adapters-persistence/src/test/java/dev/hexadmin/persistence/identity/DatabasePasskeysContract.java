package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.Passkeys;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.User;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.ports.PasskeysContract;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

abstract class DatabasePasskeysContract extends PasskeysContract {
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
    protected Passkeys passkeys() {
        return new JdbcPasskeys(database);
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
}
