package dev.hexadmin.domain.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.models.ModelDefinition.Builder;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ComputedFieldTest {
    private static Builder goods() {
        return ModelDefinition.builder("goods")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("price", FieldType.DECIMAL)
                .field("secret", FieldType.STRING, FieldDefinition.Builder::writeOnly)
                .field("tags", FieldType.REFERENCES, f -> f.to("goods"))
                .computed(
                        "double",
                        FieldType.DECIMAL,
                        List.of("price"),
                        values -> values.get("price") instanceof BigDecimal price ? price.add(price) : null);
    }

    private static Builder wrong(UnaryOperator<FieldDefinition.Builder> options) {
        return goods().computed("wrong", FieldType.STRING, List.of("price"), values -> null, options);
    }

    private static Builder from(String... sources) {
        return goods().computed("wrong", FieldType.STRING, List.of(sources), values -> null);
    }

    static Stream<Arguments> impossible() {
        return Stream.of(
                Arguments.of((Runnable) () -> wrong(f -> f.primaryKey()).build(), "primary key"),
                Arguments.of((Runnable) () -> wrong(f -> f.unique()).build(), "unique"),
                Arguments.of((Runnable) () -> wrong(f -> f.required()).build(), "required"),
                Arguments.of((Runnable) () -> wrong(f -> f.writeOnly()).build(), "write-only"),
                Arguments.of((Runnable) () -> wrong(f -> f.nullable(false)).build(), "may be null"),
                Arguments.of(
                        (Runnable) () -> wrong(f -> f.defaultValue(new DefaultValue.Constant("x")))
                                .build(),
                        "default"),
                Arguments.of(
                        (Runnable) () -> goods().computed(
                                        "wrong",
                                        FieldType.REFERENCE,
                                        List.of("price"),
                                        values -> null,
                                        f -> f.to("goods"))
                                .build(),
                        "reference"),
                Arguments.of((Runnable) () -> from("nowhere").build(), "'nowhere'"),
                Arguments.of((Runnable) () -> from("double").build(), "'double'"),
                Arguments.of((Runnable) () -> from("secret").build(), "'secret'"),
                Arguments.of((Runnable) () -> from("tags").build(), "'tags'"),
                Arguments.of((Runnable) () -> from().build(), "made from"),
                Arguments.of((Runnable) () -> from("price", "price").build(), "made from"));
    }

    @ParameterizedTest
    @MethodSource("impossible")
    void what_cannot_be_computed_is_refused_by_model_field_and_rule(Runnable built, String rule) {
        assertThatIllegalArgumentException()
                .isThrownBy(built::run)
                .withMessageContaining("model 'goods'")
                .withMessageContaining("field 'wrong'")
                .withMessageContaining(rule);
    }

    @Test
    void nothing_in_the_database_is_made_of_it() {
        for (Builder built : List.of(
                goods().listFilter(List.of("double")),
                goods().ordering(List.of("double")),
                goods().uniqueTogether("price", "double"))) {
            assertThatIllegalArgumentException().isThrownBy(built::build).withMessageContaining("'double'");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        ModelRegistry.of(List.of(goods().display("{double}").build())));
        Model model = ModelRegistry.of(List.of(goods().build())).model("goods").orElseThrow();
        assertThat(model.storedFields()).extracting(FieldDefinition::name).containsExactly("id", "price", "secret");
        assertThat(model.referencesFields()).extracting(FieldDefinition::name).containsExactly("tags");
        assertThat(model.computedFields()).extracting(FieldDefinition::name).containsExactly("double");
        FieldDefinition field = model.fieldNamed("double");
        assertThat(field.writableOnCreate() || field.writableOnUpdate() || field.queryable())
                .isFalse();
    }

    @Test
    void a_value_is_made_of_its_sources_alone_and_must_fit() {
        Model model = ModelRegistry.of(
                        List.of(goods().computed("all", FieldType.STRING, List.of("id"), Object::toString)
                                .computed("number", FieldType.INTEGER, List.of("id"), values -> 1)
                                .build()))
                .model("goods")
                .orElseThrow();
        Map<String, Object> values = Map.of("id", 7L, "price", BigDecimal.ONE);
        assertThat(model.compute(model.fieldNamed("double"), values)).isEqualTo(new BigDecimal("2"));
        assertThat(model.compute(model.fieldNamed("double"), Map.of())).isNull();
        assertThat(model.compute(model.fieldNamed("all"), values)).isEqualTo("{id=7}");
        assertThatThrownBy(() -> model.compute(model.fieldNamed("number"), values))
                .isInstanceOf(Computation.Failed.class)
                .hasMessageContaining("model 'goods'")
                .hasMessageContaining("'number'")
                .hasMessageContaining("Integer");
    }
}
