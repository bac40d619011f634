package dev.hexadmin.application.dashboard.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.dashboard.ViewingDashboard.Measured;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TallyTest {
    private static final ModelRegistry MODELS = ModelRegistry.of(List.of(ModelDefinition.builder("samples")
            .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
            .field("ratio", FieldType.FLOAT)
            .field("whole", FieldType.INTEGER)
            .field("price", FieldType.DECIMAL, f -> f.precision(10).scale(2))
            .build()));

    @ParameterizedTest
    @CsvSource({
        "ratio, 0.006, 3, 0.002",
        "ratio, 1, 3, 0.333333333333333",
        "ratio, 3e-12, 7, 4.28571428571429E-13",
        "ratio, 1e300, 2, 5E299",
        "ratio, 15, 2, 7.50",
        "ratio, 0, 2, 0.00",
        "whole, 1, 1000, 0.001",
        "whole, 1, 3000000, 0.0000003333",
        "whole, 4, 2, 2.00",
        "price, 15.00, 2, 7.50",
        "price, 0.02, 3, 0.006667",
        "price, 100.00, 3, 33.333333",
        "price, -0.01, 2, -0.005"
    })
    void an_average_has_the_digits_that_it_needs(String field, BigDecimal sum, long count, BigDecimal average) {
        Measured measured = new Measured(
                Measure.Kind.AVERAGE,
                Optional.of(MODELS.model("samples").orElseThrow().fieldNamed(field)));
        Optional<BigDecimal> read = new Tally(count, sum).read(measured);
        assertThat(read).hasValueSatisfying(value -> assertThat(value).isEqualByComparingTo(average));
        assertThat(read.orElseThrow().scale()).isGreaterThanOrEqualTo(2);
    }
}
