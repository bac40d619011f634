package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.records.BrowsingRecords.Neighbours;
import dev.hexadmin.application.records.BrowsingRecords.Place;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the records around one in a list by the values that the list is sorted by. Thread-safe. */
final class ListNeighbours {
    private static final Position FIRST = new Position.Page(1);

    private final Records records;
    private final AccessScope accessScope;
    private final Shapes shapes;

    ListNeighbours(Records records, AccessScope accessScope, Shapes shapes) {
        this.records = records;
        this.accessScope = accessScope;
        this.shapes = shapes;
    }

    /** @param list a bound list; its page does not matter */
    Optional<Neighbours> of(Actor actor, ListQuery list, RecordKey key) {
        Model model = list.model();
        Condition self = is(model, key);
        List<@Nullable Object> place = sortValues(list, list.condition().and(self));
        boolean listed = !place.isEmpty();
        if (!listed) {
            place = sortValues(
                    list, accessScope.condition(actor, model, Action.VIEW).and(self));
        }
        if (place.isEmpty()) {
            return Optional.empty();
        }
        ListQuery before = at(list, list.condition(), new Position.Before(place));
        ListQuery after = at(list, list.condition(), new Position.After(place));
        return Optional.of(new Neighbours(key(before), key(after), listed ? place(before, after) : Optional.empty()));
    }

    private static Condition is(Model model, RecordKey key) {
        Condition all = Condition.always();
        for (int i = 0; i < model.key().size(); i++) {
            FieldDefinition part = model.key().get(i);
            all = all.and(new Condition.Compare(
                    FieldPath.of(model, part),
                    Lookup.EXACT,
                    List.of(key.values().get(i))));
        }
        return all;
    }

    private ListQuery at(ListQuery list, Condition condition, Position position) {
        return new ListQuery(shapes.key(list.model()), condition, list.ordering(), position, 1, CountMode.NONE);
    }

    /** Empty when no record meets the condition, or a value cannot be read. */
    private List<@Nullable Object> sortValues(ListQuery list, Condition condition) {
        PlainSink dropped = (field, value) -> {};
        return records.list(at(list, condition, FIRST), dropped).first();
    }

    private Optional<RecordKey> key(ListQuery one) {
        @Nullable Object[] key = new @Nullable Object[one.shape().fields().size()];
        PlainSink sink = (field, value) -> key[field] = value;
        records.list(one, sink);
        List<Object> parts = new ArrayList<>(key.length);
        for (FieldDefinition part : one.model().key()) {
            @Nullable Object value = key[one.shape().fields().indexOf(part)];
            if (value == null) {
                return Optional.empty(); // no record, or one whose key cannot be read
            }
            parts.add(value);
        }
        return Optional.of(new RecordKey(parts));
    }

    private Optional<Place> place(ListQuery before, ListQuery after) {
        long preceding = records.beyond(before, Neighbours.COUNTED);
        if (preceding == Neighbours.COUNTED) {
            return Optional.empty();
        }
        long number = preceding + 1;
        long following = records.beyond(after, Neighbours.COUNTED);
        return Optional.of(new Place(number, number + following, following == Neighbours.COUNTED));
    }
}
