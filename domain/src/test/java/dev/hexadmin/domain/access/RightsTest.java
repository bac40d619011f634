package dev.hexadmin.domain.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class RightsTest {
    private static final ModelRegistry REGISTRY =
            ModelRegistry.of(List.of(model("a", false), model("b", false), model("c", true)));
    private static final List<String> FIELDS = List.of("id", "x", "y");

    private static ModelDefinition model(String name, boolean builtIn) {
        return ModelDefinition.builder(name)
                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                .field("x", FieldType.STRING)
                .field("y", FieldType.STRING)
                .access(builtIn ? ModelDefinition.Access.BUILT_IN : ModelDefinition.Access.OPEN)
                .build();
    }

    private static Model model(String name) {
        return REGISTRY.model(name).orElseThrow();
    }

    private static RoleRights role(SplittableRandom random) {
        Map<String, Set<Action>> permissions = new HashMap<>();
        for (String model : some(random, List.of("*", "a", "b", "c", "gone"), 5)) {
            permissions.put(model, Set.copyOf(some(random, List.of(Action.values()), 6)));
        }
        Map<String, Map<String, Set<Action>>> fields = new HashMap<>();
        for (String model : some(random, List.of("a", "b", "c", "gone"), 2)) {
            Map<String, Set<Action>> left = new HashMap<>();
            for (String field : some(random, FIELDS, 2)) {
                left.put(field, Set.copyOf(some(random, List.of(Action.VIEW, Action.CREATE, Action.EDIT), 3)));
            }
            fields.put(model, left);
        }
        Map<String, String> policies = new HashMap<>();
        for (String model : some(random, List.of("a", "b", "c"), 2)) {
            policies.put(model, random.nextBoolean() ? "p" : "q");
        }
        return new RoleRights(permissions, fields, policies);
    }

    /** None, or some of them, each once. */
    private static <T> List<T> some(SplittableRandom random, List<T> all, int most) {
        List<T> some = new ArrayList<>(all);
        Collections.shuffle(some, random);
        return some.subList(0, random.nextInt(most + 1));
    }

    /** What one role allows, read off its text without grants: the oracle. */
    private static boolean allows(RoleRights role, Action action, String model) {
        return role.permissions().getOrDefault(model, Set.of()).contains(action)
                || (!model.equals("c")
                        && role.permissions().getOrDefault("*", Set.of()).contains(action));
    }

    @RepeatedTest(1_000)
    void rights_are_the_union_of_what_each_role_says(RepetitionInfo seed) {
        SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
        List<RoleRights> roles =
                Stream.generate(() -> role(random)).limit(random.nextInt(4)).toList();
        Rights rights = new Rights(
                false,
                roles.stream().flatMap(role -> role.grants(REGISTRY).stream()).toList());
        for (String name : List.of("a", "b", "c")) {
            Model model = model(name);
            Set<Action> expected = EnumSet.noneOf(Action.class);
            for (Action action : Action.values()) {
                List<RoleRights> granting = roles.stream()
                        .filter(role -> allows(role, action, name))
                        .toList();
                assertThat(rights.allows(action, model)).isEqualTo(!granting.isEmpty());
                for (String field : FIELDS) {
                    boolean left = granting.stream().anyMatch(role -> {
                        Map<String, Set<Action>> restricted = role.fields().getOrDefault(name, Map.of());
                        return !restricted.containsKey(field)
                                || restricted.get(field).contains(action);
                    });
                    assertThat(rights.allows(action, model, model.fieldNamed(field)))
                            .isEqualTo(left);
                }
                if (granting.isEmpty()) {
                    assertThatThrownBy(() -> rights.policies(action, model)).isInstanceOf(IllegalStateException.class);
                    continue;
                }
                expected.add(action);
                Set<String> binding = new HashSet<>();
                boolean free = false;
                for (RoleRights role : granting) {
                    if (role.policies().containsKey(name)) {
                        binding.add(role.policies().get(name));
                    } else {
                        free = true;
                    }
                }
                assertThat(Set.copyOf(rights.policies(action, model))).isEqualTo(free ? Set.of() : binding);
            }
            assertThat(rights.actions(model)).isEqualTo(expected);
        }
    }

    @Test
    void a_superuser_passes_every_check() {
        Model c = model("c");
        FieldDefinition x = c.fieldNamed("x");
        for (Action action : Action.values()) {
            assertThat(Rights.ALL.allows(action, c, x)).isTrue();
            assertThat(Rights.ALL.policies(action, c)).isEmpty();
            assertThat(Rights.NONE.allows(action, c, x)).isFalse();
        }
        assertThat(Rights.ALL.permissions(REGISTRY))
                .isEqualTo(Map.of("*", List.of("view", "create", "edit", "delete", "export", "import")));
        assertThat(Rights.NONE.permissions(REGISTRY)).isEmpty();
    }

    @Test
    void permissions_are_listed_for_each_model() {
        Rights rights = new Rights(
                false,
                List.of(
                        Grant.of("*", Set.of(Action.VIEW)),
                        Grant.of("b", Set.of(Action.DELETE)),
                        new Grant("gone", Set.of(Action.VIEW), Map.of(), Optional.empty())));
        assertThat(rights.permissions(REGISTRY))
                .isEqualTo(Map.of("a", List.of("view"), "b", List.of("view", "delete")));
    }

    @Test
    void rights_follow_the_names_of_models_and_fields() {
        ModelRegistry renamed = ModelRegistry.of(List.of(
                ModelDefinition.builder("ships")
                        .renamedFrom("vessels")
                        .field("id", FieldType.INTEGER, f -> f.primaryKey())
                        .field("pay", FieldType.INTEGER, f -> f.renamedFrom("salary"))
                        .field("grade", FieldType.INTEGER, f -> f.column("level"))
                        .build(),
                ModelDefinition.builder("harbours")
                        .table("ports")
                        .field("id", FieldType.INTEGER, f -> f.primaryKey())
                        .build()));
        Model ships = renamed.named("ships");
        RoleRights before = new RoleRights(
                Map.of("*", Set.of(Action.VIEW), "vessels", Set.of(Action.EDIT), "ports", Set.of(Action.DELETE)),
                Map.of("vessels", Map.of("salary", Set.of(), "level", Set.of(), "gone", Set.of())),
                Map.of("vessels", "id = 1", "ports", "id = 2"));
        Rights rights = new Rights(false, before.grants(renamed));
        assertThat(rights.actions(ships)).containsExactlyInAnyOrder(Action.VIEW, Action.EDIT);
        assertThat(rights.allows(Action.VIEW, ships, ships.fieldNamed("pay"))).isFalse();
        assertThat(rights.allows(Action.EDIT, ships, ships.fieldNamed("grade"))).isFalse();
        assertThat(rights.policies(Action.VIEW, ships)).containsExactly("id = 1");
        // permissions follow only what is stated to be a former name
        assertThat(rights.actions(renamed.named("harbours"))).containsExactly(Action.VIEW);
        assertThat(rights.policies(Action.VIEW, renamed.named("harbours"))).containsExactly("id = 2");
        assertThat(before.underPresentNames(renamed))
                .isEqualTo(new RoleRights(
                        Map.of("*", Set.of(Action.VIEW), "ships", Set.of(Action.EDIT), "ports", Set.of(Action.DELETE)),
                        Map.of("ships", Map.of("pay", Set.of(), "grade", Set.of(), "gone", Set.of())),
                        Map.of("ships", "id = 1", "harbours", "id = 2")));
    }

    @Test
    void what_is_stated_under_the_present_name_wins_and_a_name_in_use_again_restricts_both() {
        ModelRegistry renamed = ModelRegistry.of(List.of(
                ModelDefinition.builder("ships")
                        .renamedFrom("vessels")
                        .field("id", FieldType.INTEGER, f -> f.primaryKey())
                        .field("pay", FieldType.INTEGER, f -> f.renamedFrom("salary"))
                        .field("salary", FieldType.INTEGER)
                        .build(),
                model("vessels", false)));
        RoleRights own = new RoleRights(
                Map.of(),
                Map.of("ships", Map.of("salary", Set.of(), "pay", Set.of(Action.VIEW))),
                Map.of("vessels", "id = 1", "ships", "id = 2"));
        assertThat(own.underPresentNames(renamed)).isEqualTo(own);
        RoleRights old = new RoleRights(
                Map.of("vessels", Set.of(Action.VIEW)),
                Map.of("ships", Map.of("salary", Set.of())),
                Map.of("vessels", "id = 1"));
        assertThat(old.underPresentNames(renamed))
                .isEqualTo(new RoleRights(
                        Map.of("vessels", Set.of(Action.VIEW)),
                        Map.of("ships", Map.of("salary", Set.of(), "pay", Set.of())),
                        Map.of("vessels", "id = 1", "ships", "id = 1")));
    }

    @Test
    void a_field_is_not_restricted_with_another_one_that_has_the_name_of_its_column() {
        ModelRegistry crossed = ModelRegistry.of(List.of(ModelDefinition.builder("ships")
                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                .field("name", FieldType.STRING, f -> f.column("title"))
                .field("title", FieldType.STRING, f -> f.column("rank"))
                .build()));
        RoleRights rights = new RoleRights(Map.of(), Map.of("ships", Map.of("title", Set.of())), Map.of());
        assertThat(rights.underPresentNames(crossed)).isEqualTo(rights);
    }

    @Test
    void restrictions_of_deleted_fields_count() {
        Grant restricted = new Grant("a", Set.of(Action.VIEW), Map.of("gone", Set.of()), Optional.empty());
        assertThat(new Rights(false, List.of(restricted)).restrictsFields(Action.VIEW, model("a")))
                .isTrue();
        assertThat(new Rights(false, List.of(restricted, Grant.of("*", Set.of(Action.VIEW))))
                        .restrictsFields(Action.VIEW, model("a")))
                .isFalse();
        Grant viewed = new Grant("a", Set.of(Action.VIEW), Map.of("gone", Set.of(Action.VIEW)), Optional.empty());
        assertThat(new Rights(false, List.of(viewed)).restrictsFields(Action.VIEW, model("a")))
                .isFalse();
    }
}
