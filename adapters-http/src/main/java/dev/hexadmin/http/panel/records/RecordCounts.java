package dev.hexadmin.http.panel.records;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.Model;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The numbers of records of lists, for two seconds: a list is paged through, and its number is the most expensive part of
 * it. Thread-safe.
 */
public final class RecordCounts {
    private static final Duration EXPIRY = Duration.ofSeconds(2);
    private static final int MOST = 10_000;

    private final Cache<CountedList, RecordCount> counts =
            Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(EXPIRY).build();

    /** A list as a user sees it. */
    public record CountedList(Model model, Rights rights, Object user, Map<String, String> filters) {}

    /**
     * The number of records of a list.
     *
     * @param more whether there are more
     */
    public record RecordCount(long total, boolean more) {
        /** The number of pages of this size. */
        public long pages(int perPage) {
            return (total + perPage - 1) / perPage;
        }
    }

    public Optional<RecordCount> find(CountedList list) {
        return Optional.ofNullable(counts.getIfPresent(list));
    }

    public void put(CountedList list, RecordCount count) {
        counts.put(list, count);
    }

    /** Drops all counts: records were changed. */
    public void drop() {
        counts.invalidateAll();
    }
}
