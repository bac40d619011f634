package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.port.UnitOfWork.Work;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.RecordVersions;
import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.ChangeNotices.Change;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes one record: checks its references, runs hooks and rules, and writes the row and the audit row. Forms and API,
 * bulk calls, imports and custom code all use it. Runs inside a unit of work unless a method says otherwise.
 * Thread-safe.
 */
public final class RecordWriter {
    /** How many changes, each in a hook of the one before, run on this thread. */
    private static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();

    /** The stack of a thread has room for about 300; an overflow there would end as an error in the middle of a statement. */
    private static final int DEEPEST = 64;

    /** How many keys of several fields one condition has at most. */
    private static final int UNKNOWN_BATCH = 200;

    private final Records records;
    private final UnitOfWork work;
    private final AuditTrail audit;
    private final AccessScope accessScope;
    private final ChangeContexts contexts;
    private final Shapes shapes;
    private final RecordVersions versions;
    private final VisibleReferences references;
    private final InstantSource clock;
    private final Uuids uuids;

    public RecordWriter(
            Records records,
            UnitOfWork work,
            AuditTrail audit,
            AccessScope accessScope,
            ChangeContexts contexts,
            Shapes shapes,
            InstantSource clock,
            Uuids uuids) {
        this.records = records;
        this.work = work;
        this.audit = audit;
        this.accessScope = accessScope;
        this.contexts = contexts;
        this.shapes = shapes;
        this.versions = new RecordVersions(records);
        this.references = new VisibleReferences(records, accessScope);
        this.clock = clock;
        this.uuids = uuids;
    }

    /**
     * A record after its change.
     *
     * @param viewable whether the actor may see it
     */
    record Outcome(StoredRecord record, boolean viewable) {}

    /**
     * A record after an update.
     *
     * @param written whether anything was stored
     */
    record Stored(StoredRecord record, boolean written) {}

    void allow(Actor actor, Action action, Model model) {
        accessScope.require(actor, action, model);
        if (!action.isPossibleOn(model)) {
            throw RequestRejectedException.forbidden(
                    "read_only_model",
                    (switch (action) {
                                case CREATE, IMPORT -> Message.of("Records of ''{model}'' cannot be created.");
                                case EDIT -> Message.of("Records of ''{model}'' cannot be changed.");
                                case DELETE -> Message.of("Records of ''{model}'' cannot be deleted.");
                                case VIEW, EXPORT -> Message.of("Records of ''{model}'' cannot be read.");
                            })
                            .with("model", model.name()));
        }
    }

    private ChangeContext joined(ChangeContext change) {
        if (accessScope.ruled(change.model())) {
            change.join();
        }
        return change;
    }

    /** A deletion of a record, for the hooks of its model. */
    ChangeContext deletion(Actor actor, StoredRecord record) {
        return joined(contexts.delete(actor, record));
    }

    /** The violations that the hooks find in a record that is not stored. */
    List<Violation> broken(
            Actor actor, Model model, Optional<StoredRecord> before, Map<String, @Nullable Object> values) {
        ChangeContext change = before.isPresent()
                ? contexts.update(actor, before.get(), values)
                : contexts.create(actor, model, values);
        change.validate(accessScope.hooks(model));
        return change.rejections();
    }

    void completeNew(Actor actor, Model model, Map<String, @Nullable Object> values) {
        prepare(actor, model, Optional.empty(), values);
        withDefaults(model, values);
    }

