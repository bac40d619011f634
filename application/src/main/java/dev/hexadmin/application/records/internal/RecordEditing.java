package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
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
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Creates, updates and deletes records. Everything that can be checked without the transaction, such as the body, is
 * checked before it begins.
 */
public final class RecordEditing implements EditingRecords {
    private final RecordWriter writer;
    private final RecordDeletion deletion;
    private final BulkChange bulkChange;
    private final ChildChanges.Services children;
    private final FormCheck formCheck;
    private final Records records;
    private final AccessScope accessScope;
    private final ListBinding binding;
    private final InstantSource clock;

    public RecordEditing(
            RecordWriter writer,
            Records records,
            AccessScope accessScope,
            Shapes shapes,
            Cursors cursors,
            InstantSource clock) {
        this.writer = writer;
        this.deletion = new RecordDeletion(writer, records, accessScope);
        this.bulkChange = new BulkChange(writer, deletion);
        this.children = new ChildChanges.Services(writer, deletion, records, accessScope);
        this.formCheck = new FormCheck(writer, records, accessScope);
        this.records = records;
        this.accessScope = accessScope;
        this.binding = new ListBinding(accessScope, shapes, cursors);
        this.clock = clock;
    }

    /**
     * The data of a response.
     *
     * @param version for the actor; empty after a dry run
     */
    private record Done(RecordWriter.Outcome outcome, Optional<Version> version) {}

    @Override
    public PreparedChange<Written> prepareCreate(
            Actor actor, Model model, Map<String, @Nullable Object> body, boolean dryRun) {
        writer.allow(actor, Action.CREATE, model);
        ChildChanges childChanges = new ChildChanges(children, actor, model, body);
        RecordInput input = RecordInput.create(actor, model, childChanges.besides(model, body));
        childChanges.addTo(input);
        if (!input.good()) {
            childChanges.addUnknown(input, Optional.empty());
            throw input.refusal();
        }
        Map<String, @Nullable Object> values = input.values();
        Set<String> given = Set.copyOf(values.keySet());
        writer.completeNew(actor, model, values);
        childChanges.prepare();
        return sinks -> show(
                actor,
                writer.run(
                        dryRun,
                        () -> done(
                                actor,
                                created(actor, writer.insert(actor, model, values, given), childChanges),
                                dryRun)),
                sinks);
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
        writer.allow(actor, Action.EDIT, model);
        return change(
                        actor,
                        model,
                        id,
                        RecordInput.replacement(actor, model, body, clock.instant()),
                        new ChildChanges(children, actor, model, Map.of()),
                        precondition,
                        dryRun)
                .carryOut(sinks);
    }

    @Override
    public PreparedChange<Written> preparePatch(
            Actor actor,
            Model model,
            String id,
            Map<String, @Nullable Object> body,
            Precondition precondition,
            boolean dryRun) {
        writer.allow(actor, Action.EDIT, model);
        ChildChanges childChanges = new ChildChanges(children, actor, model, body);
        RecordInput input = RecordInput.patch(actor, model, childChanges.besides(model, body), Set.of());
        childChanges.addTo(input);
        return change(actor, model, id, input, childChanges, precondition, dryRun);
    }

    @Override
    public List<Violation> check(Actor actor, Model model, Optional<String> id, Map<String, @Nullable Object> body) {
        Action action = id.isPresent() ? Action.EDIT : Action.CREATE;
        writer.allow(actor, action, model);
        Optional<StoredRecord> before = id.map(text -> writer.find(
                actor, model, RecordKey.parse(model, text).orElseThrow(() -> RecordBrowsing.missing(model)), action));
        RecordInput input = before.isPresent()
                ? RecordInput.patch(actor, model, body, Set.of())
                : RecordInput.create(actor, model, body);
        before.ifPresent(record -> writer.acceptStored(actor, record, input));
        return formCheck.violations(actor, model, before, input);
    }

    private RecordWriter.Outcome created(Actor actor, RecordWriter.Outcome parent, ChildChanges childChanges) {
        if (childChanges.isEmpty()) {
            return parent;
        }
        childChanges.write(parent.record());
        return writer.withChildren(actor, new RecordWriter.Stored(parent.record(), true), List.of());
    }

    private RecordWriter.Outcome updated(Actor actor, RecordWriter.Stored parent, ChildChanges childChanges) {
        return writer.withChildren(actor, parent, childChanges.write(parent.record()));
    }

