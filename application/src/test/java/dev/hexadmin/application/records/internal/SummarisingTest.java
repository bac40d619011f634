package dev.hexadmin.application.records.internal;

import static dev.hexadmin.application.records.internal.Shop.NOON;
import static dev.hexadmin.application.records.internal.Shop.SUPER;
import static dev.hexadmin.application.records.internal.Shop.actor;
import static dev.hexadmin.application.records.internal.Shop.grant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.records.Aggregation;
import dev.hexadmin.domain.records.Aggregation.By;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Summed;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SummarisingTest {
    private final Shop shop = new Shop();

    private FieldDefinition field(String name) {
        return shop.products.fieldNamed(name);
    }

    private Summed count(Actor actor, String... filters) {
        return shop.browsing.summarise(
                actor, ListRequest.of(shop.products, Shop.map(filters)), new By.Nothing(), Optional.empty());
    }

    private static Summed counted(long count) {
        return new Summed.Groups(List.of(new Summed.Group(null, count, BigDecimal.ZERO)));
    }

    @Test
    void only_what_the_actor_may_view_is_counted() {
        shop.created(shop.products, "name", "a", "status", "active", "owner_id", 7L);
        shop.created(shop.products, "name", "b", "status", "draft", "owner_id", 8L);
        shop.created(shop.products, "name", "c", "status", "active", "owner_id", 8L);
        assertThat(count(SUPER)).isEqualTo(counted(3));
        assertThat(count(SUPER, "status", "active")).isEqualTo(counted(2));
        shop.policies.put("products", shop.own(shop.products, "owner_id", 8L));
        Actor bound = actor(grant("products", Map.of(), Action.VIEW));
        assertThat(count(bound)).isEqualTo(counted(2));
        assertThat(count(bound, "status", "active")).isEqualTo(counted(1));
    }

    @Test
    void without_a_right_on_the_model_or_a_field_nothing_is_revealed() {
        Actor some = actor(grant("products", Map.of("cost", Set.of()), Action.VIEW));
        assertThat(catchThrowableOfType(RequestRejectedException.class, () -> count(actor()))
                        .category())
                .isEqualTo(Category.FORBIDDEN);
        for (String filter : List.of("cost", "cost__gt")) {
            assertThat(catchThrowableOfType(RequestRejectedException.class, () -> count(some, filter, "1"))
                            .category())
                    .as(filter)
                    .isEqualTo(Category.FORBIDDEN);
        }
        assertThat(catchThrowableOfType(
                                RequestRejectedException.class,
                                () -> shop.browsing.summarise(
                                        some,
                                        ListRequest.all(shop.products),
                                        new By.Nothing(),
                                        Optional.of(field("cost"))))
                        .code())
                .isEqualTo("field_forbidden");
        assertThat(catchThrowableOfType(
                                RequestRejectedException.class,
                                () -> shop.browsing.summarise(
                                        some,
                                        ListRequest.all(shop.products),
                                        new By.Value(field("cost"), 3),
                                        Optional.empty()))
                        .code())
                .isEqualTo("field_forbidden");
        assertThat(catchThrowableOfType(RequestRejectedException.class, () -> count(SUPER, "nope", "1"))
                        .category())
                .isEqualTo(Category.MALFORMED);
    }

    @Test
    void what_makes_no_groups_and_does_not_add_up_is_no_aggregation() {
        for (String name : List.of("name", "category_id", "id", "created_at")) {
            assertThatThrownBy(() -> new Aggregation(
                            shop.products, Condition.always(), new By.Nothing(), Optional.of(field(name))))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (String name : List.of("tags", "attributes", "password")) {
            assertThatThrownBy(() -> new Aggregation(
                            shop.products, Condition.always(), new By.Value(field(name), 3), Optional.empty()))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new Aggregation(
                        shop.products, Condition.always(), new By.Day(field("price")), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);

    private AggregationCache kept() {
        return new AggregationCache(shop.records, now::get);
    }

    private Aggregation aggregation(Condition condition) {
        return new Aggregation(shop.products, condition, new By.Nothing(), Optional.empty());
    }

    @Test
    void equal_queries_get_the_same_result_for_half_a_minute() {
        AggregationCache kept = kept();
        assertThat(kept.of(aggregation(Condition.always()))).isEqualTo(counted(0));
        shop.created(shop.products, "name", "a");
        assertThat(kept.of(aggregation(Condition.always()))).isEqualTo(counted(0));
        assertThat(kept.of(aggregation(shop.own(shop.products, "name", "a")))).isEqualTo(counted(1));
        assertThat(kept.of(aggregation(shop.own(shop.products, "name", "b")))).isEqualTo(counted(0));
        assertThat(shop.records.aggregations).isEqualTo(3);
        now.set(NOON.plus(AggregationCache.LIFETIME));
        assertThat(kept.of(aggregation(Condition.always()))).isEqualTo(counted(1));
    }

    @Test
    void what_took_too_long_is_left_alone_for_five_minutes() {
        AggregationCache kept = kept();
        shop.records.answer = new Summed.TooSlow();
        assertThat(kept.of(aggregation(Condition.always()))).isEqualTo(new Summed.TooSlow());
        shop.records.answer = null;
        now.set(NOON.plus(AggregationCache.LIFETIME));
        assertThat(kept.of(aggregation(Condition.always()))).isEqualTo(new Summed.TooSlow());
        now.set(NOON.plus(AggregationCache.LEFT_ALONE));
        assertThat(kept.of(aggregation(Condition.always()))).isEqualTo(counted(0));
    }

    @Test
    void a_failure_is_reported_to_the_caller_and_not_cached() {
        AggregationCache kept = kept();
        shop.records.failure = new IllegalStateException("away");
        assertThatThrownBy(() -> kept.of(aggregation(Condition.always()))).hasMessage("away");
        shop.records.failure = null;
        assertThat(kept.of(aggregation(Condition.always()))).isEqualTo(counted(0));
    }

    @Test
    void many_who_ask_the_same_at_once_ask_the_database_once() throws InterruptedException {
        AggregationCache kept = kept();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        shop.records.meanwhile = () -> {
            asked.countDown();
            go.await();
            return 0;
        };
        List<Summed> told = java.util.Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(Thread.ofVirtual().start(() -> told.add(kept.of(aggregation(Condition.always())))));
        }
        asked.await();
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(told).hasSize(8).containsOnly(counted(0));
        assertThat(shop.records.aggregations).isEqualTo(1);
    }
}