    /**
     * Lets the hooks prepare the values, and reads what they have put into them.
     *
     * @param key of the record; empty for a create
     */
    void prepare(Actor actor, Model model, Optional<RecordKey> key, Map<String, @Nullable Object> values) {
        if (!accessScope.ruled(model)) {
            return;
        }
        Map<String, @Nullable Object> given = new HashMap<>(values);
        accessScope.hooks(model).prepare(actor, key, values);
        if (model.builtIn()) {
            return; // whose hooks are Hexadmin's own
        }
        List<Violation> wrong = new ArrayList<>();
        for (Map.Entry<String, @Nullable Object> entry : values.entrySet()) {
            if (!given.containsKey(entry.getKey()) || !Objects.equals(given.get(entry.getKey()), entry.getValue())) {
                FieldDefinition field =
                        ChangeContext.writable(model, entry.getKey(), key.isPresent() ? Change.UPDATE : Change.CREATE);
                switch (FieldInput.readPrepared(
                        model,
                        field,
                        RecordInput.plain(field, contexts.services().plain(model, field, entry.getValue())))) {
                    case FieldInput.Outcome.Fits(Object value) -> entry.setValue(value);
                    case FieldInput.Outcome.Refused(List<Violation> violations) -> wrong.addAll(violations);
                }
            }
        }
        refuse(wrong);
    }

    void withDefaults(Model model, Map<String, @Nullable Object> values) {
        RecordInput.complete(model, values, clock.instant(), uuids::next);
    }

    /** Whether a long unit of work would block all other writes. */
    boolean keepsOthersWaiting() {
        return work.exclusive() && !work.running();
    }

    <T> T run(boolean dryRun, Supplier<T> step) {
        int depth = DEPTH.orElse(0) + 1;
        if (depth > DEEPEST) {
            throw new IllegalStateException(
                    "changes of records whose hooks change records, " + DEEPEST
                            + " in one another: let a hook write a record only if it differs, or set fields in onCreate and onUpdate");
        }
        Work<T> nested = scope -> ScopedValue.where(DEPTH, depth).call(step::get);
        try {
            return dryRun ? work.rehearse(nested) : work.write(nested);
        } catch (ConstraintViolationException violated) {
            throw ConstraintRefusals.of(violated);
        }
    }

    static <T> T below(String place, Supplier<T> step) {
        try {
            return step.get();
        } catch (ConstraintViolationException violated) {
            throw ConstraintRefusals.of(violated).below(place);
        } catch (RequestRejectedException refused) {
            throw refused.below(place);
        }
    }

    /** The record to be changed; locked inside a transaction. */
    StoredRecord find(Actor actor, Model model, RecordKey key, Action action) {
        Condition allowed = accessScope.condition(actor, model, action);
        return records.find(model, key, allowed).orElseThrow(() -> {
            // the actor may view the record, so the rejection may say that it must not be changed
            boolean seen = !allowed.equals(Condition.always())
                    && actor.rights().allows(Action.VIEW, model)
                    && records.matches(model, key, accessScope.condition(actor, model, Action.VIEW));
            return seen ? beyondPolicy() : RecordBrowsing.missing(model);
        });
    }

    /** The same of a record that may have been read by {@link #lock}. */
    StoredRecord find(Actor actor, Model model, RecordKey key, Action action, Map<RecordKey, StoredRecord> read) {
        @Nullable StoredRecord known = read.get(key);
        return known != null && accessScope.condition(actor, model, action).equals(Condition.always())
                ? known
                : find(actor, model, key, action);
    }

    /**
     * Locks records that are changed one after another.
     *
     * @param hooked whether hooks run before all of them are found
     * @return those that were read meanwhile: none where such hooks may change other records of the model
     */
    Map<RecordKey, StoredRecord> lock(Model model, Collection<RecordKey> keys, boolean hooked) {
        if (keys.size() < 2 || model.key().size() > 1 || (hooked && accessScope.changesOthers(model))) {
            records.lock(model, keys);
            return Map.of();
        }
        return records.scan(model, named(model, keys), Optional.empty(), keys.size()).stream()
                .collect(Collectors.toMap(StoredRecord::key, Function.identity(), (one, other) -> one));
    }

    /** The records of a model that have one of these keys. */
    static Condition named(Model model, Collection<RecordKey> keys) {
        List<FieldDefinition> fields = model.key();
        if (fields.size() == 1) {
            return new Condition.Compare(
                    FieldPath.of(model, fields.getFirst()),
                    Lookup.IN,
                    keys.stream().map(key -> key.values().getFirst()).toList());
        }
        List<Condition> each = new ArrayList<>();
        for (RecordKey key : keys) {
            List<Condition> parts = new ArrayList<>();
            for (int i = 0; i < fields.size(); i++) {
                parts.add(new Condition.Compare(
                        FieldPath.of(model, fields.get(i)),
                        Lookup.EXACT,
                        List.of(key.values().get(i))));
            }
            each.add(new Condition.All(parts));
        }
        return new Condition.Any(each);
    }

