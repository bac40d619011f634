package dev.hexadmin.domain.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldVisibilityTest {
    private static final Map<String, Object> ORDER = Map.of(
            "status",
            "shipped",
            "total",
            new BigDecimal("100.00"),
            "name",
            "Blue Crate",
            "at",
            Instant.parse("2026-11-22T10:00:00Z"),
            "tags",
            new JsonText("[\"a\",\"b, c\"]"),
            "parent",
            7L);

    private static Model model(String key, String operand) {
        return ModelRegistry.of(List.of(ModelDefinition.builder("orders")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("status", FieldType.ENUM, field -> field.values(List.of("new", "shipped")))
                        .field("total", FieldType.DECIMAL)
                        .field("name", FieldType.STRING)
                        .field("at", FieldType.DATETIME)
                        .field("tags", FieldType.LIST, field -> field.of(FieldType.STRING))
                        .field("parent", FieldType.REFERENCE, field -> field.to("orders"))
                        .field("shown", FieldType.STRING, field -> field.visibleIf(Map.of(key, operand)))
                        .build()))
                .models()
                .iterator()
                .next();
    }

    private static boolean shown(String key, String operand, Map<String, ?> values) {
        Model model = model(key, operand);
        return FieldVisibility.of(model, model.fieldNamed("shown")).holds(field -> values.get(field.name()));
    }

    @ParameterizedTest
    @CsvSource({
        "status, shipped",
        "status__ne, new",
        "status__in, 'new,shipped'",
        "status__isnull, false",
        "total, 100",
        "total__gte, 100",
        "total__range, '99.9,100'",
        "name__icontains, crate",
        "name__startswith, Blue",
        "at__year, 2026",
        "at__month, 11",
        "at__day, 22",
        "tags__contains, a",
        "tags__contains, 'b, c'",
        "parent, 7",
        "parent__in, '7,8'"
    })
    void a_condition_that_holds_shows_the_field(String key, String operand) {
        assertThat(shown(key, operand, ORDER)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "status, new",
        "status__ne, shipped",
        "total__gt, 100",
        "total__lt, 100",
        "name__contains, crate",
        "at__month, 12",
        "tags__contains, c",
        "tags__contains, b",
        "parent, 8",
        "status__isnull, true"
    })
    void a_condition_that_does_not_hold_hides_it(String key, String operand) {
        assertThat(shown(key, operand, ORDER)).isFalse();
    }

    @Test
    void null_matches_nothing_but_isnull() {
        assertThat(shown("status", "new", Map.of())).isFalse();
        assertThat(shown("status__ne", "new", Map.of())).isFalse();
        assertThat(shown("status__isnull", "true", Map.of())).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "status__near, new, there is no lookup",
        "status, gone, 'One of new, shipped is expected.'",
        "total__icontains, 1, does not apply to",
        "total__range, 1, two values are expected",
        "total, much, A decimal is expected"
    })
    void a_condition_that_is_none_is_refused_with_model_and_field(String key, String operand, String rule) {
        Model model = model(key, operand);

        assertThatThrownBy(() -> FieldVisibility.of(model))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("model 'orders': 'visibleIf' of 'shown': ")
                .hasMessageContaining(rule);
    }
}
