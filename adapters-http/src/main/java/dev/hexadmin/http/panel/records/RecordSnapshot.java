package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldStyle;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A record that a page shows, as it came from the database: texts in their wire form, numbers, flags, documents.
 *
 * @param values one for each field of the shape, in its order
 */
public record RecordSnapshot(Shape shape, @Nullable Object[] values) {
    /** A name is in headings, links and every button of its row. */
    private static final int LONGEST_LABEL = 120;

    /**
     * Replaces a value that is stored but is not valid for the field's type.
     *
     * @param text as the database writes it
     */
    public record Unreadable(String text) {}

    /** The value of a field; null also when it is not shown, or cannot be read. */
    public @Nullable Object value(FieldDefinition field) {
        @Nullable Object shown = shown(field);
        return shown instanceof Unreadable ? null : shown;
    }

    /** The value of a field, or {@link Unreadable}. */
    public @Nullable Object shown(FieldDefinition field) {
        return at(shape.indexOf(field));
    }

    /** The value at a position of the shape, or {@link Unreadable}; null at -1. */
    @Nullable
    Object at(int position) {
        return position < 0 ? null : values[position];
    }

    /** The currency of an amount, a code of ISO 4217 in another field that is shown. */
    public Optional<String> currency(FieldDefinition amount) {
        return amount.style()
                .currencyField()
                .flatMap(name -> currency(shape.indexOf(shape.model().fieldNamed(name))));
    }

    /** @param position of the field with the code, or -1 */
    Optional<String> currency(int position) {
        @Nullable Object code = at(position);
        return code == null || code instanceof Unreadable
                ? Optional.empty()
                : Optional.of(code.toString()).filter(FieldStyle::isCurrency);
    }

    /** The values as text by field name, without those that are null, hidden or unreadable. */
    public Map<String, String> texts() {
        Map<String, String> texts = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            @Nullable Object value = values[i];
            if (value != null && !(value instanceof Unreadable)) {
                texts.put(shape.fields().get(i).name(), FieldText.write(value));
            }
        }
        return texts;
    }

    /** Whether the field is shown. */
    public boolean has(FieldDefinition field) {
        return shape.indexOf(field) >= 0;
    }

    /** The primary key of a record that was read by it; the shape has it. */
    public RecordKey key() {
        return address().orElseThrow(() -> new IllegalStateException("a record without a key"));
    }

    /**
     * The primary key, which leads to the page of the record; the shape has it. Empty for a row that has no page: of a
     * model without a key, or with a key that is null or not valid for its type, as {@code NaN}.
     */
    public Optional<RecordKey> address() {
        List<Object> key = new ArrayList<>(1);
        for (FieldDefinition field : shape.model().key()) {
            @Nullable Object value = value(field);
            if (value == null) {
                return Optional.empty();
            }
            key.add(value);
        }
        return key.isEmpty() ? Optional.empty() : Optional.of(new RecordKey(key));
    }

    /** The name of the record, for people. */
    public String label() {
        Model model = shape.model();
        String label = Cell.shortened(model.display().render(this::value), LONGEST_LABEL);
        String one = text(model.definition().labels().one());
        return !label.isEmpty()
                ? label
                : address().map(key -> one + " " + key.label()).orElse(one);
    }

    /** Whether {@link #label} has all of the values that it is made of. */
    boolean labelIsWhole() {
        Model model = shape.model();
        return model.display().fields().stream().allMatch(field -> has(field) && value(field) != null)
                && label().equals(model.display().render(this::value));
    }

    /** A sink that passes each record to the consumer once it is complete. */
    public static RecordSink sink(Shape shape, Consumer<RecordSnapshot> records) {
        return sink(shape, records, Map.of());
    }

    /**
     * The same for records whose references come with names.
     *
     * @param names receives the names of the records that each reference field points to
     */
    public static RecordSink sink(
            Shape shape, Consumer<RecordSnapshot> records, Map<FieldDefinition, Map<RecordKey, String>> names) {
        return new Sink(shape, records, names);
    }

    /** The name of the record, or its key. */
    private Optional<NamedKey> named() {
        FieldDefinition field = shape.model().key().getFirst();
        @Nullable Object value = value(field);
        if (value == null) {
            return Optional.empty();
        }
        RecordKey key = RecordServices.key(shape.model(), value);
        String name = shape.model().display().render(this::value);
        return Optional.of(new NamedKey(value, key, name.isEmpty() ? key.label() : name));
    }

    /** @param value the key as it came from the database */
    private record NamedKey(Object value, RecordKey key, String label) {}

    private static final class Sink implements PlainSink {
        private final Shape shape;
        private final Consumer<RecordSnapshot> records;
        private final Map<FieldDefinition, Map<RecordKey, String>> names;
        private @Nullable Object[] values;

        Sink(Shape shape, Consumer<RecordSnapshot> records, Map<FieldDefinition, Map<RecordKey, String>> names) {
            this.shape = shape;
            this.records = records;
            this.names = names;
            this.values = new @Nullable Object[shape.fields().size()];
        }

        @Override
        public void begin() {
            values = new @Nullable Object[shape.fields().size()];
        }

        @Override
        public void end() {
            records.accept(new RecordSnapshot(shape, values));
        }

        @Override
        public RecordSink related(int field) {
            FieldDefinition reference = shape.fields().get(field);
            return sink(shape.expansion(reference).orElseThrow().shape(), record -> {
                Optional<NamedKey> named = record.named();
                values[field] = named.isPresent()
                        ? named.get().value()
                        : record.shown(record.shape().model().key().getFirst());
                named.ifPresent(one ->
                        names.computeIfAbsent(reference, any -> new HashMap<>()).putIfAbsent(one.key(), one.label()));
            });
        }

        @Override
        public void unreadable(int field, String stored) {
            values[field] = new Unreadable(stored);
        }

        @Override
        public void json(int field, String document) {
            values[field] = new JsonText(document);
        }

        @Override
        public void take(int field, Object value) {
            values[field] = value instanceof List<?> keys ? List.copyOf(keys) : value;
        }
    }
}
