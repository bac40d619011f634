package dev.hexadmin.application.records.internal;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a name for each record it is given. */
final class NamingSink implements RecordSink {
    private final Shape shape;
    private final List<FieldDefinition> naming;
    private final Map<String, String> names;
    private final Map<FieldDefinition, String> values = new HashMap<>();

    /**
     * @param shape the key, and the fields that names are made of
     * @param naming those fields
     * @param names where names go, by id
     */
    NamingSink(Shape shape, List<FieldDefinition> naming, Map<String, String> names) {
        this.shape = shape;
        this.naming = naming;
        this.names = names;
    }

    @Override
    public void begin() {
        values.clear();
    }

    @Override
    public void end() {
        List<Object> key = shape.model().key().stream()
                .<Object>map(field -> values.getOrDefault(field, ""))
                .toList();
        String id = new RecordKey(key).encoded();
        String name = shape.model().display().render(field -> naming.contains(field) ? values.get(field) : null);
        names.put(id, name.isEmpty() ? id : name);
    }

    @Override
    public void none(int field) {
        // nothing of a name
    }

    @Override
    public void text(int field, String value) {
        values.put(shape.fields().get(field), value);
    }

    @Override
    public void whole(int field, long value) {
        text(field, Long.toString(value));
    }

    @Override
    public void real(int field, double value) {
        text(field, FieldText.write(value));
    }

    @Override
    public void decimal(int field, BigDecimal value) {
        text(field, FieldText.write(value));
    }

    @Override
    public void flag(int field, boolean value) {
        text(field, Boolean.toString(value));
    }

    @Override
    public void json(int field, String document) {
        text(field, document);
    }

    @Override
    public void binary(int field, byte[] value) {
        text(field, FieldText.write(value));
    }

    @Override
    public void keys(int field, List<?> keys) {
        text(field, FieldText.write(keys));
    }

    @Override
    public RecordSink related(int field) {
        throw new IllegalStateException("nothing is expanded in a name");
    }

    @Override
    public RecordSink relatedList(int field) {
        throw new IllegalStateException("nothing is expanded in a name");
    }

    @Override
    public void endRelatedList(int field) {
        throw new IllegalStateException("nothing is expanded in a name");
    }
}
