package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.EditingRecords.Affected;
import dev.hexadmin.application.records.EditingRecords.Consequences;
import dev.hexadmin.application.records.EditingRecords.Others;
import dev.hexadmin.application.records.EditingRecords.Unlinked;
import dev.hexadmin.application.records.NamedRecord;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the effect of deleting records: counts and names of affected records that the actor may view, and one count
 * of the others, which reveals neither models nor fields. Used by one thread.
 */
final class DeletionPreview {
    private static final int NAMED = 5;

    private final Records records;
    private final AccessScope accessScope;
    private final Actor actor;
    private final Model rootModel;
    private final List<StoredRecord> roots;
    private final Cascade cascade;
    private final Map<Model, List<Object>> doomed = new LinkedHashMap<>();
    private final List<Affected> deleted = new ArrayList<>();
    private final List<Affected> cleared = new ArrayList<>();
    private final List<Unlinked> unlinked = new ArrayList<>();
    private final List<Affected> holding = new ArrayList<>();
    private final Others others;

    /**
     * @throws RequestRejectedException when one transaction should not hold so many records
     */
    DeletionPreview(Records records, AccessScope accessScope, Actor actor, Model rootModel, List<StoredRecord> roots) {
        this.records = records;
        this.accessScope = accessScope;
        this.actor = actor;
        this.rootModel = rootModel;
        this.roots = roots;
        this.cascade = Cascade.of(records, roots);
        for (StoredRecord record : cascade.doomed()) {
            doomed.computeIfAbsent(record.model(), model -> new ArrayList<>())
                    .add(record.key().values().getFirst());
        }
        this.others = new Others(findDeleted(), findCleared(), findUnlinked(), findHolding());
    }

    /** A field by which records reference others. */
    private record Edge(Model model, FieldDefinition field) {}

    /** Whether the database or the model prevents deletion. */
    boolean held() {
        return !holding.isEmpty() || others.holding() > 0;
    }

    /** Remaining records that the actor may view and that prevent deletion. */
    List<Affected> holding() {
        return holding;
    }

    Consequences consequences(Optional<RequestRejectedException> refusal) {
        return new Consequences(deleted, cleared, unlinked, holding, others, refusal, roots.size());
    }

    /** Dependent records that are deleted, without the requested ones. */
    private long findDeleted() {
        long hidden = 0;
        for (Map.Entry<Model, List<Object>> entry : doomed.entrySet()) {
            Model model = entry.getKey();
            long count = entry.getValue().size() - (model == rootModel ? roots.size() : 0L);
            if (count > 0) {
                List<Condition> ways =
                        cascading(model).stream().map(this::pointing).toList();
                boolean told = cascading(model).stream().allMatch(this::viewable);
                Condition which = new Condition.Any(ways).and(notRoot(model));
                hidden += take(deleted, model, Optional.empty(), count, which, told);
            }
        }
        return hidden;
    }

    /** References of remaining records that become null. */
    private long findCleared() {
        Map<Edge, Long> counts = new LinkedHashMap<>();
        for (Cascade.Cut cut : cascade.cuts()) {
            counts.merge(new Edge(cut.record().model(), cut.field()), 1L, Long::sum);
        }
        long hidden = 0;
        for (Map.Entry<Edge, Long> entry : counts.entrySet()) {
            hidden += take(cleared, entry.getKey(), entry.getValue());
        }
        return hidden;
    }

    /** Remaining records that prevent deletion. */
    private long findHolding() {
        long hidden = 0;
        for (Edge edge : edges(FieldType.REFERENCE, OnDelete.RESTRICT)) {
            hidden += take(holding, edge, records.count(edge.model(), staying(edge)));
        }
        return hidden;
    }

