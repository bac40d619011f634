package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.RecordRows;
import dev.hexadmin.application.records.RecordVersions;
import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.transfer.ImportMode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates, changes and deletes. What can be found out without the transaction, such as whether a body is valid, is found
 * out before it begins.
 */
public final class RecordEditing implements EditingRecords, RecordRows {
    /** Records whose removal is rehearsed in one transaction. */
    private static final int REHEARSED = 50;

    private static final String REFERENCE_NOT_FOUND = "A reference points to a record that does not exist";

    private final Records records;
    private final UnitOfWork work;
    private final AuditTrail audit;
    private final AccessScope reach;
    private final Shapes shapes;
    private final ListLanguage language;
    private final RecordVersions versions;
    private final VisibleReferences references;
    private final InstantSource clock;
    private final Uuids uuids;

    public RecordEditing(
            Records records,
            UnitOfWork work,
            AuditTrail audit,
            AccessScope reach,
            Shapes shapes,
            Cursors cursors,
            InstantSource clock,
            Uuids uuids) {
        this.records = records;
        this.work = work;
        this.audit = audit;
        this.reach = reach;
        this.shapes = shapes;
        this.language = new ListLanguage(reach, shapes, cursors);
        this.versions = new RecordVersions(records);
        this.references = new VisibleReferences(records, reach);
        this.clock = clock;
        this.uuids = uuids;
    }

    /**
     * A record as it is after its change.
     *
     * @param viewable whether the actor may see it
     */
    private record Outcome(StoredRecord record, boolean viewable) {}

    /**
     * A record after an update.
     *
     * @param written whether there was something to store
     */
    record Stored(StoredRecord record, boolean written) {}

    /**
     * What an answer is made from.
     *
     * @param version for the actor; empty after a dry run
     */
    private record Done(Outcome outcome, Optional<Version> version) {}

    @Override
    public PreparedChange<Written> prepareCreate(
            Actor actor, Model model, Map<String, @Nullable Object> body, boolean dryRun) {
        allow(actor, Action.CREATE, model);
        RecordInput input = RecordInput.create(actor, model, body);
        if (!input.good()) {
            throw input.refusal();
        }
        Map<String, @Nullable Object> values = input.values();
        Set<String> given = Set.copyOf(values.keySet());
        completeNew(actor, model, values);
        return sinks -> show(actor, run(dryRun, () -> done(actor, insert(actor, model, values, given), dryRun)), sinks);
    }

    @Override
    public Written replace(
            Actor actor,
            Model model,
            String id,
            Map<String, @Nullable Object> body,
            Precondition precondition,
            boolean dryRun,
            Function<Shape, RecordSink> sinks) {
        allow(actor, Action.EDIT, model);
        return change(
                actor,
                model,
                id,
                RecordInput.replacement(actor, model, body, clock.instant()),
                precondition,
                dryRun,
                sinks);
    }

    @Override
    public Written patch(
            Actor actor,
            Model model,
            String id,
            Map<String, @Nullable Object> body,
            Precondition precondition,
            boolean dryRun,
            Function<Shape, RecordSink> sinks) {
        allow(actor, Action.EDIT, model);
        return change(actor, model, id, RecordInput.patch(actor, model, body, Set.of()), precondition, dryRun, sinks);
    }

    private Written change(
            Actor actor,
            Model model,
            String id,
            RecordInput input,
            Precondition precondition,
            boolean dryRun,
            Function<Shape, RecordSink> sinks) {
        RecordKey key = RecordKey.parse(model, id).orElseThrow(() -> RecordBrowsing.missing(model));
        if (!input.good()) {
            // a record that is not there, or not what the client thinks, says more than what is wrong with the body
            check(actor, find(actor, model, key, Action.EDIT), precondition);
            throw input.refusal();
        }
        Map<String, @Nullable Object> changes = input.values();
        Set<String> given = Set.copyOf(changes.keySet());
        if (!changes.isEmpty()) {
            reach.hooks(model).prepareUpdate(actor, key, changes);
        }
        return show(
                actor,
                run(dryRun, () -> {
                    StoredRecord before = find(actor, model, key, Action.EDIT);
                    check(actor, before, precondition);
                    return done(actor, update(actor, before, changes, given), dryRun);
                }),
                sinks);
    }

    @Override
    public Map<String, Long> delete(Actor actor, Model model, String id, Precondition precondition, boolean dryRun) {
        allow(actor, Action.DELETE, model);
        RecordKey key = RecordKey.parse(model, id).orElseThrow(() -> RecordBrowsing.missing(model));
        return run(dryRun, () -> {
            StoredRecord record = find(actor, model, key, Action.DELETE);
            check(actor, record, precondition);
            return remove(actor, record, new HashSet<>(), true);
        });
    }

