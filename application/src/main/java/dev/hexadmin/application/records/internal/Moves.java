package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.internal.BulkChange.BulkUpdate;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.ListQuery.Order;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The order in which children are updated, so that positions that are unique in a parent never collide on the way: a
 * child moves once its new position is free. Where children exchange their positions, one of them waits after the last
 * position. Used by one thread.
 */
final class Moves {
    private final Records records;
    private final Model.Children children;
    private final Object parent;
    private final List<BulkUpdate> updates;

    Moves(Records records, Model.Children children, Object parent, List<BulkUpdate> updates) {
        this.records = records;
        this.children = children;
        this.parent = parent;
        this.updates = updates;
    }

    /** Updates one child. */
    @FunctionalInterface
    interface Step {
        /**
         * Updates it.
         *
         * @param index of the update
         * @param before the child before it was moved out of the way; empty: it is as stored
         */
        void run(int index, Optional<StoredRecord> before);
    }

    /**
     * Runs every update.
     *
     * @param found reads and checks the child of an update
     */
    void run(Step step, IntFunction<StoredRecord> found) {
        Map<Long, Integer> holders = holders();
        List<Integer> waiting = new ArrayList<>();
        Map<Integer, StoredRecord> parked = new HashMap<>();
        for (int i = 0; i < updates.size(); i++) {
            waiting.add(i);
        }
        while (!waiting.isEmpty()) {
            List<Integer> blocked = new ArrayList<>();
            for (int index : waiting) {
                @Nullable Integer holder = holders.get(target(index));
                if (holder != null && holder != index) {
                    blocked.add(index);
                } else {
                    step.run(index, Optional.ofNullable(parked.get(index)));
                    holders.values().remove(index);
                }
            }
            if (blocked.size() == waiting.size()) {
                int index = blocked.getFirst();
                FieldDefinition position = children.position().orElseThrow();
                StoredRecord before = found.apply(index);
                Map<FieldDefinition, @Nullable Object> after = new HashMap<>();
                after.put(position, after(last(records, children, parent), position));
                records.update(before, after);
                parked.put(index, before);
                holders.values().remove(index);
            }
            waiting = blocked;
        }
    }

    /** The position that an update moves its child to. */
    private @Nullable Object target(int index) {
        return children.position()
                .map(position -> updates.get(index).changes().get(position.name()))
                .orElse(null);
    }

    /** The updates that take a child away from its position, by that position. */
    private Map<Long, Integer> holders() {
        Map<Long, Integer> holders = new HashMap<>();
        Map<RecordKey, Integer> moved = new HashMap<>();
        for (int i = 0; i < updates.size(); i++) {
            if (target(i) instanceof Long) {
                moved.put(updates.get(i).key(), i);
            }
        }
        if (moved.size() < 2) {
            return holders;
        }
        FieldDefinition position = children.position().orElseThrow();
        for (StoredRecord child : current(moved)) {
            @Nullable Integer index = moved.get(child.key());
            if (index != null && child.value(position) instanceof Long now && !now.equals(target(index))) {
                holders.put(now, index);
            }
        }
        return holders;
    }

    private List<StoredRecord> current(Map<RecordKey, Integer> moved) {
        Model child = children.model();
        if (child.key().size() > 1) {
            return moved.keySet().stream()
                    .flatMap(key -> records.find(child, key, ofParent(children, parent)).stream())
                    .toList();
        }
        Condition these = new Condition.Compare(
                FieldPath.of(child, child.key().getFirst()),
                Lookup.IN,
                moved.keySet().stream().map(key -> key.values().getFirst()).toList());
        return records.scan(child, ofParent(children, parent).and(these), Optional.empty(), moved.size());
    }

    static Condition ofParent(Model.Children children, Object parent) {
        return new Condition.Compare(
                FieldPath.of(children.model(), children.reference()), Lookup.EXACT, List.of(parent));
    }

    /** @throws RequestRejectedException {@code INVALID maximum} after the largest number */
    static long after(long last, FieldDefinition position) {
        if (last == Long.MAX_VALUE) {
            throw RequestRejectedException.invalid(
                    List.of(Violation.at(position.name(), "maximum", "There is no position after the last one.")));
        }
        return last + 1;
    }

    /** The last position in a parent, 0 when it has no children. */
    static long last(Records records, Model.Children children, Object parent) {
        FieldDefinition position = children.position().orElseThrow();
        Model child = children.model();
        List<Order> ordering = new ArrayList<>(List.of(new Order(position, true)));
        child.key().stream()
                .filter(key -> !key.equals(position))
                .map(key -> new Order(key, true))
                .forEach(ordering::add);
        PlainSink none = (field, value) -> {};
        Records.Slice slice = records.list(
                new ListQuery(
                        new Shape(child, child.key(), Map.of()),
                        ofParent(children, parent),
                        ordering,
                        new Position.Page(1),
                        1,
                        CountMode.NONE),
                none);
        return !slice.first().isEmpty() && slice.first().getFirst() instanceof Long last ? Math.max(last, 0) : 0;
    }
}
