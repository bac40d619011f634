package dev.hexadmin.application.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AuditVisibilityTest {
    private static final Model CREW = ModelRegistry.of(List.of(
                    ModelDefinition.builder("crew")
                            .field("id", FieldType.INTEGER, f -> f.primaryKey())
                            .field("name", FieldType.STRING)
                            .field("pay", FieldType.INTEGER, f -> f.renamedFrom("salary"))
                            .field("pin", FieldType.STRING, f -> f.writeOnly().renamedFrom("code"))
                            .inlines("shifts")
                            .build(),
                    ModelDefinition.builder("shifts")
                            .field("id", FieldType.INTEGER, f -> f.primaryKey())
                            .field("crew_id", FieldType.REFERENCE, f -> f.to("crew"))
                            .build()))
            .named("crew");
    private static final String CHANGES = "{\"name\":[\"a\",\"b\"],\"salary\":[1,2],\"bonus\":[3,4]}";

    private static AuditVisibility visibility(Map<String, Set<Action>> fields) {
        return visibility(new Grant("crew", Set.of(Action.VIEW), fields, Optional.empty()));
    }

    private static AuditVisibility visibility(Grant... grants) {
        Rights rights = new Rights(false, List.of(grants));
        return new AuditVisibility(
                new Actor.SignedIn(new UserId(7), new EmailAddress("eva@example.com"), rights, Actor.Origin.LOCAL),
                Optional.of(CREW),
                true);
    }

    @Test
    void unrestricted_users_see_values_of_deleted_fields() {
        assertThat(visibility(Map.of()).told(CHANGES)).isEqualTo(CHANGES);
    }

    @Test
    void values_of_a_deleted_field_stay_hidden_from_roles_that_could_not_see_them() {
        assertThat(visibility(Map.of("bonus", Set.of())).told(CHANGES))
                .isEqualTo("{\"name\":[\"a\",\"b\"],\"salary\":[1,2],\"bonus\":[\"***\",\"***\"]}");
    }

    @Test
    void keys_of_children_are_shown_to_users_who_may_view_to_whom_they_belong() {
        Grant crew = new Grant("crew", Set.of(Action.VIEW), Map.of("pay", Set.of()), Optional.empty());
        Grant shifts = new Grant("shifts", Set.of(Action.VIEW), Map.of(), Optional.empty());
        Grant anonymous = new Grant("shifts", Set.of(Action.VIEW), Map.of("crew_id", Set.of()), Optional.empty());
        assertThat(visibility(crew, shifts).sees("shifts")).isTrue();
        assertThat(visibility(crew, anonymous).sees("shifts")).isFalse();
        assertThat(visibility(crew).sees("shifts")).isFalse();
    }

    @Test
    void values_of_a_renamed_field_are_shown_as_those_under_its_present_name() {
        assertThat(visibility(Map.of("pay", Set.of())).sees("salary")).isFalse();
        assertThat(visibility(Map.of("name", Set.of())).sees("salary")).isTrue();
        assertThat(visibility(Map.of()).secret("code")).isTrue();
    }
}
