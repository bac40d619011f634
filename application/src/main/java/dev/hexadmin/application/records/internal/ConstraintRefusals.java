package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts constraint violations of the database to rejections with the names of the model. */
final class ConstraintRefusals {
    static final String ANOTHER_HAS_IT = "Another record has this value.";

    private static final String REFERENCE_NOT_FOUND = "A reference points to a record that does not exist";

    private ConstraintRefusals() {}

    static RequestRejectedException of(ConstraintViolationException violated) {
        String model = violated.model().name();
        return switch (violated.kind()) {
            case UNIQUE ->
                RequestRejectedException.conflict(
                        "unique",
                        explained(violated, "Another record of '" + model + "' has the same value"),
                        at(violated, "unique", ANOTHER_HAS_IT));
            case REFERENCE_NOT_FOUND ->
                RequestRejectedException.conflict(
                        "reference_not_found",
                        explained(violated, REFERENCE_NOT_FOUND),
                        at(violated, "reference_not_found", "There is no such record."));
            case IN_USE ->
                violated.rule().table().isEmpty()
                        ? inUse(Optional.empty())
                        : inUse(violated.rule().table());
            case NOT_NULL ->
                RequestRejectedException.invalid(
                        "invalid",
                        explained(violated, "A value is required that the database has no default for"),
                        at(violated, "required", "This field is required."));
            case CHECK ->
                RequestRejectedException.invalid(
                        "invalid",
                        explained(violated, "The database does not take the record"),
                        at(
                                violated,
                                "check",
                                violated.rule().name().isEmpty()
                                        ? "The database does not take this value."
                                        : "The constraint '" + violated.rule().name() + "' does not take this value."));
            case NOT_STORED ->
                RequestRejectedException.conflict(
                        "not_stored",
                        explained(
                                violated,
                                "A trigger or rule of the database kept the record of '" + model
                                        + "' as it was, so the change was not made"),
                        List.of());
        };
    }

    private static RequestRejectedException inUse(String table) {
        String detail = "Rows of the table '" + table + "' point to this record.";
        return RequestRejectedException.conflict("in_use", detail, List.of(new Violation("", "in_use", detail)));
    }

    /** The message of the database's author; otherwise a sentence with the constraint and its fields. */
    private static String explained(ConstraintViolationException violated, String sentence) {
        ConstraintViolationException.Rule rule = violated.rule();
        if (!rule.message().isEmpty()) {
            return rule.message();
        }
        List<String> covered = new ArrayList<>(
                violated.fields().stream().map(FieldDefinition::name).toList());
        covered.addAll(rule.columns());
        StringBuilder text = new StringBuilder(sentence);
        if (!rule.name().isEmpty()) {
            text.append(": constraint '").append(rule.name()).append('\'');
            if (!covered.isEmpty()) {
                text.append(" on ").append(String.join(", ", covered));
            }
        } else if (!covered.isEmpty()) {
            text.append(": ").append(rule.columns().isEmpty() ? "" : "column ").append(String.join(", ", covered));
        }
        if (!rule.table().isEmpty()) {
            text.append(" of the table '").append(rule.table()).append('\'');
        } else if (!rule.columns().isEmpty()) {
            text.append(" of the table '")
                    .append(violated.model().table())
                    .append("', which no field of '")
                    .append(violated.model().name())
                    .append("' writes");
        }
        return text.append('.').toString();
    }

    /**
     * @param by the model whose records reference it, if the caller may know
     */
    static RequestRejectedException inUse(Optional<Model> by) {
        String who = by.map(model -> "Records of '" + model.name() + "'").orElse("Other records");
        return RequestRejectedException.conflict(
                "in_use", who + " point to this one.", List.of(new Violation("", "in_use", who + " point to it.")));
    }

    static Violation referenceNotFound(FieldDefinition field) {
        return Violation.at(field.name(), "reference_not_found", "There is no such record.");
    }

    static RequestRejectedException referencesNotFound(List<Violation> violations) {
        return RequestRejectedException.conflict("reference_not_found", REFERENCE_NOT_FOUND + ".", violations);
    }

    private static List<Violation> at(ConstraintViolationException violated, String code, String message) {
        if (violated.fields().isEmpty()) {
            return List.of(new Violation("", code, explained(violated, message.substring(0, message.length() - 1))));
        }
        String said = violated.rule().message();
        return violated.fields().stream()
                .map(field -> Violation.at(field.name(), code, said.isEmpty() ? message : said))
                .toList();
    }
}
