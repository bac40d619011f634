package dev.hexadmin.cache.jedis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hexadmin.testing.keyvalue.TestRedis;
import java.nio.file.Path;
import java.util.Optional;

/** Skipped where no Redis is installed. */
class InstalledRedisRateWindowsIT extends SharedRateWindowsContract {
    @Override
    TestRedis started() {
        Optional<Path> program = TestRedis.installed("redis-server");
        assumeTrue(program.isPresent(), "redis-server is not installed");
        return TestRedis.of(program.orElseThrow());
    }
}
