package dev.hexadmin.domain.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
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

    @Provide
    Arbitrary<List<RoleRights>> roles() {
        Arbitrary<Set<Action>> actions = Arbitraries.of(Action.class).set();
        Arbitrary<Map<String, Set<Action>>> permissions =
                Arbitraries.maps(Arbitraries.of("*", "a", "b", "c", "gone"), actions);
        Arbitrary<Map<String, Map<String, Set<Action>>>> fields = Arbitraries.maps(
                        Arbitraries.of("a", "b", "c", "gone"),
                        Arbitraries.maps(
                                        Arbitraries.of(FIELDS),
                                        Arbitraries.of(Action.VIEW, Action.CREATE, Action.EDIT)
                                                .set())
                                .ofMaxSize(2))
                .ofMaxSize(2);
        Arbitrary<Map<String, String>> policies = Arbitraries.maps(
                        Arbitraries.of("a", "b", "c"), Arbitraries.of("p", "q"))
                .ofMaxSize(2);
        return Combinators.combine(permissions, fields, policies)
                .as(RoleRights::new)
                .list()
                .ofMaxSize(3);
    }

    /** What one role allows, read off its text without grants: the oracle. */
    private static boolean allows(RoleRights role, Action action, String model) {
        return role.permissions().getOrDefault(model, Set.of()).contains(action)
                || (!model.equals("c")
                        && role.permissions().getOrDefault("*", Set.of()).contains(action));
    }

    @Property
    void rights_are_the_union_of_what_each_role_says(@ForAll("roles") List<RoleRights> roles) {
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
}
