package dev.hexadmin.domain.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class InlinesTest {
    private static ModelRegistry models(
            UnaryOperator<ModelDefinition.Builder> orders, UnaryOperator<ModelDefinition.Builder> lines) {
        return ModelRegistry.of(List.of(
                orders.apply(ModelDefinition.builder("orders")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey))
                        .build(),
                lines.apply(ModelDefinition.builder("lines")
                                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey))
                        .build()));
    }

    private static ModelDefinition.Builder ofOrder(ModelDefinition.Builder lines) {
        return lines.field("order_id", FieldType.REFERENCE, f -> f.to("orders"));
    }

    private static void refused(
            String sentence,
            UnaryOperator<ModelDefinition.Builder> orders,
            UnaryOperator<ModelDefinition.Builder> lines) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> models(orders, lines))
                .withMessage("model 'orders': 'inlines' " + sentence);
    }

    @Test
    void the_reference_and_the_position_are_found() {
        Model.Children children = models(
                        orders -> orders.inlines("lines"),
                        lines -> ofOrder(lines).field("position", FieldType.INTEGER))
                .model("orders")
                .orElseThrow()
                .children("lines")
                .orElseThrow();
        assertThat(children.reference().name()).isEqualTo("order_id");
        assertThat(children.position().map(FieldDefinition::name)).contains("position");
        assertThat(children.total()).isEqualTo("lines_total");

        assertThat(models(
                                orders -> orders.inlines("lines"),
                                lines -> ofOrder(lines).field("position", FieldType.STRING))
                        .model("orders")
                        .orElseThrow()
                        .children())
                .singleElement()
                .satisfies(one -> assertThat(one.position()).isEmpty());
    }

    @Test
    void one_of_several_references_is_named() {
        UnaryOperator<ModelDefinition.Builder> lines =
                builder -> ofOrder(builder).field("back_to_id", FieldType.REFERENCE, f -> f.to("orders"));
        refused(
                "names 'lines', which has several references to 'orders': order_id, back_to_id. Say which with 'field'",
                orders -> orders.inlines("lines"),
                lines);
        assertThat(models(orders -> orders.inline(Inline.of("lines").field("back_to_id")), lines)
                        .model("orders")
                        .orElseThrow()
                        .children())
                .singleElement()
                .satisfies(one -> assertThat(one.reference().name()).isEqualTo("back_to_id"));
    }

    @Test
    void what_cannot_be_resolved_is_refused_with_its_reason() {
        refused("names the unknown model 'rows'", orders -> orders.inlines("rows"), InlinesTest::ofOrder);
        refused("names 'lines' twice", orders -> orders.inlines("lines", "lines"), InlinesTest::ofOrder);
        refused(
                "names 'lines', which has no reference to 'orders'",
                orders -> orders.inlines("lines"),
                lines -> lines.field("orders", FieldType.REFERENCES, f -> f.to("orders")));
        refused(
                "names the field 'id', which is no reference of 'lines' to 'orders'",
                orders -> orders.inline(Inline.of("lines").field("id")),
                InlinesTest::ofOrder);
        refused(
                "names the position 'order_id', which is no whole number of 'lines' that can be written",
                orders -> orders.inline(Inline.of("lines").position("order_id")),
                InlinesTest::ofOrder);
        refused(
                "names 'lines', but 'orders' has a field for 'lines_total', the name of a member of its records in the"
                        + " API",
                orders -> orders.inlines("lines").field("lines_total", FieldType.INTEGER),
                InlinesTest::ofOrder);
    }
}
