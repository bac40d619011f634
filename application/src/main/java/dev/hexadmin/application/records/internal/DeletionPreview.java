package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.records.EditingRecords.Affected;
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

/** What depends on records that are about to be deleted: counts, and names of what the actor may view. */
final class DeletionPreview {
    private static final int NAMED = 5;

    private final Records records;
    private final Reach reach;
    private final Actor actor;
    private final Model rootModel;
    private final List<StoredRecord> roots;
    private final Cascade cascade;
    private final Map<Model, List<Object>> doomed = new LinkedHashMap<>();

    /**
     * @throws dev.hexadmin.application.Refused when more hangs on it than one transaction should hold
     */
    DeletionPreview(Records records, Reach reach, Actor actor, Model rootModel, List<StoredRecord> roots) {
        this.records = records;
        this.reach = reach;
        this.actor = actor;
        this.rootModel = rootModel;
        this.roots = roots;
        this.cascade = Cascade.of(records, roots);
        for (StoredRecord record : cascade.doomed()) {
            doomed.computeIfAbsent(record.model(), model -> new ArrayList<>())
                    .add(record.key().values().getFirst());
        }
    }

    /** A field by which records hang on others. */
    private record Edge(Model model, FieldDefinition field) {}

    /** What goes along, the records themselves not counted. */
    List<Affected> deleted() {
        List<Affected> deleted = new ArrayList<>();
        doomed.forEach((model, keys) -> {
            long others = keys.size() - (model == rootModel ? roots.size() : 0L);
            if (others > 0) {
                List<Condition> ways =
                        cascading(model).stream().map(this::pointing).toList();
                boolean told = cascading(model).stream().allMatch(this::viewable);
                deleted.add(
                        affected(model, Optional.empty(), others, new Condition.Any(ways).and(notRoot(model)), told));
            }
        });
        return deleted;
    }

    /** References of records that stay, which become null. */
    List<Affected> cleared() {
        Map<Edge, Long> counts = new LinkedHashMap<>();
        for (Cascade.Cut cut : cascade.cuts()) {
            counts.merge(new Edge(cut.record().model(), cut.field()), 1L, Long::sum);
        }
        return counts.entrySet().stream()
                .map(entry -> affected(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Records that stay and do not let go. */
    List<Affected> holding() {
        List<Affected> holding = new ArrayList<>();
        for (Edge edge : edges(FieldType.REFERENCE, OnDelete.RESTRICT)) {
            long count = records.count(edge.model(), staying(edge));
            if (count > 0) {
                holding.add(affected(edge, count));
            }
        }
        return holding;
    }

    /** Links that go with either side. */
    List<Unlinked> unlinked() {
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
                // those that lead to a record that goes have been counted
                List<Object> gone = doomed.getOrDefault(record.model().target(field), List.of());
                long own = record.value(field) instanceof List<?> keys
                        ? keys.stream().filter(key -> !gone.contains(key)).count()
                        : 0;
                counts.merge(new Edge(record.model(), field), own, Long::sum);
            }
        }
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(entry ->
                        new Unlinked(entry.getKey().model(), entry.getKey().field(), entry.getValue()))
                .toList();
    }

    private Affected affected(Edge edge, long count) {
        return affected(edge.model(), Optional.of(edge.field()), count, staying(edge), viewable(edge));
    }

    /**
     * @param which the records
     * @param told whether the actor may know why these are the ones
     */
    private Affected affected(Model model, Optional<FieldDefinition> field, long count, Condition which, boolean told) {
        if (!told || !actor.rights().allows(Action.VIEW, model)) {
            return new Affected(model, field, count, List.of(), count);
        }
        Condition own = reach.condition(actor, model, Action.VIEW);
        long hidden = own.equals(Condition.always()) ? 0 : Math.max(0, count - records.count(model, which.and(own)));
        List<NamedRecord> named = records.scan(model, which.and(own), Optional.empty(), NAMED).stream()
                .map(record -> NamedRecord.of(actor, model, record.key(), record::value))
                .toList();
        return new Affected(model, field, count, named, hidden);
    }

    private boolean viewable(Edge edge) {
        return actor.rights().allows(Action.VIEW, edge.model(), edge.field());
    }

    private List<Edge> edges(FieldType type, OnDelete action) {
        return doomed.keySet().stream()
                .flatMap(target -> target.inbound().stream())
                .filter(from ->
                        from.field().type() == type && from.field().target().onDelete() == action)
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

    /** The records that point to one that goes and do not go themselves. */
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
        if (model.key().size() == 1) {
            List<Object> keys =
                    roots.stream().map(root -> root.key().values().getFirst()).toList();
            return new Condition.Not(
                    new Condition.Compare(FieldPath.of(model, model.key().getFirst()), Lookup.IN, keys));
        }
        List<Condition> each = new ArrayList<>();
        for (StoredRecord root : roots) {
            List<Condition> parts = new ArrayList<>();
            for (int i = 0; i < model.key().size(); i++) {
                parts.add(new Condition.Compare(
                        FieldPath.of(model, model.key().get(i)),
                        Lookup.EXACT,
                        List.of(root.key().values().get(i))));
            }
            each.add(new Condition.All(parts));
        }
        return new Condition.Not(new Condition.Any(each));
    }
}