    /** The record, if the actor may do this to it. */
    Optional<StoredRecord> known(Actor actor, Model model, RecordKey key, Action action) {
        return records.find(model, key, accessScope.condition(actor, model, action));
    }

    /**
     * Those of the records that do not exist, or that the actor may neither view nor change, in few statements.
     *
     * @param besides a condition that the records meet, too
     */
    Set<RecordKey> unknown(Actor actor, Model model, Collection<RecordKey> keys, Action action, Condition besides) {
        Condition allowed = accessScope.condition(actor, model, action);
        if (actor.rights().allows(Action.VIEW, model)) {
            allowed = new Condition.Any(List.of(allowed, accessScope.condition(actor, model, Action.VIEW)));
        }
        Condition reached = allowed.and(besides);
        List<RecordKey> asked = List.copyOf(keys);
        Set<RecordKey> unknown = new LinkedHashSet<>(asked);
        int found = 0;
        for (int from = 0; from < asked.size(); from += UNKNOWN_BATCH) {
            List<RecordKey> some = asked.subList(from, Math.min(from + UNKNOWN_BATCH, asked.size()));
            List<StoredRecord> known =
                    records.scan(model, named(model, some).and(reached), Optional.empty(), some.size());
            known.forEach(record -> unknown.remove(record.key()));
            found += known.size();
        }
        if (found > asked.size() - unknown.size()) {
            // the database takes some texts for the same that differ, such as in case
            unknown.removeIf(key -> records.matches(model, key, reached));
        }
        return unknown;
    }

    void check(Actor actor, StoredRecord current, Precondition precondition) {
        switch (precondition) {
            case Precondition.None() -> {
                if (current.model().definition().requireIfMatch()) {
                    throw unconditional();
                }
            }
            case Precondition.Exists() -> {}
            case Precondition.OneOf(List<Version> given) -> {
                Version now = version(actor, new Outcome(current, viewable(actor, current)));
                if (!given.contains(now)) {
                    throw RequestRejectedException.preconditionFailed(
                            given.isEmpty()
                                    ? Message.of("The record exists already.")
                                    : Message.of("The record has been changed meanwhile."),
                            now);
                }
            }
        }
    }

    static RequestRejectedException unconditional() {
        return new RequestRejectedException(
                Category.PRECONDITION_REQUIRED,
                "precondition_required",
                "This model is changed only with If-Match, one record at a time.");
    }

    private static RequestRejectedException beyondPolicy() {
        return RequestRejectedException.forbidden("row_policy", "Your roles do not cover this record.");
    }

    /** Runs work that creates records which records before them refer to. */
    <T> T together(Model model, Set<RecordKey> keys, Supplier<T> work) {
        return keys.isEmpty() ? work.get() : records.together(model, keys, work);
    }

    /** @param given the fields that the client gave */
    Outcome insert(Actor actor, Model model, Map<String, @Nullable Object> values, Set<String> given) {
        references.require(actor, model, values, given, Map.of());
        StoredRecord created = inserted(actor, model, values, true);
        return new Outcome(created, viewable(actor, created));
    }

    /**
     * Stores a new record.
     *
     * @param bound whether the actor needs the right to create this record
     */
    StoredRecord inserted(Actor actor, Model model, Map<String, @Nullable Object> values, boolean bound) {
        RecordHooks hooks = accessScope.hooks(model);
        ChangeContext change = joined(contexts.create(actor, model, values));
        hooks.onCreate(change);
        change.validate(hooks);
        change.refuseRejected();
        StoredRecord created = records.insert(model, byField(model, values));
        rehearseColumns(created);
        if (bound) {
            keepWithin(actor, created, Action.CREATE);
        }
        audit(actor, "create", created, Changes.created(created));
        change.done(Optional.of(created));
        hooks.afterCreate(change);
        change.refuseRejected();
        return created;
    }

