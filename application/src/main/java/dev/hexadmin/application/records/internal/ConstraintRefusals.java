package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts constraint violations of the database to rejections with the names of the model. */
final class ConstraintRefusals {
    static final Message ANOTHER_HAS_IT = Message.of("Another record has this value.");

    private static final Message REFERENCE_NOT_FOUND = Message.of("A reference points to a record that does not exist");

    private ConstraintRefusals() {}

    static RequestRejectedException of(ConstraintViolationException violated) {
        String model = violated.model().name();
        return switch (violated.kind()) {
            case UNIQUE ->
                RequestRejectedException.conflict(
                        "unique",
                        explained(
                                violated,
                                Message.of("Another record of ''{model}'' has the same value")
                                        .with("model", model)),
                        at(violated, "unique", Message.of("Another record has this value")));
            case REFERENCE_NOT_FOUND ->
                RequestRejectedException.conflict(
                        "reference_not_found",
                        explained(violated, REFERENCE_NOT_FOUND),
                        at(violated, "reference_not_found", Message.of("There is no such record")));
            case IN_USE ->
                violated.rule().table().isEmpty()
                        ? inUse(Optional.empty())
                        : inUse(violated.rule().table());
            case NOT_NULL ->
                RequestRejectedException.invalid(
                        "invalid",
                        explained(violated, Message.of("A value is required that the database has no default for")),
                        at(violated, "required", Message.of("This field is required")));
            case CHECK ->
                RequestRejectedException.invalid(
                        "invalid",
                        explained(violated, Message.of("The database does not take the record")),
                        at(
                                violated,
                                "check",
                                violated.rule().name().isEmpty()
                                        ? Message.of("The database does not take this value")
                                        : Message.of("The constraint ''{constraint}'' does not take this value")
                                                .with(
                                                        "constraint",
                                                        violated.rule().name())));
            case NOT_STORED ->
                RequestRejectedException.conflict(
                        "not_stored",
                        explained(
                                violated,
                                Message.of(
                                                "A trigger, rule or policy of the database kept the record of ''{model}'' as it was, so the change was not made")
                                        .with("model", model)),
                        List.of());
            case AMBIGUOUS_KEY ->
                RequestRejectedException.conflict(
                        "ambiguous_key",
                        explained(
                                violated,
                                Message.of("Several rows of ''{model}'' have this key, so none of them was changed")
                                        .with("model", model)),
                        List.of());
        };
    }

    private static RequestRejectedException inUse(String table) {
        Message text = Message.of("Rows of the table ''{table}'' point to this record.")
                .with("table", table);
        return RequestRejectedException.conflict("in_use", text, List.of(new Violation("", "in_use", text)));
    }

    /** The message of the database's author; otherwise a sentence with the constraint and its fields. */
    private static Message explained(ConstraintViolationException violated, Message what) {
        ConstraintViolationException.Rule rule = violated.rule();
        if (rule.message().isPresent()) {
            return rule.message().get();
        }
        return sentence(place(violated)
                .map(place -> Message.of("{what}: {place}").with("what", what).with("place", inTable(violated, place)))
                .orElseGet(() -> inTable(violated, what)));
    }

    private static Message sentence(Message what) {
        return Message.of("{what}.").with("what", what);
    }

    /** The constraint and its fields or columns. */
    private static Optional<Message> place(ConstraintViolationException violated) {
        ConstraintViolationException.Rule rule = violated.rule();
        List<String> covered = new ArrayList<>(
                violated.fields().stream().map(FieldDefinition::name).toList());
        covered.addAll(rule.columns());
        String fields = String.join(", ", covered);
        if (!rule.name().isEmpty()) {
            return Optional.of(
                    covered.isEmpty()
                            ? Message.of("constraint ''{constraint}''").with("constraint", rule.name())
                            : Message.of("constraint ''{constraint}'' on {fields}")
                                    .with("constraint", rule.name())
                                    .with("fields", fields));
        }
        if (covered.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                rule.columns().isEmpty()
                        ? Message.verbatim(fields)
                        : Message.of("column {columns}").with("columns", fields));
    }

    private static Message inTable(ConstraintViolationException violated, Message what) {
        ConstraintViolationException.Rule rule = violated.rule();
        if (!rule.table().isEmpty()) {
            return Message.of("{what} of the table ''{table}''")
                    .with("what", what)
                    .with("table", rule.table());
        }
        if (rule.columns().isEmpty()) {
            return what;
        }
        return Message.of("{what} of the table ''{table}'', which no field of ''{model}'' writes")
                .with("what", what)
                .with("table", violated.model().table())
                .with("model", violated.model().name());
    }

    /**
     * @param by the model whose records reference it, if the caller may know
     */
    static RequestRejectedException inUse(Optional<Model> by) {
        return by.map(model -> inUse(
                        Message.of("Records of ''{model}'' point to this one.")
                                .with("model", model.definition().labels().many()),
                        Message.of("Records of ''{model}'' point to it.")
                                .with("model", model.definition().labels().many())))
                .orElseGet(() -> inUse(
                        Message.of("Other records point to this one."), Message.of("Other records point to it.")));
    }

    private static RequestRejectedException inUse(Message text, Message reason) {
        return RequestRejectedException.conflict("in_use", text, List.of(new Violation("", "in_use", reason)));
    }

    static Violation referenceNotFound(FieldDefinition field) {
        return Violation.at(field.name(), "reference_not_found", "There is no such record.");
    }

    static RequestRejectedException referencesNotFound(List<Violation> violations) {
        return RequestRejectedException.conflict("reference_not_found", sentence(REFERENCE_NOT_FOUND), violations);
    }

    private static List<Violation> at(ConstraintViolationException violated, String code, Message what) {
        if (violated.fields().isEmpty()) {
            return List.of(new Violation("", code, explained(violated, what)));
        }
        Message text = violated.rule().message().orElseGet(() -> sentence(what));
        return violated.fields().stream()
                .map(field -> Violation.at(field.name(), code, text))
                .toList();
    }
}