    @Override
    public Consequences consequences(Actor actor, Model model, String id) {
        allow(actor, Action.DELETE, model);
        RecordKey key = RecordKey.parse(model, id).orElseThrow(() -> RecordBrowsing.missing(model));
        return consequences(actor, model, List.of(find(actor, model, key, Action.DELETE)));
    }

    @Override
    public Consequences consequences(Actor actor, Model model, Selection selection) {
        allow(actor, Action.DELETE, model);
        List<StoredRecord> roots = switch (selection) {
            case Selection.Filtered(Map<String, String> parameters, long confirmed) ->
                records.scan(model, covered(actor, model, parameters, Action.DELETE), Optional.empty(), Bulk.LIMIT);
            case Selection.Keys(List<String> ids) -> {
                Condition own = reach.condition(actor, model, Action.DELETE);
                yield ids.stream()
                        .limit(Bulk.LIMIT)
                        .flatMap(id -> RecordKey.parse(model, id).stream())
                        .distinct()
                        .flatMap(key -> records.find(model, key, own).stream())
                        .toList();
            }
        };
        return consequences(actor, model, roots);
    }

    private Consequences consequences(Actor actor, Model model, List<StoredRecord> roots) {
        DeletionPreview preview;
        try {
            preview = new DeletionPreview(records, reach, actor, model, roots);
        } catch (RequestRejectedException tooMany) {
            return new Consequences(
                    List.of(), List.of(), List.of(), List.of(), Others.NONE, Optional.of(tooMany), roots.size());
        }
        return preview.consequences(
                preview.held()
                        ? Optional.of(
                                inUse(preview.holding().stream().findFirst().map(Affected::model)))
                        : rehearsedRemoval(actor, model, roots));
    }

