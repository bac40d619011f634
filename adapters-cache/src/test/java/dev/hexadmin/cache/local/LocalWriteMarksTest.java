package dev.hexadmin.cache.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.port.WriteMarks;
import dev.hexadmin.domain.identity.UserId;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LocalWriteMarksTest {
    private static final UserId WRITER = new UserId(1);

    private final AtomicLong nanos = new AtomicLong();
    private final WriteMarks marks = new LocalWriteMarks(nanos::get);

    @Test
    void a_mark_is_that_of_its_user_never_goes_back_and_is_kept_for_a_minute() {
        marks.wrote(WRITER, 7);
        marks.wrote(WRITER, 5);
        assertThat(marks.of(WRITER)).isEqualTo(7);
        assertThat(marks.of(new UserId(2))).isEqualTo(WriteMarks.NONE);
        nanos.addAndGet(WriteMarks.KEPT.toNanos() - 1);
        assertThat(marks.of(WRITER)).isEqualTo(7);
        nanos.addAndGet(1);
        assertThat(marks.of(WRITER)).isEqualTo(WriteMarks.NONE);
    }
}
