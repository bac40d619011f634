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
import dev.hexadmin.domain.models.Model;
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

    /**
     * The key of a record in place of the record; other values are unchanged.
     *
     * @throws IllegalArgumentException when the field does not refer to the model of the record
     */
    @Nullable
    Object plain(Model model, FieldDefinition field, @Nullable Object value) {
        return switch (value) {
            case StoredRecord record -> key(model, field, record.model().name(), record.key());
            case Record object
            when !FieldText.isValue(object) ->
                key(model, field, classes().of(object.getClass()).model(), key(object));
            case Collection<?> values ->
                values.stream().map(each -> plain(model, field, each)).toList();
            case null, default -> value;
        };
    }

    private static Object key(Model model, FieldDefinition field, String of, RecordKey key) {
        boolean ofField = field.reference().isPresent()
                ? model.target(field).name().equals(of)
                : field.primaryKey() && model.name().equals(of);
        if (!ofField) {
            throw new IllegalArgumentException("a record of '" + of + "' is no value of '" + field.name() + "' of '"
                    + model.name() + "'"
                    + field.reference()
                            .map(reference ->
                                    ", which refers to '" + model.target(field).name() + "'")
                            .orElse(""));
        }
        return key.values().getFirst();
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
        Model model = models().named(type.model());
        for (FieldDefinition field : model.key()) {
            @Nullable Object value = plain(model, field, values.get(field.name()));
            if (value == null) {
                throw new IllegalArgumentException("this record of '" + type.model() + "' has no key yet");
            }
            key.add(value);
        }
        return new RecordKey(key);
    }
}
