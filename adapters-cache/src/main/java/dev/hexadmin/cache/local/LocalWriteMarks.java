package dev.hexadmin.cache.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hexadmin.application.port.WriteMarks;
import dev.hexadmin.domain.identity.UserId;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Marks of one process, for an installation of one server. Thread-safe. */
public final class LocalWriteMarks implements WriteMarks {
    private final Cache<UserId, Long> marks;

    /** @param nanos a clock that never goes back, such as {@link System#nanoTime} */
    public LocalWriteMarks(LongSupplier nanos) {
        this.marks = Caffeine.newBuilder()
                .expireAfterWrite(KEPT)
                .ticker(nanos::getAsLong)
                .build();
    }

    @Override
    public void wrote(UserId user, long position) {
        marks.asMap().merge(user, position, Math::max);
    }

    @Override
    public long of(UserId user) {
        @Nullable Long mark = marks.getIfPresent(user);
        return mark == null ? NONE : mark;
    }
}
