package dev.hexadmin.application.access.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CompiledRowPoliciesTest {
    private static final Model ORDERS = ModelRegistry.of(List.of(ModelDefinition.builder("orders")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("owner_id", FieldType.INTEGER)
                    .build()))
            .model("orders")
            .orElseThrow();

    private final CompiledRowPolicies policies = new CompiledRowPolicies();

    private Condition of(long user, String... texts) {
        List<Grant> grants = Stream.of(texts)
                .map(text -> new Grant(
                        "orders", Set.of(Action.VIEW), Map.of(), text.isEmpty() ? Optional.empty() : Optional.of(text)))
                .toList();
        return policies.condition(
                new Actor.SignedIn(
                        new UserId(user),
                        new EmailAddress("eva@example.com"),
                        new Rights(false, grants),
                        Actor.Origin.LOCAL),
                ORDERS,
                Action.VIEW);
    }

    private static Condition is(String field, long value) {
        return new Condition.Compare(FieldPath.of(ORDERS, ORDERS.fieldNamed(field)), Lookup.EXACT, List.of(value));
    }

    @Test
    void a_record_must_meet_one_of_the_policies_that_bind() {
        assertThat(of(7, "owner_id = $user.id")).isEqualTo(is("owner_id", 7));
        assertThat(of(8, "owner_id = $user.id")).isEqualTo(is("owner_id", 8));
        assertThat(of(7, "owner_id = $user.id", "id = 1", "id = 1"))
                .isEqualTo(new Condition.Any(List.of(is("owner_id", 7), is("id", 1))));
        assertThat(of(7, "owner_id = $user.id", "")).isEqualTo(Condition.always());
    }

    @Test
    void a_policy_that_is_not_understood_covers_nothing() {
        assertThat(of(7, "gone = 1")).isEqualTo(Condition.never());
        assertThat(of(7, "gone = 1", "id = 1")).isEqualTo(new Condition.Any(List.of(Condition.never(), is("id", 1))));
    }

    @Test
    void without_the_right_nothing_is_covered_and_nothing_binds_a_superuser() {
        assertThat(of(7)).isEqualTo(Condition.never());
        assertThat(policies.condition(new Actor.Anonymous(Actor.Origin.LOCAL), ORDERS, Action.VIEW))
                .isEqualTo(Condition.never());
        assertThat(policies.condition(new Actor.Operator("x"), ORDERS, Action.DELETE))
                .isEqualTo(Condition.always());
        assertThat(policies.condition(
                        new Actor.SignedIn(new UserId(1), new EmailAddress("a@b.c"), Rights.ALL, Actor.Origin.LOCAL),
                        ORDERS,
                        Action.EDIT))
                .isEqualTo(Condition.always());
    }
}
