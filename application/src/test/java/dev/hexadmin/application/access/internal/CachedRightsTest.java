package dev.hexadmin.application.access.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.access.port.Grants;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.UserId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CachedRightsTest {
    private static final UserId EVA = new UserId(1);
    private static final UserId ADA = new UserId(2);
    private static final Rights SOME = new Rights(false, List.of(Grant.of("a", Set.of(Action.VIEW))));

    private Rights stored = SOME;
    private int reads;
    private long now;
    private Runnable whileReading = () -> {};

    private final InMemoryRoles unitOfWork = new InMemoryRoles();
    private final CachedRights rights = new CachedRights(
            new Grants() {
                @Override
                public Rights of(UserId user) {
                    reads++;
                    Rights read = stored;
                    whileReading.run();
                    return read;
                }

                @Override
                public Set<UserId> activeSuperusers() {
                    return Set.of();
                }
            },
            unitOfWork,
            () -> now);

    @Test
    void rights_are_read_once_and_again_after_two_seconds() {
        now = Long.MAX_VALUE - 5; // tickers may wrap
        assertThat(rights.of(EVA)).isEqualTo(SOME);
        stored = Rights.NONE;
        now += 1_999_999_999L;
        assertThat(rights.of(EVA)).isEqualTo(SOME);
        assertThat(reads).isEqualTo(1);
        now += 1;
        assertThat(rights.of(EVA)).isEqualTo(Rights.NONE);
    }

    @Test
    void a_change_is_seen_at_once() {
        rights.of(EVA);
        rights.of(ADA);
        stored = Rights.NONE;
        rights.changed(EVA);
        assertThat(rights.of(EVA)).isEqualTo(Rights.NONE);
        assertThat(rights.of(ADA)).isEqualTo(SOME);
        stored = Rights.ALL;
        rights.changed();
        assertThat(rights.of(EVA)).isEqualTo(Rights.ALL);
        assertThat(rights.of(ADA)).isEqualTo(Rights.ALL);
    }

    @Test
    void what_was_read_before_a_change_and_comes_after_it_is_not_kept() {
        for (Runnable change : List.<Runnable>of(() -> rights.changed(EVA), rights::changed)) {
            stored = SOME;
            rights.changed();
            whileReading = () -> {
                whileReading = () -> {};
                stored = Rights.NONE;
                change.run();
            };
            rights.of(EVA);
            assertThat(rights.of(EVA)).isEqualTo(Rights.NONE);
        }
    }

    @Test
    void what_is_read_inside_a_unit_of_work_is_its_own() {
        rights.of(EVA);
        Rights inside = unitOfWork.rehearse(scope -> {
            stored = Rights.ALL;
            return rights.of(EVA);
        });
        assertThat(inside).isEqualTo(Rights.ALL);
        stored = SOME; // rolled back
        assertThat(rights.of(EVA)).isEqualTo(SOME);
        unitOfWork.rehearse(scope -> {
            stored = Rights.ALL;
            return rights.of(ADA);
        });
        stored = SOME;
        assertThat(rights.of(ADA)).isEqualTo(SOME);
    }

    @Test
    void memory_is_bounded() {
        for (int i = 1; i <= 20_001; i++) {
            rights.of(new UserId(i));
        }
        reads = 0;
        rights.of(EVA);
        assertThat(reads).isEqualTo(1);
        rights.of(new UserId(20_001));
        assertThat(reads).isEqualTo(1);
    }
}
