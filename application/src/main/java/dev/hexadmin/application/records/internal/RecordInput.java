package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.LoggedChange;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.models.type.DateTimeType;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A parsed body: values of the fields' Java classes, and all errors. Used by one thread.
 *
 * @param values by field name; may be changed
 * @param invalid the members whose values are not valid
 * @param wrong the violations, also those of {@code invalid}
 * @param forbidden fields that the actor may not write
 */
record RecordInput(
        Map<String, @Nullable Object> values, List<Invalid> invalid, List<Violation> wrong, List<Violation> forbidden) {

    /** The largest number that a floating-point number holds together with all smaller ones. */
    private static final long LARGEST_KEY = (1L << 53) - 1;

    /** A member whose value is not valid. */
    record Invalid(FieldDefinition field, @Nullable Object given, List<Violation> violations) {}

    private static RecordInput empty() {
        return new RecordInput(new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /**
     * Accepts values that are not valid, but stored already, such as an empty text in a required field: nothing is
     * written. Comes before {@link #moveTo}.
     *
     * @param unseen fields whose stored values the response must not reveal
     */
    void acceptStored(StoredRecord before, Set<String> unseen) {
        Model model = before.model();
        invalid.removeIf(one -> {
            boolean stored = !unseen.contains(one.field().name())
                    && Changes.same(before.value(one.field()), parsed(model, one.field(), one.given()));
            if (stored) {
                wrong.removeAll(one.violations());
            }
            return stored;
        });
    }

    private static @Nullable Object parsed(Model model, FieldDefinition field, @Nullable Object given) {
        return switch (given) {
            case String text -> FieldText.parse(model, field, text).orElse(text);
            case BigDecimal number ->
                FieldText.parse(model, field, number.toPlainString()).orElse(number);
            case null, default -> given;
        };
    }

    /** The violations, with pointers below a position in a larger body. */
    void moveTo(String prefix) {
        wrong.replaceAll(violation -> violation.below(prefix));
        forbidden.replaceAll(violation -> violation.below(prefix));
    }

    boolean good() {
        return wrong.isEmpty() && forbidden.isEmpty();
    }

    /** The rejection, when there are violations. */
    RequestRejectedException refusal() {
        return forbidden.isEmpty()
                ? RequestRejectedException.invalid(wrong)
                : RequestRejectedException.forbidden(
                        "field_forbidden", "You may not write every field that was given.", forbidden);
    }

    /** Parses the body of a new record; defaults are filled in later. */
    static RecordInput create(Actor actor, Model model, Map<String, @Nullable Object> body) {
        return create(actor, model, body, Set.of(), Set.of());
    }

    /** Parses the body of a new record that has its key, also where keys are generated. */
    static RecordInput createWithKey(Actor actor, Model model, Map<String, @Nullable Object> body) {
        List<FieldDefinition> generated = model.key().stream()
                .filter(field -> field.generated() != Generated.NO)
                .toList();
        Set<String> besides = generated.stream().map(FieldDefinition::name).collect(Collectors.toSet());
        RecordInput input = create(actor, model, body, besides, Set.of());
        for (FieldDefinition field : generated) {
            if (actor.rights().allows(Action.CREATE, model, field)) {
                input.take(model, field, body.get(field.name()));
                input.requireNumber(field);
            } else {
                input.forbid(field);
            }
        }
        return input;
    }

    /** Clients of JSON read larger numbers as others, and MariaDB takes 0 for the next one. */
    private void requireNumber(FieldDefinition key) {
        if (values.get(key.name()) instanceof Long number && (number < 1 || number > LARGEST_KEY)) {
            wrong.add(Violation.at(
                    key.name(),
                    "key_range",
                    Message.of("A whole number from {least} to {most} is expected.")
                            .with("least", 1)
                            .with("most", LARGEST_KEY)));
        }
    }

    private void forbid(FieldDefinition field) {
        forbidden.add(Violation.at(field.name(), "field_forbidden", "You may not write this field."));
    }

    /** Parses the body of a new child: the server sets its reference to the parent, and its position by default. */
    static RecordInput create(Actor actor, Model.Children children, Map<String, @Nullable Object> body) {
        FieldDefinition reference = children.reference();
        Set<String> later = children.position().isEmpty()
                ? Set.of(reference.name())
                : Set.of(reference.name(), children.position().get().name());
        RecordInput input = create(actor, children.model(), body, Set.of(reference.name()), later);
        input.refuseParent(children, body, Set.of());
        if (!actor.rights().allows(Action.CREATE, children.model(), reference)) {
            input.forbid(reference);
        }
        return input;
    }

    /** @param later fields that get their value later when the body has none */
    private static RecordInput create(
            Actor actor, Model model, Map<String, @Nullable Object> body, Set<String> besides, Set<String> later) {
        RecordInput input = empty();
        input.members(actor, Action.CREATE, model, body, besides);
        for (FieldDefinition field : model.fields()) {
            if (!body.containsKey(field.name())
                    && !later.contains(field.name())
                    && field.writableOnCreate()
                    && field.input().defaultValue().isEmpty()
                    && (field.required() || field.primaryKey())) {
                input.missing(field);
            }
        }
        return input;
    }

    /**
     * Parses the body of an update of a child: it stays with its parent.
     *
     * @param besides members that are not fields to change
     */
    static RecordInput patch(
            Actor actor, Model.Children children, Map<String, @Nullable Object> body, Set<String> besides) {
        Set<String> all = new HashSet<>(besides);
        all.add(children.reference().name());
        RecordInput input = patch(actor, children.model(), body, all);
        input.refuseParent(children, body, besides);
        return input;
    }

    private void refuseParent(Model.Children children, Map<String, @Nullable Object> body, Set<String> besides) {
        String name = children.reference().name();
        if (body.containsKey(name) && !besides.contains(name)) {
            wrong.add(Violation.at(name, "read_only", "The server sets this reference: it points to the parent."));
        }
    }

    /**
     * Parses the body of an update.
     *
     * @param besides members that are not fields to change, such as the key in a bulk update
     */
    static RecordInput patch(Actor actor, Model model, Map<String, @Nullable Object> body, Set<String> besides) {
        RecordInput input = empty();
        input.members(actor, Action.EDIT, model, body, besides);
        return input;
    }

    /**
     * Parses the body of a full replacement: absent fields get their default or null. Fields that the actor may not
     * view or write stay unchanged, as do write-only fields and those with a default that only the database can
     * compute.
     */
    static RecordInput replacement(Actor actor, Model model, Map<String, @Nullable Object> body, Instant now) {
        RecordInput input = empty();
        input.members(actor, Action.EDIT, model, body, Set.of());
        for (FieldDefinition field : model.fields()) {
            if (body.containsKey(field.name())
                    || !field.writableOnUpdate()
                    || field.writeOnly()
                    || !actor.rights().allows(Action.VIEW, model, field)
                    || !actor.rights().allows(Action.EDIT, model, field)
                    || field.input().defaultValue().orElse(null) instanceof DefaultValue.DatabaseExpression) {
                continue;
            }
            Optional<Object> otherwise = otherwise(field, now);
            if (otherwise.isPresent()) {
                input.values.put(field.name(), otherwise.get());
            } else if (field.required() || (field.stored() && !field.nullable())) {
                input.missing(field);
            } else {
                input.values.put(field.name(), field.stored() ? null : List.of());
            }
        }
        return input;
    }

    /** Parses the values of a form without a record: absent fields get their default or null. */
    static RecordInput form(Model form, Map<String, @Nullable Object> body, Instant now) {
        RecordInput input = empty();
        for (String name : body.keySet()) {
            if (form.field(name).filter(FieldDefinition::writableOnCreate).isEmpty()) {
                input.wrong.add(Violation.at(name, "unknown_field", "There is no such parameter."));
            }
        }
        for (FieldDefinition field : form.fields()) {
            if (!field.writableOnCreate()) {
                continue;
            }
            if (body.containsKey(field.name())) {
                input.take(form, field, body.get(field.name()));
            } else if (otherwise(field, now).isPresent()) {
                input.values.put(field.name(), otherwise(field, now).get());
            } else if (field.required()) {
                input.missing(field);
            } else {
                input.values.put(field.name(), field.stored() ? null : List.of());
            }
        }
        return input;
    }

    /** Parses the values that custom code writes: all fields except the key are writable, and all other rules apply. */
    static RecordInput byProgram(Model model, Map<String, @Nullable Object> given, boolean creates) {
        RecordInput input = empty();
        for (Map.Entry<String, @Nullable Object> member : given.entrySet()) {
            Optional<FieldDefinition> field = model.field(member.getKey());
            if (field.isEmpty()) {
                input.wrong.add(Violation.at(member.getKey(), "unknown_field", "There is no such field."));
            } else if (field.get().computed().isPresent()) {
                input.wrong.add(Violation.at(member.getKey(), "read_only", "This field is computed."));
            } else if (field.get().primaryKey() && !(creates && field.get().generated() == Generated.NO)) {
                input.wrong.add(Violation.at(member.getKey(), "read_only", "The primary key cannot be written."));
            } else {
                input.take(model, field.get(), plain(field.get(), member.getValue()));
            }
        }
        if (creates) {
            for (FieldDefinition field : model.fields()) {
                if (!given.containsKey(field.name())
                        && field.generated() == Generated.NO
                        && field.input().defaultValue().isEmpty()
                        && (field.required() || field.primaryKey())) {
                    input.missing(field);
                }
            }
        }
        return input;
    }

    private void take(Model model, FieldDefinition field, @Nullable Object given) {
        switch (FieldInput.read(model, field, given)) {
            case FieldInput.Outcome.Fits(Object value) -> values.put(field.name(), value);
            case FieldInput.Outcome.Refused(List<Violation> violations) -> refuse(field, given, violations);
        }
    }

    private void refuse(FieldDefinition field, @Nullable Object given, List<Violation> violations) {
        invalid.add(new Invalid(field, given, violations));
        wrong.addAll(violations);
    }

    /** Converts a value of a Java class to what a JSON parser would return. */
    static @Nullable Object plain(FieldDefinition field, @Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Integer number -> number.longValue();
            case Short number -> number.longValue();
            case Double number -> Double.isFinite(number) ? BigDecimal.valueOf(number) : number.toString();
            case Float number -> Float.isFinite(number) ? new BigDecimal(number.toString()) : number.toString();
            case BigInteger number -> new BigDecimal(number);
            case CharSequence text when field.itemType() instanceof DateTimeType type -> type.plain(text.toString());
            case CharSequence text -> text.toString(); // such as a GString of Groovy
            case Enum<?> constant -> field.word(constant);
            case OffsetDateTime time -> FieldText.json(time.toInstant());
            case ZonedDateTime time -> FieldText.json(time.toInstant());
            case Map<?, ?> members when field.type() == FieldType.JSON -> JsonText.of(members);
            case List<?> items when field.type() == FieldType.JSON -> JsonText.of(items);
            case JsonText list when field.valueType().holdsItems() -> LoggedChange.plain(list);
            case List<?> items -> items.stream().map(item -> plain(field, item)).toList();
            default -> FieldText.json(value);
        };
    }

    /** Fills in the defaults of a new record, and the key where the server generates it. */
    static void complete(Model model, Map<String, @Nullable Object> values, Instant now, Supplier<UUID> ids) {
        for (FieldDefinition field : model.fields()) {
            if (!values.containsKey(field.name())) {
                if (field.generated() == Generated.BY_SERVER) {
                    values.put(field.name(), ids.get());
                } else {
                    otherwise(field, now).ifPresent(value -> values.put(field.name(), value));
                }
            }
        }
    }

    private void members(
            Actor actor, Action action, Model model, Map<String, @Nullable Object> body, Set<String> besides) {
        for (Map.Entry<String, @Nullable Object> member : body.entrySet()) {
            String name = member.getKey();
            if (besides.contains(name)) {
                continue;
            }
            Optional<FieldDefinition> known = model.field(name);
            if (known.isEmpty()) {
                wrong.add(
                        model.children(name).isEmpty()
                                ? Violation.at(name, "unknown_field", "There is no such field.")
                                : Violation.at(
                                        name,
                                        "children_not_taken",
                                        "Children are saved by POST and PATCH of a single record."));
                continue;
            }
            FieldDefinition field = known.get();
            if (!(action == Action.CREATE ? field.writableOnCreate() : field.writableOnUpdate())) {
                wrong.add(Violation.at(
                        name,
                        "read_only",
                        field.primaryKey()
                                ? Message.of("The primary key cannot be written.")
                                : Message.of("This field cannot be written.")));
            } else if (!actor.rights().allows(action, model, field)) {
                forbid(field);
            } else {
                switch (FieldInput.read(model, field, member.getValue())) {
                    case FieldInput.Outcome.Fits(Object value) ->
                        values.put(name, value == null && !field.stored() ? List.of() : value);
                    case FieldInput.Outcome.Refused(List<Violation> violations) ->
                        refuse(field, member.getValue(), violations);
                }
            }
        }
    }

    private void missing(FieldDefinition field) {
        wrong.add(Violation.at(field.name(), "required", "This field is required."));
    }

    /** The moment of a write, for a field that is set to it. */
    static Optional<Object> moment(FieldDefinition field, Instant now) {
        return field.valueType().at(now.truncatedTo(ChronoUnit.MICROS));
    }

    private static Optional<Object> otherwise(FieldDefinition field, Instant now) {
        if (field.input().onUpdateNow()) {
            return moment(field, now);
        }
        return field.input().defaultValue().flatMap(value -> switch (value) {
            case DefaultValue.Constant(Object constant) -> Optional.of(constant);
            case DefaultValue.Now() -> moment(field, now);
            case DefaultValue.DatabaseExpression(String expression) -> Optional.empty();
        });
    }
}