    /** In short transactions, between which others may write. */
    private Optional<RequestRejectedException> rehearsedRemoval(Actor actor, Model model, List<StoredRecord> roots) {
        for (int from = 0; from < roots.size(); from += REHEARSED) {
            List<StoredRecord> some = roots.subList(from, Math.min(from + REHEARSED, roots.size()));
            Optional<RequestRejectedException> refusal = rehearsed(() -> {
                Set<Cascade.Identity> gone = new HashSet<>();
                for (StoredRecord root : some) {
                    if (!gone.contains(Cascade.Identity.of(root))) {
                        remove(actor, find(actor, model, root.key(), Action.DELETE), gone, true);
                    }
                }
            });
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    /** Why a step would be refused: hooks and the database know rules that the registry does not. */
    private Optional<RequestRejectedException> rehearsed(Runnable step) {
        try {
            run(true, () -> {
                step.run();
                return true;
            });
            return Optional.empty();
        } catch (RequestRejectedException refused) {
            return Optional.of(refused);
        }
    }

    @Override
    public long selected(Actor actor, Model model, Map<String, String> parameters, Change change) {
        return records.count(model, covered(actor, model, parameters, change.needs()));
    }

    /** What a list selects and the actor may change. */
    Condition covered(Actor actor, Model model, Map<String, String> parameters, Action action) {
        allow(actor, action, model);
        reach.require(actor, Action.VIEW, model);
        return language.selected(actor, model, parameters).and(reach.condition(actor, model, action));
    }

    @Override
    public AllDone editAll(Actor actor, Model model, Selection selection, Change change, boolean dryRun) {
        allow(actor, change.needs(), model);
        if (model.definition().requireIfMatch()) {
            throw unconditional();
        }
        MassChange all = new MassChange(this, records, reach, actor, model, change, dryRun);
        return switch (selection) {
            case Selection.Filtered(Map<String, String> parameters, long confirmed) ->
                all.ofAll(covered(actor, model, parameters, change.needs()), confirmed);
            case Selection.Keys keys -> all.ofKeys(keys);
        };
    }

    @Override
    public PreparedChange<BulkDone> prepareBulk(Actor actor, Model model, Bulk bulk, boolean dryRun) {
        int operations =
                bulk.create().size() + bulk.update().size() + bulk.delete().size();
        if (!bulk.create().isEmpty() || operations == 0) {
            allow(actor, Action.CREATE, model);
        }
        if (!bulk.update().isEmpty()) {
            allow(actor, Action.EDIT, model);
        }
        if (!bulk.delete().isEmpty()) {
            allow(actor, Action.DELETE, model);
        }
        if (operations < 1 || operations > Bulk.LIMIT) {
            throw RequestRejectedException.invalid(List.of(
                    new Violation("", "items", "1 to " + Bulk.LIMIT + " operations are expected in one call.")));
        }
        if (model.definition().requireIfMatch() && operations > bulk.create().size()) {
            throw unconditional();
        }
        BulkReading reading = new BulkReading(actor, model);
        List<Map<String, @Nullable Object>> creates = reading.creates(bulk.create());
        List<Set<String>> given =
                creates.stream().map(values -> Set.copyOf(values.keySet())).toList();
        List<BulkUpdate> updates = reading.updates(bulk.update());
        List<RecordKey> deletes = reading.deletes(bulk.delete());
        reading.refuseWrong();
        for (int i = 0; i < creates.size(); i++) {
            int at = i;
            below("/create/" + i, () -> {
                completeNew(actor, model, creates.get(at));
                return at;
            });
        }
        for (int i = 0; i < updates.size(); i++) {
            int at = i;
            below("/update/" + i, () -> {
                BulkUpdate update = updates.get(at);
                if (!update.changes().isEmpty()) {
                    reach.hooks(model).prepareUpdate(actor, update.key(), update.changes());
                }
                return at;
            });
        }
        return sinks -> shown(
                actor,
                carryOut(actor, model, creates, given, updates, deletes, dryRun),
                creates.size(),
                deletes.size(),
                sinks);
    }

    private List<Outcome> carryOut(
            Actor actor,
            Model model,
            List<Map<String, @Nullable Object>> creates,
            List<Set<String>> given,
            List<BulkUpdate> updates,
            List<RecordKey> deletes,
            boolean dryRun) {
        return run(dryRun, () -> {
            List<Outcome> done = new ArrayList<>(creates.size() + updates.size());
            for (int i = 0; i < creates.size(); i++) {
                int at = i;
                done.add(below("/create/" + i, () -> insert(actor, model, creates.get(at), given.get(at))));
            }
            for (int i = 0; i < updates.size(); i++) {
                BulkUpdate update = updates.get(i);
                done.add(below(
                        "/update/" + i,
                        () -> update(
                                actor,
                                find(actor, model, update.key(), Action.EDIT),
                                update.changes(),
                                update.given())));
            }
            Set<Cascade.Identity> gone = new HashSet<>();
            for (int i = 0; i < deletes.size(); i++) {
                RecordKey key = deletes.get(i);
                if (!gone.contains(new Cascade.Identity(model, key))) {
                    below("/delete/" + i, () -> remove(actor, find(actor, model, key, Action.DELETE), gone, true));
                }
            }
            return done;
        });
    }

    private BulkDone shown(
            Actor actor, List<Outcome> outcomes, int created, int deleted, Function<Shape, RecordSink> sinks) {
        Map<Shape, RecordSink> made = new HashMap<>();
        Optional<Shape> shape = Optional.empty();
        for (Outcome outcome : outcomes) {
            Shape shown = shape(actor, outcome);
            outcome.record().writeTo(shown, made.computeIfAbsent(shown, sinks));
            shape = Optional.of(shown);
        }
        return new BulkDone(created, outcomes.size() - created, deleted, shape);
    }

    /**
     * An update of a bulk call.
     *
     * @param changes what is to be written; rules in code may add to it
     * @param given the fields that the client gave
     */
    private record BulkUpdate(RecordKey key, Map<String, @Nullable Object> changes, Set<String> given) {}

    /** The parts of a bulk call while they are read; what is wrong is collected over all of them. */
    private static final class BulkReading {
        private final Actor actor;
        private final Model model;
        private final List<Violation> wrong = new ArrayList<>();
        private final List<Violation> forbidden = new ArrayList<>();
        private final Set<RecordKey> named = new HashSet<>();

        BulkReading(Actor actor, Model model) {
            this.actor = actor;
            this.model = model;
        }

        void refuseWrong() {
            RecordInput all = new RecordInput(Map.of(), wrong, forbidden);
            if (!all.good()) {
                throw all.refusal();
            }
        }

        List<Map<String, @Nullable Object>> creates(List<Map<String, @Nullable Object>> bodies) {
            List<Map<String, @Nullable Object>> values = new ArrayList<>(bodies.size());
            for (int i = 0; i < bodies.size(); i++) {
                values.add(take(RecordInput.create(actor, model, bodies.get(i)), "/create/" + i));
            }
            return values;
        }

        List<BulkUpdate> updates(List<Map<String, @Nullable Object>> bodies) {
            List<BulkUpdate> updates = new ArrayList<>(bodies.size());
            for (int i = 0; i < bodies.size(); i++) {
                Map<String, @Nullable Object> body = bodies.get(i);
                String place = "/update/" + i;
                Set<String> keyMembers = keyMembers(body);
                Map<String, @Nullable Object> changes = take(RecordInput.patch(actor, model, body, keyMembers), place);
                key(body, keyMembers, place)
                        .ifPresent(key -> updates.add(new BulkUpdate(key, changes, Set.copyOf(changes.keySet()))));
            }
            return updates;
        }

        List<RecordKey> deletes(List<Object> ids) {
            List<RecordKey> keys = new ArrayList<>(ids.size());
            for (int i = 0; i < ids.size(); i++) {
                id(ids.get(i), "/delete/" + i).ifPresent(keys::add);
            }
            return keys;
        }

        private Map<String, @Nullable Object> take(RecordInput input, String place) {
            input.moveTo(place);
            wrong.addAll(input.wrong());
            forbidden.addAll(input.forbidden());
            return input.values();
        }

        /** The key's own fields, or {@code id} where no field has that name. */
        private Set<String> keyMembers(Map<String, @Nullable Object> body) {
            if (body.containsKey("id") && model.field("id").isEmpty()) {
                return Set.of("id");
            }
            Set<String> names = new HashSet<>();
            model.key().forEach(field -> names.add(field.name()));
            return names;
        }

        private Optional<RecordKey> key(Map<String, @Nullable Object> body, Set<String> members, String place) {
            if (members.equals(Set.of("id")) && model.field("id").isEmpty()) {
                @Nullable Object id = body.get("id");
                if (id == null) {
                    wrong.add(new Violation(place + "/id", "required", "The record's key is required."));
                    return Optional.empty();
                }
                return id(id, place + "/id");
            }
            List<Object> values = new ArrayList<>(model.key().size());
            for (FieldDefinition field : model.key()) {
                value(field, body.get(field.name()), place + "/" + field.name()).ifPresent(values::add);
            }
            return values.size() == model.key().size() ? once(new RecordKey(values), place) : Optional.empty();
        }

        private Optional<RecordKey> id(Object id, String place) {
            if (model.key().size() == 1) {
                return value(model.key().getFirst(), id, place)
                        .flatMap(value -> once(new RecordKey(List.of(value)), place));
            }
            Optional<RecordKey> key = id instanceof String text ? RecordKey.parse(model, text) : Optional.empty();
            if (key.isEmpty()) {
                wrong.add(new Violation(
                        place, "type", "The values of the key, each percent-encoded, joined by commas, are expected."));
            }
            return key.flatMap(good -> once(good, place));
        }

        private Optional<Object> value(FieldDefinition field, @Nullable Object input, String place) {
            return switch (FieldInput.read(model, field, input)) {
                case FieldInput.Outcome.Fits(Object value) -> Optional.ofNullable(value);
                case FieldInput.Outcome.Refused(List<Violation> violations) -> {
                    violations.forEach(v -> wrong.add(new Violation(place, v.code(), v.message())));
                    yield Optional.empty();
                }
            };
        }

        private Optional<RecordKey> once(RecordKey key, String place) {
            if (named.add(key)) {
                return Optional.of(key);
            }
            wrong.add(new Violation(place, "repeated", "This record is named twice."));
            return Optional.empty();
        }
    }

    @Override
    public void require(Actor actor, Model model, ImportMode mode) {
        reach.require(actor, Action.IMPORT, model);
        if (model.builtIn()) {
            throw RequestRejectedException.forbidden(
                    "not_importable", "Records of '" + model.name() + "' are not imported.");
        }
        allow(actor, Action.CREATE, model);
        switch (mode) {
            case CREATE -> {}
            case CREATE_AND_UPDATE -> {
                allow(actor, Action.EDIT, model);
                if (model.definition().requireIfMatch()) {
                    throw unconditional();
                }
            }
        }
    }

    @Override
    public Put put(Actor actor, Model model, ImportMode mode, Map<String, @Nullable Object> row) {
        try {
            return switch (mode) {
                case CREATE -> putNew(actor, model, row);
                case CREATE_AND_UPDATE -> {
                    Optional<RecordKey> key = keyOf(model, row);
                    yield key.isPresent() ? putKnown(actor, model, key.get(), row) : putNew(actor, model, row);
                }
            };
        } catch (ConstraintViolationException violated) {
            throw refusal(violated);
        }
    }

    private Put putNew(Actor actor, Model model, Map<String, @Nullable Object> row) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>(row);
        model.fields().stream().filter(field -> !field.writableOnCreate()).forEach(field -> body.remove(field.name()));
        RecordInput input = RecordInput.create(actor, model, body);
        if (!input.good()) {
            throw input.refusal();
        }
        Map<String, @Nullable Object> values = input.values();
        Set<String> given = Set.copyOf(values.keySet());
        completeNew(actor, model, values);
        keepWithin(actor, insert(actor, model, values, given).record(), Action.IMPORT);
        return Put.CREATED;
    }

    private Put putKnown(Actor actor, Model model, RecordKey key, Map<String, @Nullable Object> row) {
        Condition allowed = reach.condition(actor, model, Action.EDIT);
        Optional<StoredRecord> current = records.find(model, key, allowed);
        boolean ownKey = model.key().stream().allMatch(FieldDefinition::writableOnCreate);
        if (current.isEmpty()
                && ownKey
                && (allowed.equals(Condition.always()) || !records.matches(model, key, Condition.always()))) {
            return putNew(actor, model, row);
        }
        StoredRecord before = current.orElseGet(() -> {
            try {
                return find(actor, model, key, Action.EDIT); // which says why not
            } catch (RequestRejectedException refused) {
                throw refused.below("/" + model.key().getFirst().name());
            }
        });
        Map<String, @Nullable Object> body = new LinkedHashMap<>(row);
        model.fields().stream().filter(field -> !field.writableOnUpdate()).forEach(field -> body.remove(field.name()));
        RecordInput input = RecordInput.patch(actor, model, body, Set.of());
        if (!input.good()) {
            throw input.refusal();
        }
        Map<String, @Nullable Object> changes = input.values();
        Set<String> given = Set.copyOf(changes.keySet());
        if (!changes.isEmpty()) {
            reach.hooks(model).prepareUpdate(actor, key, changes);
        }
        Stored after = changed(actor, before, changes, given);
        if (!after.written()) {
            return Put.UNCHANGED;
        }
        keepWithin(actor, after.record(), Action.IMPORT);
        return Put.UPDATED;
    }

    /** The key that a row gives; empty when a part of it is missing. */
    private static Optional<RecordKey> keyOf(Model model, Map<String, @Nullable Object> row) {
        List<Object> values = new ArrayList<>(model.key().size());
        List<Violation> wrong = new ArrayList<>();
        for (FieldDefinition field : model.key()) {
            @Nullable Object given = row.get(field.name());
            if (given == null) {
                continue;
            }
            switch (FieldInput.read(model, field, given)) {
                case FieldInput.Outcome.Fits(Object value) ->
                    Optional.ofNullable(value).ifPresent(values::add);
                case FieldInput.Outcome.Refused(List<Violation> violations) -> wrong.addAll(violations);
            }
        }
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(wrong);
        }
        return values.size() == model.key().size() ? Optional.of(new RecordKey(values)) : Optional.empty();
    }

