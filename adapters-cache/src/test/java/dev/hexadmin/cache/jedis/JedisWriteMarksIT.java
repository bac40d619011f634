package dev.hexadmin.cache.jedis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.port.WriteMarks;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.testing.keyvalue.TestRedis;
import org.junit.jupiter.api.Test;

class JedisWriteMarksIT {
    private static final UserId WRITER = new UserId(1);

    @Test
    void a_mark_is_shared_never_goes_back_expires_and_is_unknown_during_an_outage() {
        try (TestRedis redis = TestRedis.start();
                KeyValueServer here = KeyValueServer.open(KeyValueUrl.parse(redis.url()), "marks");
                KeyValueServer there = KeyValueServer.open(KeyValueUrl.parse(redis.url()), "marks")) {
            WriteMarks marks = new JedisWriteMarks(here);
            marks.wrote(WRITER, 10);
            marks.wrote(WRITER, 9);
            assertThat(new JedisWriteMarks(there).of(WRITER)).isEqualTo(10);
            marks.wrote(WRITER, WriteMarks.UNKNOWN);
            assertThat(new JedisWriteMarks(there).of(WRITER)).isEqualTo(WriteMarks.UNKNOWN);
            assertThat(marks.of(new UserId(2))).isEqualTo(WriteMarks.NONE);
            assertThat(Long.parseLong(
                            redis.tell("PTTL hexadmin:{marks}:wrote:1").substring(1)))
                    .isPositive()
                    .isLessThanOrEqualTo(WriteMarks.KEPT.toMillis());
            redis.stop();
            assertThat(marks.of(WRITER)).isEqualTo(WriteMarks.UNKNOWN);
        }
    }
}
