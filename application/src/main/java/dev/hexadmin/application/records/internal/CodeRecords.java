package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.CodeRights;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.ModelRecords;
import dev.hexadmin.application.records.RecordAccess;
import dev.hexadmin.application.records.RecordContext;
import dev.hexadmin.application.records.TypedRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Aggregation;
import dev.hexadmin.domain.records.Aggregation.By;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Summed;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.text.Nearest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Records for code: with the rights of the program through {@link CodeServices#byProgram}, with those of a caller through
 * {@link CodeServices#editing}.
 */
final class CodeRecords implements RecordAccess {
    /** The actor of reads with the rights of the program: no policy of a role or a hook applies to it. */
    private static final Actor PROGRAM = new Actor.Operator("program");

    private static final int MOST_GROUPS = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final AccessScope UNRESTRICTED = AccessScope.unrestricted();

    private final CodeServices services;
    private final Actor actor;
    private final CodeRights rights;
    private final Runnable effects;

    /** @param effects called before each write; throws when nothing may be changed */
    CodeRecords(CodeServices services, Actor actor, CodeRights rights, Runnable effects) {
        this.services = services;
        this.actor = actor;
        this.rights = rights;
        this.effects = effects;
    }

    CodeServices services() {
        return services;
    }

    CodeRights rights() {
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

    @Override
    public RecordAccess as(Actor other) {
        return new CodeRecords(services, other, CodeRights.CALLER, effects);
    }

    /** Runs a write of which all or nothing is stored, also when the code around it goes on after its exception. */
    <R> R whole(Supplier<R> write) {
        effects.run();
        return services.work().running()
                ? services.work().attempt(scope -> write.get())
                : services.byProgram().run(false, write);
    }

    @Override
    public <R> R transaction(Function<RecordContext, R> code) {
        return whole(() -> {
            CallContext call = new CallContext(
                    services,
                    actor,
                    rights,
                    true,
                    field -> Violation.at(field, "", "").pointer());
            call.join();
            R result = code.apply(call);
            call.refuseRejected();
            return result;
        });
    }

    // ---- reading

    /** @throws IllegalArgumentException when a filter or the order is not valid for the model */
    ListQuery bound(ListRequest request) {
        if (!request.violations().isEmpty()) {
            throw new IllegalArgumentException("a query of '" + request.model().name() + "' is not valid: "
                    + request.violations().stream()
                            .map(wrong -> wrong.pointer().replaceFirst("^\\?", "") + ": " + wrong.message()
                                    + nearest(request.model(), wrong))
                            .collect(Collectors.joining("; ")));
        }
        if (rights == CodeRights.CALLER) {
            services.accessScope().require(actor, Action.VIEW, request.model());
        }
        return new ListBinding(scope(), services.shapes(), services.cursors())
                .list(reader(), request, CountMode.NONE)
                .query();
    }

    /** The known field that a query may have meant. */
    private static String nearest(Model model, Violation wrong) {
        return wrong.code().equals("unknown_parameter")
                ? Nearest.question(
                        wrong.pointer().replaceFirst("^.*/", ""),
                        model.fields().stream().map(FieldDefinition::name).toList())
                : "";
    }

    private AccessScope scope() {
        return rights == CodeRights.CALLER ? services.accessScope() : UNRESTRICTED;
    }

    private Actor reader() {
        return rights == CodeRights.CALLER ? actor : PROGRAM;
    }

    /** The records with these keys that may be viewed, in the order of the keys, with the fields that may be viewed. */
    List<StoredRecord> load(Model model, List<RecordKey> keys) {
        if (rights == CodeRights.PROGRAM) {
            return services.records().load(model, keys, Condition.always());
        }
        services.accessScope().require(actor, Action.VIEW, model);
        return services
                .records()
                .load(model, keys, services.accessScope().condition(actor, model, Action.VIEW))
                .stream()
                .map(this::visible)
                .toList();
    }

    /** A record with the fields that may be viewed. */
    StoredRecord visible(StoredRecord record) {
        return rights == CodeRights.PROGRAM ? record : only(services.shapes().visible(actor, record.model()), record);
    }

    /**
     * Counts and sums.
     *
     * @throws IllegalArgumentException when the fields do not allow it
     */
    Summed.Groups aggregate(ListQuery query, Optional<FieldPath> by, Optional<FieldDefinition> sum) {
        Model model = query.model();
        sum.ifPresent(field -> requireViewable(model, field));
        By groups = by.<By>map(path -> new By.Value(steps(path), path.field(), MOST_GROUPS))
                .orElseGet(By.Nothing::new);
        return switch (services.records().aggregate(new Aggregation(model, query.condition(), groups, sum), PATIENCE)) {
            case Summed.Groups found -> found;
            case Summed.TooSlow slow ->
                throw new ServiceUnavailableException(
                        "an aggregation of '" + model.name() + "' took more than " + PATIENCE, new TimeoutException());
            case Summed.NoNumbers text ->
                throw new IllegalArgumentException("the database cannot sum '"
                        + sum.map(FieldDefinition::name).orElse("") + "' of '" + model.name() + "'");
        };
    }

    private List<ListQuery.Step> steps(FieldPath path) {
        List<ListQuery.Step> steps = new ArrayList<>();
        Model at = path.root();
        for (FieldDefinition reference : path.through()) {
            requireViewable(at, reference);
            at = at.target(reference);
            if (rights == CodeRights.CALLER) {
                services.accessScope().require(actor, Action.VIEW, at);
            }
            steps.add(new ListQuery.Step(reference, scope().condition(reader(), at, Action.VIEW)));
        }
        requireViewable(at, path.field());
        return steps;
    }

    private void requireViewable(Model model, FieldDefinition field) {
        if (!reader().rights().allows(Action.VIEW, model, field)) {
            throw RequestRejectedException.forbidden(
                    "field_forbidden",
                    Message.of("You may not view ''{field}''.").with("field", field.name()));
        }
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
        return switch (Objects.requireNonNull(given, "a key is needed, and not null")) {
            case RecordKey key -> Optional.of(key);
            case StoredRecord record -> Optional.of(of(model, record.model().name(), record.key()));
            case Record object ->
                Optional.of(of(model, services.classes().of(object.getClass()).model(), services.key(object)));
            case List<?> parts -> ofParts(model, parts);
            default -> ofParts(model, List.of(given));
        };
    }

    private static RecordKey of(Model model, String owner, RecordKey key) {
        if (!owner.equals(model.name())) {
            throw new IllegalArgumentException("a record of '" + owner + "' is none of '" + model.name() + "'");
        }
        return key;
    }

    private static Optional<RecordKey> ofParts(Model model, List<?> parts) {
        if (parts.size() != model.key().size()) {
            throw new IllegalArgumentException(
                    "a key of '" + model.name() + "' has " + model.key().size() + " values, not " + parts.size());
        }
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            FieldDefinition field = model.key().get(i);
            String text =
                    parts.get(i) instanceof Enum<?> constant ? field.word(constant) : FieldText.write(parts.get(i));
            FieldText.parse(model, field, text).ifPresent(values::add);
        }
        return values.size() == parts.size() ? Optional.of(new RecordKey(values)) : Optional.empty();
    }

    // ---- writing

    StoredRecord create(Model model, Map<String, ? extends @Nullable Object> given) {
        return create(model, given, "");
    }

    /** Creates records, inside a transaction; the pointers of errors have the index in the list. */
    List<StoredRecord> createAll(Model model, List<? extends Map<String, ? extends @Nullable Object>> records) {
        List<StoredRecord> created = new ArrayList<>(records.size());
        for (Map<String, ? extends @Nullable Object> values : records) {
            created.add(create(model, values, "/" + created.size()));
        }
        return created;
    }

    /** @param index of the record in a list, as part of a pointer */
    private StoredRecord create(Model model, Map<String, ? extends @Nullable Object> given, String index) {
        effects.run();
        Map<String, @Nullable Object> values = plain(model, given);
        return services.byProgram().run(false, () -> {
            if (rights == CodeRights.PROGRAM) {
                return services.byProgram().create(actor, model, values, index);
            }
            Supplier<RecordKey> step = () -> services.editing()
                    .create(actor, model, values, false, CodeRecords::unread)
                    .key();
            return visible(model, index.isEmpty() ? step.get() : RecordWriter.below(index, step));
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
        if (rights == CodeRights.PROGRAM) {
            return services.byProgram().update(actor, stored(model, key), values);
        }
        services.editing()
                .patch(actor, model, key.encoded(), values, new Precondition.Exists(), false, CodeRecords::unread);
        return visible(model, key);
    }

    private StoredRecord stored(Model model, RecordKey key) {
        return services.records().find(model, key, Condition.always()).orElseThrow(() -> RecordBrowsing.missing(model));
    }

    boolean exists(Model model, RecordKey key) {
        return services.records().matches(model, key, Condition.always());
    }

    RecordKey delete(Model model, Object key) {
        effects.run();
        RecordKey known = key(model, key).orElseThrow(() -> RecordBrowsing.missing(model));
        return services.byProgram().run(false, () -> {
            if (rights == CodeRights.PROGRAM) {
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
        Objects.requireNonNull(given, "the values of a record are needed, and not null")
                .forEach((name, value) -> {
                    @Nullable
                    Object plain = model.field(name)
                            .<@Nullable Object>map(
                                    field -> RecordInput.plain(field, services.plain(model, field, value)))
                            .orElse(value);
                    values.put(name, plain);
                });
        return values;
    }
}
