package dev.hexadmin.http.panel.dashboard;

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

class AmountsTest {
    private static final ModelRegistry MODELS = ModelRegistry.of(List.of(ModelDefinition.builder("samples")
            .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
            .field("ratio", FieldType.FLOAT)
            .build()));

    @ParameterizedTest
    @CsvSource({
        "0.002, 0.002, 0.002",
        "0.333333333333333, 0.333, 0.333",
        "0.000123456, 0.000123, 0.000123",
        "-0.0123456, -0.0123, -0.0123",
        "0.50, 0.50, 0.5",
        "1.005, 1.01, 1.01",
        "957.310, 957.31, 957.31",
        "0.00, 0.00, 0"
    })
    void numbers_have_digits_by_their_magnitude(BigDecimal value, String full, String brief) {
        Amounts amounts = new Amounts(
                new Measured(
                        Measure.Kind.AVERAGE,
                        Optional.of(MODELS.model("samples").orElseThrow().fieldNamed("ratio"))),
                Optional.empty());
        assertThat(amounts.full(value)).isEqualTo(full);
        assertThat(amounts.brief(value)).isEqualTo(brief);
    }
}
