package dev.hexadmin.application.access.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.port.Grants;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.access.RoleRights;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.List;
import java.util.Map;
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

    private final ClusterEvents events = ClusterEvents.none();
    private final InMemoryRoles roles = new InMemoryRoles();
    private final ModelRegistry registry = ModelRegistry.of(List.of(ModelDefinition.builder("a")
            .field("id", FieldType.INTEGER, f -> f.primaryKey())
            .build()));
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
            roles,
            new GrantGuard(roles, registry),
            registry,
            roles.unitOfWork,
            events,
            () -> now);

    private void changed(UserId user) {
        events.announce(new ClusterEvent.UserChanged(user));
    }

    private void changed() {
        events.announce(new ClusterEvent.RightsChanged());
    }

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
        changed(EVA);
        assertThat(rights.of(EVA)).isEqualTo(Rights.NONE);
        assertThat(rights.of(ADA)).isEqualTo(SOME);
        stored = Rights.ALL;
        changed();
        assertThat(rights.of(EVA)).isEqualTo(Rights.ALL);
        assertThat(rights.of(ADA)).isEqualTo(Rights.ALL);
    }

    @Test
    void a_value_read_before_a_change_and_stored_after_it_is_not_cached() {
        for (Runnable change : List.<Runnable>of(
                () -> changed(EVA), this::changed, () -> events.announce(new ClusterEvent.Missed()))) {
            stored = SOME;
            changed();
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
        Rights inside = roles.unitOfWork.rehearse(scope -> {
            stored = Rights.ALL;
            return rights.of(EVA);
        });
        assertThat(inside).isEqualTo(Rights.ALL);
        stored = SOME; // rolled back
        assertThat(rights.of(EVA)).isEqualTo(SOME);
        roles.unitOfWork.rehearse(scope -> {
            stored = Rights.ALL;
            return rights.of(ADA);
        });
        stored = SOME;
        assertThat(rights.of(ADA)).isEqualTo(SOME);
    }

    @Test
    void a_role_is_lent_as_it_is_while_the_user_holds_all_of_it() {
        long viewing = roles.put("Viewing", false, rights(Action.VIEW), 0).id();
        long editing =
                roles.put("Editing", false, rights(Action.VIEW, Action.EDIT), 0).id();
        long everything = roles.put("Everything", true, rights(Action.VIEW), 0).id();
        assertThat(rights.lent(EVA, viewing)).contains(new LiveRights.Lent("Viewing", SOME));
        assertThat(rights.lent(EVA, editing)).isEmpty();
        assertThat(rights.lent(EVA, everything)).isEmpty();
        assertThat(rights.lent(EVA, 99)).isEmpty();
        stored = Rights.ALL;
        changed(EVA);
        assertThat(rights.lent(EVA, editing))
                .map(lent -> lent.rights().superuser())
                .contains(false);
        assertThat(rights.lent(EVA, everything)).contains(new LiveRights.Lent("Everything", Rights.ALL));
    }

    @Test
    void what_is_lent_ends_with_a_change_to_the_user_or_the_role_and_after_two_seconds() {
        long id = roles.put("Viewing", false, rights(Action.VIEW), 0).id();
        assertThat(rights.lent(EVA, id)).isPresent();
        stored = Rights.NONE;
        assertThat(rights.lent(EVA, id)).isPresent();
        changed(EVA);
        assertThat(rights.lent(EVA, id)).isEmpty();

        stored = SOME;
        changed();
        assertThat(rights.lent(EVA, id)).isPresent();
        roles.unitOfWork.write(scope -> roles.update(id, "Viewing", "", rights(Action.VIEW, Action.DELETE)));
        assertThat(rights.lent(EVA, id)).map(LiveRights.Lent::rights).contains(SOME);
        changed();
        assertThat(rights.lent(EVA, id)).isEmpty();

        stored = Rights.ALL;
        now += 2_000_000_000L;
        assertThat(rights.lent(EVA, id)).isPresent();
        roles.unitOfWork.write(scope -> {
            roles.delete(id);
            return id;
        });
        now += 2_000_000_000L;
        assertThat(rights.lent(EVA, id)).isEmpty();
    }

    @Test
    void rights_of_a_key_are_at_most_two_seconds_old_although_those_of_its_user_are_cached() {
        long id = roles.put("Viewing", false, rights(Action.VIEW), 0).id();
        rights.of(EVA);
        now += 1_999_999_999L;
        stored = Rights.NONE; // elsewhere
        assertThat(rights.lent(EVA, id)).isEmpty();
    }

    private static RoleRights rights(Action... actions) {
        return new RoleRights(Map.of("a", Set.of(actions)), Map.of(), Map.of());
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
