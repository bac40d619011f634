package dev.hexadmin.application.records.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordInputTest {
    private enum Word {
        ON_SALE,
        Mixed
    }

    private final Model things = ModelRegistry.of(List.of(ModelDefinition.builder("things")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("status", FieldType.ENUM, f -> f.values(List.of("on_sale", "Mixed")))
                    .field("size", FieldType.INTEGER)
                    .field("weight", FieldType.FLOAT)
                    .field("at", FieldType.DATETIME)
                    .build()))
            .model("things")
            .orElseThrow();

    @Test
    void code_writes_constants_and_numbers_of_java_as_the_fields_hold_them() {
        RecordInput lower =
                RecordInput.byProgram(things, Map.of("status", Word.ON_SALE, "size", 3, "weight", 1.5f), true);
        assertThat(lower.wrong()).isEmpty();
        assertThat(lower.values())
                .containsEntry("status", "on_sale")
                .containsEntry("size", 3L)
                .containsEntry("weight", 1.5);
        assertThat(RecordInput.byProgram(things, Map.of("at", "2026-11-20 10:00:00"), false)
                        .values())
                .containsEntry("at", Instant.parse("2026-11-20T10:00:00Z"));
        assertThat(RecordInput.byProgram(things, Map.of("status", Word.Mixed), false)
                        .values())
                .containsEntry("status", "Mixed");
    }
}
