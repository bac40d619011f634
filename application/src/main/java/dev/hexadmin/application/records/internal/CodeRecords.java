package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.ModelRecords;
import dev.hexadmin.application.records.RecordAccess;
import dev.hexadmin.application.records.TypedRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Records for code: with the rights of the program through {@link CodeServices#byProgram}, with those of a caller through
 * {@link CodeServices#editing}.
 */
final class CodeRecords implements RecordAccess {
    /** The actor of reads with the rights of the program: no policy of a role or a hook applies to it. */
    private static final Actor PROGRAM = new Actor.Operator("program");

    private static final AccessScope UNRESTRICTED = AccessScope.unrestricted();

    private final CodeServices services;
    private final Actor actor;
    private final Rights rights;
    private final Runnable effects;

    /** Whose rights apply. */
    enum Rights {
        PROGRAM,
        CALLER
    }

    /** @param effects called before each write; throws when nothing may be changed */
    CodeRecords(CodeServices services, Actor actor, Rights rights, Runnable effects) {
        this.services = services;
        this.actor = actor;
        this.rights = rights;
        this.effects = effects;
    }

    CodeServices services() {
        return services;
    }

    Rights rights() {
        return rights;
    }

    @Override
    public ModelRecords<StoredRecord> of(String model) {
        return new RecordsOfModel<>(this, services.models().named(model), Function.identity());
    }

    @Override
    public <T extends Record> TypedRecords<T> of(Class<T> type) {
        return new RecordsOfClass<>(this, new TypedReader<>(this, type));
    }

    // ---- reading

    /** @throws IllegalArgumentException when a filter or the order is not valid for the model */
    ListQuery bound(ListRequest request) {
        if (!request.violations().isEmpty()) {
            throw new IllegalArgumentException("a query of '" + request.model().name() + "' is not valid: "
                    + request.violations().stream()
                            .map(wrong -> wrong.pointer().replaceFirst("^\\?", "") + ": " + wrong.message())
                            .collect(Collectors.joining("; ")));
        }
        if (rights == Rights.CALLER) {
            services.accessScope().require(actor, Action.VIEW, request.model());
        }
        return new ListBinding(scope(), services.shapes(), services.cursors())
                .list(reader(), request, CountMode.NONE)
                .query();
    }

    private AccessScope scope() {
        return rights == Rights.CALLER ? services.accessScope() : UNRESTRICTED;
    }

    private Actor reader() {
        return rights == Rights.CALLER ? actor : PROGRAM;
    }

    /** The records with these keys that may be viewed, in the order of the keys, with the fields that may be viewed. */
    List<StoredRecord> load(Model model, List<RecordKey> keys) {
        if (rights == Rights.PROGRAM) {
            return services.records().load(model, keys, Condition.always());
        }
        services.accessScope().require(actor, Action.VIEW, model);
        return services
                .records()
                .load(model, keys, services.accessScope().condition(actor, model, Action.VIEW))
                .stream()
                .map(record -> only(services.shapes().visible(actor, model), record))
                .toList();
    }

    private static StoredRecord only(Shape shape, StoredRecord record) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        Map<String, String> unreadable = new LinkedHashMap<>();
        for (FieldDefinition field : shape.fields()) {
            if (record.values().containsKey(field.name())) {
                values.put(field.name(), record.values().get(field.name()));
            }
            Optional.ofNullable(record.unreadable().get(field.name()))
                    .ifPresent(text -> unreadable.put(field.name(), text));
        }
        return new StoredRecord(record.model(), record.key(), values, unreadable, record.version());
    }

    /** The key that code means; empty when no record of the model can have it. */
    Optional<RecordKey> key(Model model, Object given) {
        return switch (given) {
            case RecordKey key -> Optional.of(key);
            case StoredRecord record -> Optional.of(record.key());
            case Record object -> Optional.of(services.key(object));
            case List<?> parts -> ofParts(model, parts);
            default -> ofParts(model, List.of(given));
        };
    }

    private static Optional<RecordKey> ofParts(Model model, List<?> parts) {
        if (parts.size() != model.key().size()) {
            throw new IllegalArgumentException(
                    "a key of '" + model.name() + "' has " + model.key().size() + " values, not " + parts.size());
        }
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            FieldText.parse(model, model.key().get(i), FieldText.write(parts.get(i)))
                    .ifPresent(values::add);
        }
        return values.size() == parts.size() ? Optional.of(new RecordKey(values)) : Optional.empty();
    }

    // ---- writing

    StoredRecord create(Model model, Map<String, ? extends @Nullable Object> given) {
        effects.run();
        Map<String, @Nullable Object> values = plain(model, given);
        return services.byProgram().run(false, () -> {
            if (rights == Rights.PROGRAM) {
                return services.byProgram().create(actor, model, values);
            }
            return visible(
                    model,
                    services.editing()
                            .create(actor, model, values, false, CodeRecords::unread)
                            .key());
        });
    }

    StoredRecord update(Model model, Object key, Map<String, ? extends @Nullable Object> changes) {
        effects.run();
        RecordKey known = key(model, key).orElseThrow(() -> RecordBrowsing.missing(model));
        return services.byProgram().run(false, () -> write(model, known, changes));
    }

    /** @param changes computes the changes from the record, which is locked until the transaction ends */
    StoredRecord update(
            Model model, Object key, Function<StoredRecord, Map<String, ? extends @Nullable Object>> changes) {
        effects.run();
        RecordKey known = key(model, key).orElseThrow(() -> RecordBrowsing.missing(model));
        return services.byProgram().run(false, () -> {
            services.records().find(model, known, Condition.always()); // locked
            StoredRecord record =
                    load(model, List.of(known)).stream().findFirst().orElseThrow(() -> RecordBrowsing.missing(model));
            return write(model, known, changes.apply(record));
        });
    }

    private StoredRecord write(Model model, RecordKey key, Map<String, ? extends @Nullable Object> changes) {
        Map<String, @Nullable Object> values = plain(model, changes);
        if (rights == Rights.PROGRAM) {
            return services.byProgram().update(actor, stored(model, key), values);
        }
        services.editing()
                .patch(actor, model, key.encoded(), values, new Precondition.Exists(), false, CodeRecords::unread);
        return visible(model, key);
    }

    private StoredRecord stored(Model model, RecordKey key) {
        return services.records().find(model, key, Condition.always()).orElseThrow(() -> RecordBrowsing.missing(model));
    }

    void delete(Model model, Object key) {
        effects.run();
        RecordKey known = key(model, key).orElseThrow(() -> RecordBrowsing.missing(model));
        services.byProgram().run(false, () -> {
            if (rights == Rights.PROGRAM) {
                services.byProgram().delete(actor, stored(model, known));
            } else {
                services.editing().delete(actor, model, known.encoded(), new Precondition.Exists(), false);
            }
            return known;
        });
    }

    /** A sink for what is read again with all values. */
    private static RecordSink unread(Shape shape) {
        return (PlainSink) (field, value) -> {};
    }

    /** A record that the caller has written; only its key when the caller may not view it. */
    private StoredRecord visible(Model model, RecordKey key) {
        boolean viewable = actor.rights().allows(Action.VIEW, model);
        return (viewable ? load(model, List.of(key)) : List.<StoredRecord>of())
                .stream()
                        .findFirst()
                        .orElseGet(() -> services.records().load(model, List.of(key), Condition.always()).stream()
                                .map(record -> only(services.shapes().key(model), record))
                                .findFirst()
                                .orElseThrow(() -> RecordBrowsing.missing(model)));
    }

    /** The values as bodies have them. */
    private Map<String, @Nullable Object> plain(Model model, Map<String, ? extends @Nullable Object> given) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            @Nullable Object plain = services.plain(value);
            values.put(name, model.field(name).isPresent() ? RecordInput.plain(model.fieldNamed(name), plain) : plain);
        });
        return values;
    }
}
