package dev.hexadmin.http.panel.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Icon;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.http.server.content.Assets;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class IconsTest {
    private static String markup(String name) {
        return new String(PageOutput.html(Icons.drawing(name)), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource
    void every_icon_of_models_is_drawn(Icon icon) {
        assertThat(markup(icon.word())).startsWith("<").endsWith("/>");
    }

    @ParameterizedTest
    @EnumSource
    void every_message_has_a_sign(Flash.Kind kind) {
        assertThat(markup(kind.icon())).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"edit", "more"})
    void a_file_of_an_icon_has_its_drawing(String name) {
        byte[] file = Assets.resource("META-INF/dev.hexadmin.http/panel/" + name + ".svg");
        assertThat(new String(file, StandardCharsets.UTF_8)).contains(">" + markup(name) + "</svg>");
    }

    @Test
    void a_name_outside_the_set_is_rejected() {
        assertThatThrownBy(() -> Icons.drawing("unicorn")).hasMessage("there is no icon unicorn");
    }

    @ParameterizedTest
    @CsvSource({"orders, CART", "order_lines, LINES", "customer, USERS", "admin_users, USER", "zebras, GRID"})
    void a_model_without_an_icon_gets_one_by_its_name(String model, Icon icon) {
        ModelDefinition definition = ModelDefinition.builder(model)
                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                .build();
        assertThat(definition.navigation().icon()).isEqualTo(icon);
    }
}
