package dev.hexadmin.http.panel.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.access.ManagingRoles.Draft;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.http.server.request.Form;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoleFormTest {
    @Test
    void a_form_keeps_what_it_does_not_show() {
        ModelRegistry models = ModelRegistry.of(List.of(ModelDefinition.builder("crew")
                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                .field("name", FieldType.STRING)
                .build()));
        Draft current = new Draft(
                "Clerk",
                "",
                Map.of("crew", List.of("view")),
                Map.of("crew", Map.of("salary", List.of(), "name", List.of("view"))),
                Map.of());
        Form form = Form.of(
                Map.of("name", List.of("Clerk"), "p.crew", List.of("view"), "f.crew.name", List.of("view", "edit")));

        assertThat(RoleForm.read(form, current, models).fieldPermissions())
                .isEqualTo(Map.of("crew", Map.of("salary", List.of(), "name", List.of("create"))));
    }
}