    private void allow(Actor actor, Action action, Model model) {
        reach.require(actor, action, model);
        if (!action.isPossibleOn(model)) {
            throw RequestRejectedException.forbidden(
                    "read_only_model",
                    "Records of '" + model.name() + "' cannot be "
                            + switch (action) {
                                case CREATE, IMPORT -> "created";
                                case EDIT -> "changed";
                                case DELETE -> "deleted";
                                case VIEW, EXPORT -> "read";
                            }
                            + ".");
        }
    }

    void completeNew(Actor actor, Model model, Map<String, @Nullable Object> values) {
        reach.hooks(model).prepare(actor, true, values);
        RecordInput.complete(model, values, clock.instant(), uuids::next);
    }

    /** Whether a long unit of work would keep every other write waiting. */
    boolean keepsOthersWaiting() {
        return work.exclusive() && !work.running();
    }

    <T> T run(boolean dryRun, Supplier<T> step) {
        try {
            return dryRun ? work.rehearse(scope -> step.get()) : work.write(scope -> step.get());
        } catch (ConstraintViolationException violated) {
            throw refusal(violated);
        }
    }

    static <T> T below(String place, Supplier<T> step) {
        try {
            return step.get();
        } catch (ConstraintViolationException violated) {
            throw refusal(violated).below(place);
        } catch (RequestRejectedException refused) {
            throw refused.below(place);
        }
    }

