package dev.hexadmin.cache.jedis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hexadmin.testing.keyvalue.TestRedis;
import java.nio.file.Path;
import java.util.Optional;

/** Skipped where no Valkey is installed. */
class ValkeyRateWindowsIT extends SharedRateWindowsContract {
    @Override
    TestRedis started() {
        Optional<Path> program = TestRedis.installed("valkey-server");
        assumeTrue(program.isPresent(), "valkey-server is not installed");
        return TestRedis.of(program.orElseThrow());
    }
}
