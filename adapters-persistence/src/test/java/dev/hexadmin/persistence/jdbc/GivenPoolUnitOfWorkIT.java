package dev.hexadmin.persistence.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.persistence.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;

class GivenPoolUnitOfWorkIT extends UnitOfWorkContract {
    private static final List<HikariDataSource> POOLS = new ArrayList<>();

    @Override
    DatabaseSettings settings(Path folder) {
        HikariDataSource pool = TestDatabases.pool(TestDatabases.source(TestDatabases.postgresql()), 6);
        POOLS.add(pool);
        return new DatabaseSettings.Given(pool, 16);
    }

    @AfterAll
    static void the_program_closes_its_pools_itself() {
        POOLS.forEach(HikariDataSource::close);
        POOLS.clear();
    }
}