    private PreparedChange<Written> change(
            Actor actor,
            Model model,
            String id,
            RecordInput input,
            ChildChanges childChanges,
            Precondition precondition,
            boolean dryRun) {
        RecordKey key = RecordKey.parse(model, id).orElseThrow(() -> RecordBrowsing.missing(model));
        if (!input.good()) {
            // a missing record or an outdated version takes precedence over errors in the body
            StoredRecord current = writer.find(actor, model, key, Action.EDIT);
            writer.check(actor, current, precondition);
            writer.acceptStored(actor, current, input);
            if (!input.good()) {
                childChanges.addUnknown(input, Optional.of(current));
                throw input.refusal();
            }
        }
        Map<String, @Nullable Object> changes = input.values();
        Set<String> given = Set.copyOf(changes.keySet());
        if (!changes.isEmpty()) {
            writer.prepare(actor, model, Optional.of(key), changes);
        }
        childChanges.prepare();
        return sinks -> show(
                actor,
                writer.run(dryRun, () -> {
                    StoredRecord before = writer.find(actor, model, key, Action.EDIT);
                    writer.check(actor, before, precondition);
                    return done(
                            actor,
                            childChanges.isEmpty()
                                    ? writer.update(actor, before, changes, given)
                                    : updated(actor, writer.changed(actor, before, changes, given), childChanges),
                            dryRun);
                }),
                sinks);
    }

    @Override
    public Map<String, Long> delete(Actor actor, Model model, String id, Precondition precondition, boolean dryRun) {
        writer.allow(actor, Action.DELETE, model);
        RecordKey key = RecordKey.parse(model, id).orElseThrow(() -> RecordBrowsing.missing(model));
        return writer.run(dryRun, () -> {
            StoredRecord record = writer.find(actor, model, key, Action.DELETE);
            writer.check(actor, record, precondition);
            return deletion.remove(actor, record, true);
        });
    }

    @Override
    public Consequences consequences(Actor actor, Model model, String id) {
        writer.allow(actor, Action.DELETE, model);
        RecordKey key = RecordKey.parse(model, id).orElseThrow(() -> RecordBrowsing.missing(model));
        return deletion.consequences(actor, model, List.of(writer.find(actor, model, key, Action.DELETE)));
    }

    @Override
    public Consequences consequences(Actor actor, Model model, Selection selection) {
        writer.allow(actor, Action.DELETE, model);
        return deletion.consequences(actor, model, roots(actor, model, selection, Bulk.LIMIT));
    }

    @Override
    public Optional<Separated> separated(Actor actor, Model model, Selection selection) {
        writer.allow(actor, Action.DELETE, model);
        List<StoredRecord> roots = roots(actor, model, selection, SEPARATED + 1);
        return roots.size() > SEPARATED ? Optional.empty() : deletion.separated(actor, model, roots);
    }

    /** The first records of a selection that the actor may delete. */
    private List<StoredRecord> roots(Actor actor, Model model, Selection selection, int most) {
        return switch (selection) {
            case Selection.Filtered(ListRequest request, long confirmed) ->
                records.scan(model, covered(actor, request, Action.DELETE), Optional.empty(), most);
            case Selection.Keys(List<String> ids) -> {
                Condition own = accessScope.condition(actor, model, Action.DELETE);
                yield ids.stream()
                        .limit(most)
                        .flatMap(id -> RecordKey.parse(model, id).stream())
                        .distinct()
                        .flatMap(key -> records.find(model, key, own).stream())
                        .toList();
            }
        };
    }

    @Override
    public long selected(Actor actor, ListRequest request, Change change) {
        return records.count(request.model(), covered(actor, request, change.needs()));
    }

    /** The records of a list that the actor may change; a row whose key cannot be read is none of them. */
    Condition covered(Actor actor, ListRequest request, Action action) {
        Model model = request.model();
        writer.allow(actor, action, model);
        accessScope.require(actor, Action.VIEW, model);
        Condition covered = binding.selected(actor, request).and(accessScope.condition(actor, model, action));
        for (FieldDefinition field : model.key()) {
            covered = covered.and(new Condition.Compare(FieldPath.of(model, field), Lookup.ISNULL, List.of(false)));
        }
        return covered;
    }

    @Override
    public AllDone editAll(Actor actor, Model model, Selection selection, Change change, boolean dryRun) {
        writer.allow(actor, change.needs(), model);
        if (model.definition().requireIfMatch()) {
            throw RecordWriter.unconditional();
        }
        MassChange all = new MassChange(writer, deletion, records, accessScope, actor, model, change, dryRun);
        return switch (selection) {
            case Selection.Filtered(ListRequest request, long confirmed) ->
                all.ofAll(covered(actor, request, change.needs()), confirmed);
            case Selection.Keys keys -> all.ofKeys(keys);
        };
    }

    @Override
    public PreparedChange<BulkDone> prepareBulk(Actor actor, Model model, Bulk bulk, boolean dryRun) {
        return bulkChange.prepare(actor, model, bulk, dryRun);
    }

    private Done done(Actor actor, RecordWriter.Outcome outcome, boolean dryRun) {
        return new Done(outcome, dryRun ? Optional.empty() : Optional.of(writer.version(actor, outcome)));
    }

    private Written show(Actor actor, Done done, Function<Shape, RecordSink> sinks) {
        StoredRecord record = done.outcome().record();
        Shape shape = writer.shape(actor, done.outcome());
        record.writeTo(shape, sinks.apply(shape));
        return new Written(record.key(), done.version(), shape);
    }
}