    Outcome update(Actor actor, StoredRecord before, Map<String, @Nullable Object> changes, Set<String> given) {
        StoredRecord after = changed(actor, before, changes, given).record();
        return new Outcome(after, viewable(actor, after));
    }

    /**
     * A parent after its children were written. Changed children are a change of their parent, which runs its hooks
     * unless the parent has been changed anyway.
     *
     * @param own the parent as it was before its children were written
     * @param children what was changed; empty after a create
     */
    Outcome withChildren(Actor actor, Stored own, List<AuditEntry.Change> children) {
        StoredRecord before = own.record();
        StoredRecord now = records.find(before.model(), before.key(), Condition.always())
                .orElse(before); // hooks of a child may have changed it
        if (children.isEmpty()) {
            return new Outcome(now, viewable(actor, now));
        }
        if (own.written() || !now.version().equals(before.version())) {
            audit(actor, "update", now, children);
            return new Outcome(now, viewable(actor, now));
        }
        StoredRecord after = store(actor, now, new LinkedHashMap<>(), Set.of(), RecordWriter::refuse, children)
                .record();
        keepWithin(actor, after, Action.EDIT);
        return new Outcome(after, viewable(actor, after));
    }

    /**
     * Updates a record that the actor may change.
     *
     * @param given the fields that the client gave
     */
    Stored changed(Actor actor, StoredRecord before, Map<String, @Nullable Object> changes, Set<String> given) {
        Set<String> unseen = unseen(actor, before, changes.keySet());
        references.require(actor, before.model(), changes, given, without(before, unseen));
        Stored after = store(actor, before, changes, unseen, RecordWriter::refuse);
        if (after.written()) {
            keepWithin(actor, after.record(), Action.EDIT);
        }
        return after;
    }

    /** Whether the record has all of these values, and the actor may know so. */
    boolean changesNothing(Actor actor, StoredRecord before, Map<String, @Nullable Object> changes) {
        Map<String, @Nullable Object> different = new HashMap<>(changes);
        unchangedOut(before, different, unseen(actor, before, changes.keySet()));
        return different.isEmpty();
    }

    /** Accepts values that are not valid, but those of the record, as far as the actor may view them. */
    void acceptStored(Actor actor, StoredRecord before, RecordInput input) {
        if (!input.invalid().isEmpty()) {
            Set<String> given = new HashSet<>();
            input.invalid().forEach(one -> given.add(one.field().name()));
            input.acceptStored(before, unseen(actor, before, given));
        }
    }

    /** The stored values, without those of given fields that the actor may not view. */
    Map<String, @Nullable Object> seen(Actor actor, StoredRecord before, Set<String> given) {
        return without(before, unseen(actor, before, given));
    }

    private static Map<String, @Nullable Object> without(StoredRecord record, Set<String> fields) {
        Map<String, @Nullable Object> values = new HashMap<>(record.values());
        values.keySet().removeAll(fields);
        return values;
    }

    /** The given fields that the actor may not view: writing a value must not reveal the stored one. */
    private Set<String> unseen(Actor actor, StoredRecord before, Set<String> given) {
        Model model = before.model();
        Shape covered = shapes.visible(actor, model);
        boolean viewable = given.isEmpty()
                // a record that was found with the same condition need not be checked again
                || (actor.rights().allows(Action.VIEW, model)
                        && accessScope
                                .condition(actor, model, Action.VIEW)
                                .equals(accessScope.condition(actor, model, Action.EDIT)))
                || viewable(actor, before);
        Set<String> unseen = new HashSet<>();
        for (String name : given) {
            if (!viewable || !covered.fields().contains(model.fieldNamed(name))) {
                unseen.add(name);
            }
        }
        return unseen;
    }

    /**
     * Stores the values that really change.
     *
     * @param unseen fields that are stored even if unchanged
     */
    Stored store(
            Actor actor,
            StoredRecord before,
            Map<String, @Nullable Object> changes,
            Set<String> unseen,
            Consumer<List<Violation>> ruled) {
        return store(actor, before, changes, unseen, ruled, List.of());
    }