    /** Links, which are deleted with either side. */
    private long findUnlinked() {
        Map<Edge, Long> counts = new LinkedHashMap<>();
        doomed.forEach((target, keys) -> {
            for (Model.Inbound from : target.inbound()) {
                if (from.field().type() == FieldType.REFERENCES) {
                    counts.merge(
                            new Edge(from.model(), from.field()),
                            records.links(from.model(), from.field(), keys),
                            Long::sum);
                }
            }
        });
        for (StoredRecord record : cascade.doomed()) {
            for (FieldDefinition field : record.model().referencesFields()) {
                // links to a deleted record have been counted
                List<Object> gone = doomed.getOrDefault(record.model().target(field), List.of());
                long own = record.value(field) instanceof List<?> keys
                        ? keys.stream().filter(key -> !gone.contains(key)).count()
                        : 0;
                counts.merge(new Edge(record.model(), field), own, Long::sum);
            }
        }
        long hidden = 0;
        for (Map.Entry<Edge, Long> entry : counts.entrySet()) {
            Edge edge = entry.getKey();
            if (entry.getValue() == 0) {
                continue;
            }
            // which record has a link is not queried: when some records may be hidden, all links count as hidden
            if (viewable(edge) && (edge.model() == rootModel || accessScope.seesAll(actor, edge.model()))) {
                unlinked.add(new Unlinked(edge.model(), edge.field(), entry.getValue()));
            } else {
                hidden += entry.getValue();
            }
        }
        return hidden;
    }

    private long take(List<Affected> into, Edge edge, long count) {
        return take(into, edge.model(), Optional.of(edge.field()), count, staying(edge), viewable(edge));
    }

    /**
     * Adds the records that the actor may view to a list.
     *
     * @param which the records
     * @param told whether the actor may know the relation that selects them
     * @return number of records that they may not view
     */
    private long take(
            List<Affected> into,
            Model model,
            Optional<FieldDefinition> field,
            long count,
            Condition which,
            boolean told) {
        if (count == 0 || !told || !actor.rights().allows(Action.VIEW, model)) {
            return count;
        }
        Condition own = accessScope.condition(actor, model, Action.VIEW);
        long seen = own.equals(Condition.always()) ? count : Math.min(count, records.count(model, which.and(own)));
        if (seen > 0) {
            List<NamedRecord> named = records.scan(model, which.and(own), Optional.empty(), NAMED).stream()
                    .map(record -> NamedRecord.of(actor, model, record.key(), record::value))
                    .toList();
            into.add(new Affected(model, field, seen, named));
        }
        return count - seen;
    }

    private boolean viewable(Edge edge) {
        return actor.rights().allows(Action.VIEW, edge.model())
                && actor.rights().allows(Action.VIEW, edge.model(), edge.field());
    }

    private List<Edge> edges(FieldType type, OnDelete action) {
        return doomed.keySet().stream()
                .flatMap(target -> target.inbound().stream())
                .filter(from -> from.field().type() == type
                        && from.field().target().onDelete() == action
                        && !(from.link() && action == OnDelete.RESTRICT))
                .map(from -> new Edge(from.model(), from.field()))
                .distinct()
                .toList();
    }

    private List<Edge> cascading(Model model) {
        return edges(FieldType.REFERENCE, OnDelete.CASCADE).stream()
                .filter(edge -> edge.model() == model)
                .toList();
    }

    private Condition pointing(Edge edge) {
        return new Condition.Compare(
                FieldPath.of(edge.model(), edge.field()),
                Lookup.IN,
                doomed.getOrDefault(edge.model().target(edge.field()), List.of()));
    }

    /** The records that reference a deleted record and are not deleted themselves. */
    private Condition staying(Edge edge) {
        Condition staying = pointing(edge).and(notRoot(edge.model()));
        for (Edge way : cascading(edge.model())) {
            Condition none =
                    new Condition.Compare(FieldPath.of(way.model(), way.field()), Lookup.ISNULL, List.of(true));
            staying = staying.and(new Condition.Any(List.of(none, new Condition.Not(pointing(way)))));
        }
        return staying;
    }

    private Condition notRoot(Model model) {
        if (model != rootModel || roots.isEmpty()) {
            return Condition.always();
        }
        return new Condition.Not(
                RecordWriter.named(model, roots.stream().map(StoredRecord::key).toList()));
    }
}