    /** The record to be changed, locked inside a transaction. */
    StoredRecord find(Actor actor, Model model, RecordKey key, Action action) {
        Condition allowed = reach.condition(actor, model, action);
        return records.find(model, key, allowed).orElseThrow(() -> {
            // one that the actor may look at is known to them: that it may not be changed is no secret
            boolean seen = !allowed.equals(Condition.always())
                    && actor.rights().allows(Action.VIEW, model)
                    && records.matches(model, key, reach.condition(actor, model, Action.VIEW));
            return seen ? beyondPolicy() : RecordBrowsing.missing(model);
        });
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
                    throw RequestRejectedException.preconditionFailed("The record has been changed meanwhile.", now);
                }
            }
        }
    }

    private static RequestRejectedException unconditional() {
        return new RequestRejectedException(
                Category.PRECONDITION_REQUIRED,
                "precondition_required",
                "This model is changed only with If-Match, one record at a time.");
    }

    private static RequestRejectedException beyondPolicy() {
        return RequestRejectedException.forbidden("row_policy", "Your roles do not cover this record.");
    }

    /** @param given the fields that the client gave */
    private Outcome insert(Actor actor, Model model, Map<String, @Nullable Object> values, Set<String> given) {
        references.require(actor, model, values, given, Map.of());
        StoredRecord created = inserted(actor, model, values, true);
        return new Outcome(created, viewable(actor, created));
    }

    /**
     * A new record, stored.
     *
     * @param bound whether it must be one that the actor may create
     */
    StoredRecord inserted(Actor actor, Model model, Map<String, @Nullable Object> values, boolean bound) {
        reach.hooks(model).onCreate(actor, values);
        refuse(reach.broken(actor, model, Optional.empty(), values));
        StoredRecord created = records.insert(model, byField(model, values));
        rehearseColumns(created);
        if (bound) {
            keepWithin(actor, created, Action.CREATE);
        }
        audit(actor, "create", created, Changes.created(created));
        reach.hooks(model).afterCreate(actor, created);
        return created;
    }

    private Outcome update(Actor actor, StoredRecord before, Map<String, @Nullable Object> changes, Set<String> given) {
        StoredRecord after = changed(actor, before, changes, given).record();
        return new Outcome(after, viewable(actor, after));
    }

    /**
     * The record after an update that the actor may make.
     *
     * @param given the fields that the client gave
     */
    Stored changed(Actor actor, StoredRecord before, Map<String, @Nullable Object> changes, Set<String> given) {
        references.require(actor, before.model(), changes, given, before.values());
        Stored after = store(actor, before, changes, unseen(actor, before, changes.keySet()), RecordEditing::refuse);
        if (after.written()) {
            keepWithin(actor, after.record(), Action.EDIT);
        }
        return after;
    }

    /** Which of the fields given the actor may not view: what they hold is not found out by giving a value for them. */
    private Set<String> unseen(Actor actor, StoredRecord before, Set<String> given) {
        Model model = before.model();
        Shape covered = shapes.visible(actor, model);
        boolean viewable = given.isEmpty()
                // one that is found by the same condition need not be looked for again
                || (actor.rights().allows(Action.VIEW, model)
                        && reach.condition(actor, model, Action.VIEW)
                                .equals(reach.condition(actor, model, Action.EDIT)))
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
     * Stores what really changes.
     *
     * @param unseen fields that are stored, as if they changed, whatever they hold
     */
    Stored store(
            Actor actor,
            StoredRecord before,
            Map<String, @Nullable Object> changes,
            Set<String> unseen,
            Consumer<List<Violation>> ruled) {
        unchangedOut(before, changes, unseen);
        if (changes.isEmpty()) {
            return new Stored(before, false);
        }
        Model model = before.model();
        reach.hooks(model).onUpdate(actor, before, changes);
        unchangedOut(before, changes, unseen);
        if (changes.isEmpty()) {
            return new Stored(before, false);
        }
        ruled.accept(reach.broken(actor, model, Optional.of(before), changes));
        StoredRecord after = records.update(before, byField(model, changes));
        rehearseColumns(after);
        Set<String> given = new HashSet<>(unseen);
        given.retainAll(changes.keySet());
        List<AuditEntry.Change> different = Changes.updated(before, after, given);
        if (!different.isEmpty()) {
            audit(actor, "update", after, different);
        }
        reach.hooks(model).afterUpdate(actor, before, after);
        // a database may keep a document in another spelling than it was given
        return new Stored(after, !given.isEmpty() || !after.version().equals(before.version()));
    }

    /** A record whose computed fields fail cannot be shown: it is better not stored than stored and answered with a 500. */
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

    /**
     * Deletes a record and what goes along.
     *
     * @param gone takes what went
     * @param bound whether all of it must be what the actor may delete
     */
    Map<String, Long> remove(Actor actor, StoredRecord record, Set<Cascade.Identity> gone, boolean bound) {
        Cascade cascade = Cascade.of(records, record);
        if (bound) {
            requireDeletable(actor, record, cascade);
        }
        for (StoredRecord doomed : cascade.doomed()) {
            reach.hooks(doomed.model()).onDelete(actor, doomed);
        }
        for (Cascade.Cut cut : cascade.cuts()) {
            cut(actor, cut);
        }
        Map<String, Long> deleted;
        try {
            deleted = records.delete(record);
        } catch (ConstraintViolationException violated) {
            boolean named = violated.kind() != ConstraintViolationException.Kind.IN_USE
                    || (actor.rights().superuser() && !violated.rule().table().isEmpty());
            throw named
                    ? refusal(violated)
                    : inUse(violated.rule().table().isEmpty() ? nameable(actor, violated.model()) : Optional.empty());
        }
        for (StoredRecord doomed : cascade.doomed()) {
            gone.add(Cascade.Identity.of(doomed));
            audit(actor, "delete", doomed, Changes.deleted(doomed));
            reach.hooks(doomed.model()).afterDelete(actor, doomed);
        }
        Set<String> named = cascade.models().stream()
                .filter(model -> model == record.model() || actor.rights().allows(Action.VIEW, model))
                .map(Model::name)
                .collect(Collectors.toSet());
        Map<String, Long> told = new LinkedHashMap<>();
        deleted.forEach((name, count) -> told.merge(named.contains(name) ? name : OTHERS, count, Long::sum));
        return told;
    }

    /** A cascade is no way around a right or a row policy: the actor may delete all that goes along. */
    private void requireDeletable(Actor actor, StoredRecord root, Cascade cascade) {
        if (actor.rights().superuser()) {
            return;
        }
        for (Model model : cascade.models()) {
            List<RecordKey> along = cascade.doomed().stream()
                    .filter(doomed -> doomed.model() == model)
                    .map(StoredRecord::key)
                    .filter(key -> model != root.model() || !key.equals(root.key()))
                    .toList();
            boolean allowed = actor.rights().allows(Action.DELETE, model);
            if (!along.isEmpty() && (!allowed || !covers(actor, model, along))) {
                String what = nameable(actor, model)
                        .map(named -> "records of '" + named.name() + "'")
                        .orElse(OTHERS);
                throw RequestRejectedException.forbidden(
                        allowed ? "row_policy" : "forbidden",
                        "This would also delete " + what + " that you may not delete.");
            }
        }
    }

    private boolean covers(Actor actor, Model model, List<RecordKey> keys) {
        Condition allowed = reach.condition(actor, model, Action.DELETE);
        if (allowed.equals(Condition.always())) {
            return true;
        }
        if (model.key().size() > 1) {
            return keys.stream().allMatch(key -> records.matches(model, key, allowed));
        }
        Condition these = new Condition.Compare(
                FieldPath.of(model, model.key().getFirst()),
                Lookup.IN,
                keys.stream().map(key -> key.values().getFirst()).toList());
        return records.count(model, these.and(allowed)) == keys.size();
    }

    /** The model, where its name tells the actor nothing that they may not view. */
    private Optional<Model> nameable(Actor actor, Model model) {
        return reach.seesAll(actor, model) ? Optional.of(model) : Optional.empty();
    }

    private void cut(Actor actor, Cascade.Cut cut) {
        Model model = cut.record().model();
        Optional<StoredRecord> current = records.find(model, cut.record().key(), Condition.always());
        if (current.isEmpty()) {
            return;
        }
        Map<String, @Nullable Object> changes = new LinkedHashMap<>();
        changes.put(cut.field().name(), null);
        store(actor, current.get(), changes, Set.of(), broken -> {
            if (!broken.isEmpty()) {
                throw inUse(
                        nameable(actor, model)); // it needs what is to be deleted: the client's body has nothing to fix
            }
        });
    }

    private void keepWithin(Actor actor, StoredRecord record, Action action) {
        Condition allowed = reach.condition(actor, record.model(), action);
        if (!allowed.equals(Condition.always()) && !records.matches(record.model(), record.key(), allowed)) {
            throw beyondPolicy();
        }
    }

    private boolean viewable(Actor actor, StoredRecord record) {
        if (!actor.rights().allows(Action.VIEW, record.model())) {
            return false;
        }
        Condition allowed = reach.condition(actor, record.model(), Action.VIEW);
        return allowed.equals(Condition.always()) || records.matches(record.model(), record.key(), allowed);
    }

    private void audit(Actor actor, String event, StoredRecord record, List<AuditEntry.Change> changes) {
        audit.append(new AuditEntry(
                clock.instant(),
                actor,
                event,
                record.model().name(),
                record.key().encoded(),
                changes));
    }

    private Done done(Actor actor, Outcome outcome, boolean dryRun) {
        return new Done(outcome, dryRun ? Optional.empty() : Optional.of(version(actor, outcome)));
    }

    /** The version of a record for the actor: over what they may view of it. */
    private Version version(Actor actor, Outcome outcome) {
        return versions.over(shape(actor, outcome), outcome.record());
    }

    private Written show(Actor actor, Done done, Function<Shape, RecordSink> sinks) {
        StoredRecord record = done.outcome().record();
        Shape shape = shape(actor, done.outcome());
        record.writeTo(shape, sinks.apply(shape));
        return new Written(record.key(), done.version(), shape);
    }

    private Shape shape(Actor actor, Outcome outcome) {
        Model model = outcome.record().model();
        return outcome.viewable() ? shapes.visible(actor, model) : shapes.key(model);
    }

    private static Map<FieldDefinition, @Nullable Object> byField(Model model, Map<String, @Nullable Object> values) {
        Map<FieldDefinition, @Nullable Object> byField = new LinkedHashMap<>();
        values.forEach((name, value) -> byField.put(model.fieldNamed(name), value));
        return byField;
    }

    private static RequestRejectedException refusal(ConstraintViolationException violated) {
        String model = violated.model().name();
        return switch (violated.kind()) {
            case UNIQUE ->
                RequestRejectedException.conflict(
                        "unique",
                        explained(violated, "Another record of '" + model + "' has the same value"),
                        at(violated, "unique", "Another record has this value."));
            case REFERENCE_NOT_FOUND ->
                RequestRejectedException.conflict(
                        "reference_not_found",
                        explained(violated, REFERENCE_NOT_FOUND),
                        at(violated, "reference_not_found", "There is no such record."));
            case IN_USE ->
                violated.rule().table().isEmpty()
                        ? inUse(Optional.empty())
                        : inUse(violated.rule().table());
            case NOT_NULL ->
                RequestRejectedException.invalid(
                        "invalid",
                        explained(violated, "A value is required that the database has no default for"),
                        at(violated, "required", "This field is required."));
            case CHECK ->
                RequestRejectedException.invalid(
                        "invalid",
                        explained(violated, "The database does not take the record"),
                        at(
                                violated,
                                "check",
                                violated.rule().name().isEmpty()
                                        ? "The database does not take this value."
                                        : "The constraint '" + violated.rule().name() + "' does not take this value."));
            case NOT_STORED ->
                RequestRejectedException.conflict(
                        "not_stored",
                        explained(
                                violated,
                                "A trigger or rule of the database kept the record of '" + model
                                        + "' as it was, so the change was not made"),
                        List.of());
        };
    }

    private static RequestRejectedException inUse(String table) {
        String detail = "Rows of the table '" + table + "' point to this record.";
        return RequestRejectedException.conflict("in_use", detail, List.of(new Violation("", "in_use", detail)));
    }

    /** What the database's author says; else the sentence with the constraint and what it covers. */
    private static String explained(ConstraintViolationException violated, String sentence) {
        ConstraintViolationException.Rule rule = violated.rule();
        if (!rule.message().isEmpty()) {
            return rule.message();
        }
        List<String> covered = new ArrayList<>(
                violated.fields().stream().map(FieldDefinition::name).toList());
        covered.addAll(rule.columns());
        StringBuilder text = new StringBuilder(sentence);
        if (!rule.name().isEmpty()) {
            text.append(": constraint '").append(rule.name()).append('\'');
            if (!covered.isEmpty()) {
                text.append(" on ").append(String.join(", ", covered));
            }
        } else if (!covered.isEmpty()) {
            text.append(": ").append(rule.columns().isEmpty() ? "" : "column ").append(String.join(", ", covered));
        }
        if (!rule.table().isEmpty()) {
            text.append(" of the table '").append(rule.table()).append('\'');
        } else if (!rule.columns().isEmpty()) {
            text.append(" of the table '")
                    .append(violated.model().table())
                    .append("', which no field of '")
                    .append(violated.model().name())
                    .append("' writes");
        }
        return text.append('.').toString();
    }

    /** @param by whose records point to it, if that may be told */
    private static RequestRejectedException inUse(Optional<Model> by) {
        String who = by.map(model -> "Records of '" + model.name() + "'").orElse("Other records");
        return RequestRejectedException.conflict(
                "in_use", who + " point to this one.", List.of(new Violation("", "in_use", who + " point to it.")));
    }

    static Violation referenceNotFound(FieldDefinition field) {
        return Violation.at(field.name(), "reference_not_found", "There is no such record.");
    }

    static RequestRejectedException referencesNotFound(List<Violation> violations) {
        return RequestRejectedException.conflict("reference_not_found", REFERENCE_NOT_FOUND + ".", violations);
    }

    private static List<Violation> at(ConstraintViolationException violated, String code, String message) {
        if (violated.fields().isEmpty()) {
            return List.of(new Violation("", code, explained(violated, message.substring(0, message.length() - 1))));
        }
        String said = violated.rule().message();
        return violated.fields().stream()
                .map(field -> Violation.at(field.name(), code, said.isEmpty() ? message : said))
                .toList();
    }
}
