package dev.hexadmin.persistence.idempotency;

import dev.hexadmin.application.idempotency.port.IdempotencyStore;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.ports.IdempotencyStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

abstract class DatabaseIdempotencyStoreContract extends IdempotencyStoreContract {
    @TempDir
    Path folder;

    Database database;
    JdbcIdempotencyStore responses;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        responses = new JdbcIdempotencyStore(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Override
    protected IdempotencyStore responses() {
        return responses;
    }

    @Override
    protected UnitOfWork unitOfWork() {
        return database;
    }

    @Override
    protected long rows() {
        return database.query(execute -> execute.get("SELECT count(*) AS c FROM admin_idempotency_keys")
                .map(row -> Columns.whole(row, "c"))
                .orElseThrow());
    }
}
