package dev.hexadmin.cache.jedis;

import dev.hexadmin.testing.keyvalue.TestRedis;

class JedisRateWindowsIT extends SharedRateWindowsContract {
    @Override
    TestRedis started() {
        return TestRedis.start();
    }
}
