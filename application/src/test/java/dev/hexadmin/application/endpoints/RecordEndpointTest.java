package dev.hexadmin.application.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.FieldType;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordEndpointTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "Low", "_low", "low-stock", "7", "a/b", "bulk", "actions", "import"})
    void a_name_that_paths_cannot_have_is_refused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> RecordEndpoint.get(name));
    }

    @Test
    void what_does_not_go_together_is_refused_by_name() {
        RecordEndpoint.Builder get = RecordEndpoint.get("low_stock").needs(Action.VIEW);
        get.query("below", FieldType.INTEGER, f -> f);
        for (Runnable wrong : new Runnable[] {
            () -> get.query("below", FieldType.INTEGER, f -> f),
            () -> get.query("dry_run", FieldType.BOOLEAN, f -> f),
            () -> get.query("of", FieldType.REFERENCE, f -> f.to("goods")),
            () -> RecordEndpoint.delete("low_stock")
                    .needs(Action.DELETE)
                    .anyBody()
                    .handleAsCaller(call -> EndpointAnswer.nothing())
        }) {
            assertThatIllegalArgumentException().isThrownBy(wrong::run).withMessageContaining("low_stock");
        }
        assertThat(get.handleAsCaller(call -> EndpointAnswer.nothing()).results())
                .containsExactlyInAnyOrder(EndpointAnswer.Result.OK, EndpointAnswer.Result.EMPTY);
    }

    @Test
    void an_answer_has_a_value_unless_its_result_is_empty() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EndpointAnswer(EndpointAnswer.Result.EMPTY, Optional.of("something")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EndpointAnswer(EndpointAnswer.Result.OK, Optional.empty()));
    }
}
