package dev.hexadmin.application.endpoints.internal;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects records as maps. Used by one thread. */
final class PlainRecords {
    private final List<Map<String, @Nullable Object>> all = new ArrayList<>();

    List<Map<String, @Nullable Object>> all() {
        return all;
    }

    RecordSink of(Shape shape) {
        return new PlainSink() {
            @Override
            public void begin() {
                Map<String, @Nullable Object> record = new LinkedHashMap<>();
                for (FieldDefinition field : shape.fields()) {
                    record.put(field.name(), null);
                }
                all.add(record);
            }

            @Override
            public void take(int field, Object value) {
                all.getLast().put(shape.fields().get(field).name(), value);
            }

            @Override
            public void json(int field, String document) {
                take(field, new JsonText(document));
            }
        };
    }
}
