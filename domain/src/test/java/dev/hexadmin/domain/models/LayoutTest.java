package dev.hexadmin.domain.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LayoutTest {
    private static ModelDefinition.Builder goods() {
        return ModelDefinition.builder("goods")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("name", FieldType.STRING)
                .field("active", FieldType.BOOLEAN)
                .field("status", FieldType.ENUM, field -> field.values(List.of("a")))
                .field("day", FieldType.DATE)
                .field("text", FieldType.TEXT)
                .field("made", FieldType.DATETIME, FieldDefinition.Builder::readOnly);
    }

    private static Layout layout(ModelDefinition.Builder model) {
        return ModelRegistry.of(List.of(model.build()))
                .models()
                .iterator()
                .next()
                .layout();
    }

    @Test
    void without_a_layout_status_is_in_the_rail_and_what_is_only_read_is_last() {
        Layout layout = layout(goods());

        assertThat(layout.tabs()).containsExactly(new Layout.Tab("", List.of(Layout.Group.of("name", "text"))));
        assertThat(layout.rail())
                .containsExactly(Layout.Group.of("active", "status", "day"), Layout.Group.of("id", "made"));
    }

    @Test
    void fields_that_a_layout_does_not_name_follow() {
        Layout layout = layout(goods().layout(Layout.of(
                List.of(new Layout.Group("Basics", List.of("name"))), List.of(Layout.Group.of("status")))));

        assertThat(layout.tabs().getFirst().groups())
                .containsExactly(new Layout.Group("Basics", List.of("name")), Layout.Group.of("active", "day", "text"));
        assertThat(layout.rail()).containsExactly(Layout.Group.of("status"), Layout.Group.of("id", "made"));
    }

    @Test
    void a_model_of_nothing_but_status_has_it_in_its_main_group() {
        Layout layout = layout(ModelDefinition.builder("flags")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("on", FieldType.BOOLEAN));

        assertThat(layout.tabs()).containsExactly(new Layout.Tab("", List.of(Layout.Group.of("on"))));
    }

    @Test
    void the_rail_has_room_for_the_first_eight_of_the_status() {
        ModelDefinition.Builder model =
                ModelDefinition.builder("flags").field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey);
        List<String> names = IntStream.range(0, 10).mapToObj(i -> "f" + i).toList();
        names.forEach(name -> model.field(name, FieldType.BOOLEAN));
        Layout layout = layout(model.field("name", FieldType.STRING));

        assertThat(layout.rail().getFirst().fields()).isEqualTo(names.subList(0, 8));
        assertThat(layout.tabs()).containsExactly(new Layout.Tab("", List.of(Layout.Group.of("f8", "f9", "name"))));
    }
}
