package dev.hexadmin.http.panel.frame;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Aggregation.By;
import dev.hexadmin.domain.records.SavedView;
import dev.hexadmin.domain.records.Summed;
import dev.hexadmin.http.fields.Formats;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * The numbers of records of saved views, beside their names. A page never waits for them: it shows the number that is
 * known, and a number that is missing or older than half a minute is counted in the background, one at a time and for at
 * most two seconds. Thread-safe.
 */
public final class ViewCounts {
    private static final System.Logger LOG = System.getLogger(ViewCounts.class.getName());
    private static final Duration FRESH = Duration.ofSeconds(30);
    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final int MOST = 10_000;

    private final BrowsingRecords browsing;
    private final InstantSource clock;
    private final Cache<CountedView, Known> known =
            Caffeine.newBuilder().maximumSize(MOST).expireAfterAccess(KEPT).build();
    private final Set<CountedView> running = ConcurrentHashMap.newKeySet();
    private final Semaphore one = new Semaphore(1);

    /** Views with the same filters have the same number for a user. */
    private record CountedView(Model model, Rights rights, UserId user, Map<String, String> filters) {}

    /** @param number empty when it could not be counted in time */
    private record Known(OptionalLong number, long at) {}

    public ViewCounts(BrowsingRecords browsing, InstantSource clock) {
        this.browsing = browsing;
        this.clock = clock;
    }

    /** The number, for people; {@code ""} while it is not known. */
    public String of(Actor.SignedIn actor, Model model, SavedView view) {
        CountedView counted = new CountedView(model, actor.rights(), actor.id(), ListParameter.selecting(view.query()));
        Optional<Known> last = Optional.ofNullable(known.getIfPresent(counted));
        if (last.filter(count -> clock.millis() - count.at() < FRESH.toMillis()).isEmpty() && running.add(counted)) {
            Thread.ofVirtual().name("view-count").start(() -> count(actor, counted));
        }
        return last.map(Known::number)
                .filter(OptionalLong::isPresent)
                .map(number -> Formats.number(number.getAsLong()))
                .orElse("");
    }

    private void count(Actor.SignedIn actor, CountedView counted) {
        one.acquireUninterruptibly();
        try {
            known.put(counted, new Known(number(actor, counted), clock.millis()));
        } finally {
            one.release();
            running.remove(counted);
        }
    }

    private OptionalLong number(Actor.SignedIn actor, CountedView counted) {
        try {
            Summed summed = browsing.summarise(
                    actor, ListRequest.of(counted.model(), counted.filters()), new By.Nothing(), Optional.empty());
            return summed instanceof Summed.Groups(var groups)
                    ? OptionalLong.of(
                            groups.stream().mapToLong(Summed.Group::count).sum())
                    : OptionalLong.empty();
        } catch (RuntimeException e) {
            // a field of the filters may not be viewed any more, or the database is unavailable
            LOG.log(System.Logger.Level.DEBUG, "A saved view was not counted", e);
            return OptionalLong.empty();
        }
    }
}
