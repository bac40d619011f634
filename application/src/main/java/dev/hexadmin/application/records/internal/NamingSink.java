package dev.hexadmin.application.records.internal;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a name for each record it is given. */
final class NamingSink implements PlainSink {
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
    public void take(int field, Object value) {
        values.put(shape.fields().get(field), FieldText.write(value));
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
}