    /** @param besides what was changed beside the fields: the record is changed even if no value is */
    private Stored store(
            Actor actor,
            StoredRecord before,
            Map<String, @Nullable Object> changes,
            Set<String> unseen,
            Consumer<List<Violation>> ruled,
            List<AuditEntry.Change> besides) {
        unchangedOut(before, changes, unseen);
        if (changes.isEmpty() && besides.isEmpty()) {
            return new Stored(before, false);
        }
        Model model = before.model();
        RecordHooks hooks = accessScope.hooks(model);
        ChangeContext change = joined(contexts.update(actor, before, changes));
        hooks.onUpdate(change);
        unchangedOut(before, changes, unseen);
        if (changes.isEmpty() && besides.isEmpty() && change.rejections().isEmpty()) {
            return new Stored(before, false);
        }
        change.validate(hooks);
        ruled.accept(change.rejections());
        for (FieldDefinition field : model.storedFields()) {
            if (field.input().onUpdateNow()) {
                RecordInput.moment(field, clock.instant())
                        .ifPresent(moment -> changes.putIfAbsent(field.name(), moment));
            }
        }
        StoredRecord after = changes.isEmpty() ? before : records.update(before, byField(model, changes));
        rehearseColumns(after);
        Set<String> given = new HashSet<>(unseen);
        given.retainAll(changes.keySet());
        List<AuditEntry.Change> different = new ArrayList<>(Changes.updated(before, after, given));
        different.addAll(besides);
        if (!different.isEmpty()) {
            audit(actor, "update", after, different);
        }
        change.done(Optional.of(after));
        hooks.afterUpdate(change);
        change.refuseRejected();
        // a database may return a JSON document in another spelling
        return new Stored(after, !given.isEmpty() || !after.version().equals(before.version()));
    }

    /** A record whose computed fields fail cannot be shown: reject it now instead of failing later with a 500. */
    private static void rehearseColumns(StoredRecord record) {
        record.model().computedFields().forEach(record::value);
    }

    static void refuse(List<Violation> broken) {
        if (!broken.isEmpty()) {
            throw RequestRejectedException.invalid(broken);
        }
    }

    private static void unchangedOut(StoredRecord before, Map<String, @Nullable Object> changes, Set<String> unseen) {
        changes.entrySet()
                .removeIf(change -> !unseen.contains(change.getKey())
                        && Changes.same(before.values().get(change.getKey()), change.getValue()));
    }

    void keepWithin(Actor actor, StoredRecord record, Action action) {
        Condition allowed = accessScope.condition(actor, record.model(), action);
        if (!allowed.equals(Condition.always()) && !records.matches(record.model(), record.key(), allowed)) {
            throw beyondPolicy();
        }
    }

    private boolean viewable(Actor actor, StoredRecord record) {
        if (!actor.rights().allows(Action.VIEW, record.model())) {
            return false;
        }
        Condition allowed = accessScope.condition(actor, record.model(), Action.VIEW);
        return allowed.equals(Condition.always()) || records.matches(record.model(), record.key(), allowed);
    }

    void audit(Actor actor, String event, StoredRecord record, List<AuditEntry.Change> changes) {
        audit.append(new AuditEntry(
                clock.instant(),
                actor,
                event,
                record.model().name(),
                record.key().encoded(),
                changes));
    }

    /** The version of a record for the actor. */
    Version version(Actor actor, Outcome outcome) {
        return versions.over(shape(actor, outcome), outcome.record());
    }

    Shape shape(Actor actor, Outcome outcome) {
        Model model = outcome.record().model();
        return outcome.viewable() ? shapes.visible(actor, model) : shapes.key(model);
    }

    private static Map<FieldDefinition, @Nullable Object> byField(Model model, Map<String, @Nullable Object> values) {
        Map<FieldDefinition, @Nullable Object> byField = new LinkedHashMap<>();
        values.forEach((name, value) -> byField.put(model.fieldNamed(name), value));
        return byField;
    }
}
