package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.application.records.CodeRights;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The context of an action, an endpoint or a transaction. Used by one thread. */
final class CallContext extends CodeContext implements CodeOnRecords.Call {
    private final boolean writes;
    private final UnaryOperator<String> pointers;

    /** @param pointers the pointer to what the code calls a field */
    CallContext(CodeServices services, Actor actor, CodeRights rights, boolean writes, UnaryOperator<String> pointers) {
        super(services, actor, rights);
        this.writes = writes;
        this.pointers = pointers;
    }

    @Override
    void requireEffects() {
        if (!writes) {
            throw new IllegalStateException("a GET endpoint changes nothing");
        }
    }

    @Override
    String pointer(String field) {
        return pointers.apply(field);
    }

    @Override
    public void refuseRejected() {
        List<Violation> rejections = rejections();
        if (!rejections.isEmpty()) {
            throw RequestRejectedException.invalid(
                    "invalid", rejections.getFirst().text(), rejections);
        }
    }

    @Override
    public List<StoredRecord> visible(List<StoredRecord> records) {
        return records.stream().map(records()::visible).toList();
    }

    @Override
    public <T extends Record> List<T> as(Class<T> type, List<StoredRecord> records) {
        return new TypedReader<>(records(), type).of(records);
    }

    @Override
    public Object plain(Object answer) {
        @Nullable Object plain = nested(answer);
        if (plain == null) {
            throw new IllegalStateException("an empty Optional is no answer: use EndpointAnswer.nothing()");
        }
        return plain;
    }

    private @Nullable Object nested(@Nullable Object answer) {
        return switch (answer) {
            case Optional<?> optional -> nested(optional.orElse(null));
            case StoredRecord record -> fields(record);
            case Record object when !FieldText.isValue(object) -> fields(object);
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                map.forEach((name, value) -> values.put(String.valueOf(name), nested(value)));
                yield values;
            }
            case Collection<?> all -> {
                List<@Nullable Object> values = new ArrayList<>(all.size());
                all.forEach(value -> values.add(nested(value)));
                yield values;
            }
            case null -> null;
            case byte[] bytes -> bytes;
            default -> {
                if (hasNoText(answer)) {
                    throw new IllegalStateException("an endpoint cannot answer with a "
                            + answer.getClass().getName() + ": use records, maps, lists, and values of fields");
                }
                yield answer;
            }
        };
    }

    private static boolean hasNoText(Object value) {
        try {
            return value.getClass().getMethod("toString").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every object has toString", e);
        }
    }

    /** The fields that the caller may view; with the rights of the program, all but secret ones. */
    private Map<String, @Nullable Object> fields(StoredRecord record) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (FieldDefinition field : record.model().fields()) {
            boolean shown = records().rights() == CodeRights.PROGRAM
                    || actor().rights().allows(Action.VIEW, record.model(), field);
            boolean known = field.computed().isPresent()
                    ? record.values()
                            .keySet()
                            .containsAll(field.computed().get().from())
                    : record.values().containsKey(field.name());
            if (shown && known && !field.writeOnly()) {
                values.put(field.name(), record.value(field));
            }
        }
        return values;
    }

    private <T extends Record> Map<String, @Nullable Object> fields(T object) {
        @SuppressWarnings("unchecked")
        TypedReader<T> reader = new TypedReader<>(records(), (Class<T>) object.getClass());
        Model model = reader.model();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        reader.type().write(object).forEach((name, value) -> {
            FieldDefinition field = model.fieldNamed(name);
            if (!field.writeOnly()) {
                @Nullable Object plain = services().plain(model, field, value);
                values.put(name, plain instanceof Enum<?> constant ? field.word(constant) : plain);
            }
        });
        return values;
    }
}
