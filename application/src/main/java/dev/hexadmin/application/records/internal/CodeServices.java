package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.port.NamedLocks;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.Notifier;
import dev.hexadmin.application.records.RecordsAssembly.ForCode;
import dev.hexadmin.application.records.port.RecordClasses;
import dev.hexadmin.application.records.port.RecordClasses.RecordClass;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the contexts of code are built on.
 *
 * @param editing changes records with the rights of an actor
 * @param byProgram changes records with the rights of the program
 * @param shapes of the fields that an actor may view
 */
public record CodeServices(
        Storage storage,
        ForCode forCode,
        EditingRecords editing,
        ProgramWrites byProgram,
        AccessScope accessScope,
        Shapes shapes,
        Cursors cursors) {

    /** The records of one database. */
    public record Storage(ModelRegistry models, Records records, UnitOfWork work) {}

    ModelRegistry models() {
        return storage.models();
    }

    Records records() {
        return storage.records();
    }

    UnitOfWork work() {
        return storage.work();
    }

    NamedLocks locks() {
        return forCode.locks();
    }

    Notifier notifier() {
        return forCode.notifier();
    }

    RecordClasses classes() {
        return forCode.classes();
    }

    /** The key of a record in place of the record; other values are unchanged. */
    @Nullable
    Object plain(@Nullable Object value) {
        return switch (value) {
            case StoredRecord record -> record.key().values().getFirst();
            case Record object
            when !FieldText.isValue(object) -> key(object).values().getFirst();
            case Collection<?> values -> values.stream().map(this::plain).toList();
            case null, default -> value;
        };
    }

    /**
     * The key of an object of a record class.
     *
     * @throws IllegalArgumentException when no model is registered by its class, or it has no key yet
     */
    <T extends Record> RecordKey key(T object) {
        @SuppressWarnings("unchecked")
        RecordClass<T> type = classes().of((Class<T>) object.getClass());
        Map<String, @Nullable Object> values = type.write(object);
        List<Object> key = new ArrayList<>();
        for (FieldDefinition field : models().named(type.model()).key()) {
            @Nullable Object value = plain(values.get(field.name()));
            if (value == null) {
                throw new IllegalArgumentException("this record of '" + type.model() + "' has no key yet");
            }
            key.add(value);
        }
        return new RecordKey(key);
    }
}
