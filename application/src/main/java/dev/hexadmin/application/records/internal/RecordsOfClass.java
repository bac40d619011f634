package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.records.CodeRights;
import dev.hexadmin.application.records.TypedRecords;
import dev.hexadmin.application.records.port.RecordClasses.RecordClass;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The records of a model as objects of its record class. */
final class RecordsOfClass<T extends Record> extends RecordsOfModel<T> implements TypedRecords<T> {
    private final TypedReader<T> reader;

    RecordsOfClass(CodeRecords access, TypedReader<T> reader) {
        super(access, reader.model(), reader::of);
        this.reader = reader;
    }

    @Override
    public T create(T record) {
        RecordClass<T> type = reader.type();
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        type.write(record).forEach((name, value) -> {
            FieldDefinition field = model().fieldNamed(name);
            boolean generated = field.primaryKey() && field.generated() != Generated.NO;
            boolean written = access().rights() == CodeRights.PROGRAM || field.writableOnCreate();
            if (value != null && !generated && written) {
                values.put(name, value);
            }
        });
        return access().whole(() -> one(access().create(model(), values)));
    }

    @Override
    public T update(Object key, UnaryOperator<T> change) {
        return access().whole(() -> one(access().update(model(), key, record -> {
            T before = reader.of(List.of(record)).getFirst();
            Map<String, @Nullable Object> old = reader.type().write(before);
            Map<String, @Nullable Object> changes = new LinkedHashMap<>();
            reader.type().write(change.apply(before)).forEach((name, value) -> {
                FieldDefinition field = model().fieldNamed(name);
                if (!Changes.same(
                        access().services().plain(model(), field, old.get(name)),
                        access().services().plain(model(), field, value))) {
                    changes.put(name, value);
                }
            });
            return changes;
        })));
    }
}
