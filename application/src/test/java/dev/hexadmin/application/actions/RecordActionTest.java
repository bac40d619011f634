package dev.hexadmin.application.actions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.actions.RecordAction.Place;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import org.junit.jupiter.api.Test;

class RecordActionTest {
    @Test
    void an_action_needs_edit_and_is_offered_everywhere_unless_it_says_otherwise() {
        RecordAction action = RecordAction.named("send_out").runAsProgram(call -> "");
        assertThat(action.label()).isEqualTo("Send out");
        assertThat(action.needs()).isEqualTo(Action.EDIT);
        assertThat(action.places()).containsExactlyInAnyOrder(Place.values());
        assertThat(action.forRecords()).isTrue();
        assertThat(RecordAction.named("all")
                        .withoutRecords()
                        .runAsProgram(call -> "")
                        .places())
                .isEmpty();
    }

    @Test
    void a_violated_rule_is_reported_with_the_name_of_the_action() {
        refused(RecordAction.named("Send"), "Send");
        refused(RecordAction.named("send-out"), "send-out");
        refused(RecordAction.named("send_" + "x".repeat(60)), "a name is");
        refused(RecordAction.named("send").label(" "), "label");
        refused(RecordAction.named("send").confirm(" "), "confirm");
        refused(RecordAction.named("send").withoutRecords().on(Place.ROW), "without records");
        refused(RecordAction.named("send").parameter("find", FieldType.STRING), "find");
        refused(
                RecordAction.named("send").parameter("to", FieldType.STRING).parameter("to", FieldType.TEXT),
                "two parameters");
        refused(RecordAction.named("send").parameter("to", FieldType.STRING, FieldDefinition.Builder::unique), "'to'");
        refused(
                RecordAction.named("send").parameter("to", FieldType.STRING, FieldDefinition.Builder::readOnly),
                "'to'");
        refused(
                RecordAction.named("send").parameter("to", FieldType.STRING, FieldDefinition.Builder::primaryKey),
                "key");
        refused(RecordAction.named("send").parameter("to", FieldType.REFERENCE), "'to'");
        refused(RecordAction.named("send").parameter("to", FieldType.FILE), "'to' cannot be a file");
    }

    @Test
    void a_builder_makes_one_action() {
        RecordAction.Builder builder = RecordAction.named("send");
        builder.runAsProgram(call -> "");
        assertThatThrownBy(() -> builder.runAsProgram(call -> "")).isInstanceOf(IllegalStateException.class);
    }

    private static void refused(RecordAction.Builder builder, String rule) {
        assertThatThrownBy(() -> builder.runAsProgram(call -> ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("end")
                .hasMessageContaining(rule);
    }
}
