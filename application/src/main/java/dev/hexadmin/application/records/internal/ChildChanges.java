package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.records.BulkBody;
import dev.hexadmin.application.records.EditingRecords.Bulk;
import dev.hexadmin.application.records.internal.BulkChange.BulkUpdate;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The children in the body of their parent. The body is parsed and the rights are checked when it is made; {@link
 * #write} runs in the parent's unit of work. Used by one thread.
 */
final class ChildChanges {
    private final Services services;
    private final Actor actor;
    private final List<Part> parts = new ArrayList<>();
    private final List<Violation> wrong = new ArrayList<>();
    private final List<Violation> forbidden = new ArrayList<>();

    /** What children are written with. */
    record Services(RecordWriter writer, RecordDeletion deletion, Records records, AccessScope accessScope) {}

    /**
     * The operations on the children of one model.
     *
     * @param given the fields that the client gave, for each new child
     * @param bodies as they were parsed
     */
    private record Part(
            Model.Children children,
            List<Map<String, @Nullable Object>> creates,
            List<Set<String>> given,
            List<BulkUpdate> updates,
            List<RecordKey> deletes,
            BulkBodies bodies) {
        String place(String list, int index) {
            return "/" + children.name() + "/" + list + "/" + index;
        }
    }

    /** @throws RequestRejectedException {@code FORBIDDEN} when the actor has not the right to change the children */
    ChildChanges(Services services, Actor actor, Model parent, Map<String, @Nullable Object> body) {
        this.services = services;
        this.actor = actor;
        int operations = 0;
        for (Model.Children children : parent.children()) {
            if (body.containsKey(children.name())) {
                String place = "/" + children.name();
                Bulk bulk = BulkBody.of(body.get(children.name()), place, wrong);
                operations += bulk.create().size()
                        + bulk.update().size()
                        + bulk.delete().size();
                if (operations > Bulk.LIMIT) {
                    wrong.add(new Violation(
                            place,
                            "items",
                            Message.of(
                                            "{limit, plural, one {At most # child is changed in one call.} other {At most # children are changed in one call.}}")
                                    .with("limit", Bulk.LIMIT)));
                    return;
                }
                RecordWriter.below(place, () -> {
                    allow(children, bulk);
                    return place;
                });
                parts.add(parsed(children, bulk));
            }
        }
    }

    private void allow(Model.Children children, Bulk bulk) {
        Model child = children.model();
        if (!bulk.create().isEmpty()) {
            services.writer().allow(actor, Action.CREATE, child);
        }
        if (!bulk.update().isEmpty()) {
            services.writer().allow(actor, Action.EDIT, child);
        }
        if (!bulk.delete().isEmpty()) {
            services.writer().allow(actor, Action.DELETE, child);
            if (child.definition().requireIfMatch()) {
                throw RecordWriter.unconditional();
            }
        }
        // whether a child belongs to this parent is what its reference says
        if (!(bulk.update().isEmpty() && bulk.delete().isEmpty())
                && !actor.rights().allows(Action.VIEW, child, children.reference())) {
            throw RequestRejectedException.forbidden(
                    "field_forbidden",
                    Message.of("You may not view ''{field}''.")
                            .with("field", children.reference().name()));
        }
    }

    private Part parsed(Model.Children children, Bulk bulk) {
        BulkBodies bodies = new BulkBodies(services.writer(), actor, children);
        List<Map<String, @Nullable Object>> creates = bodies.creates(bulk.create());
        List<BulkUpdate> updates = bodies.updates(bulk.update());
        List<RecordKey> deletes = bodies.deletes(bulk.delete());
        wrong.addAll(bodies.wrong());
        forbidden.addAll(bodies.forbidden());
        return new Part(
                children,
                creates,
                creates.stream().map(values -> Set.copyOf(values.keySet())).toList(),
                updates,
                deletes,
                bodies);
    }

    /** The members of the parent's body that are not children. */
    Map<String, @Nullable Object> besides(Model parent, Map<String, @Nullable Object> body) {
        if (parts.isEmpty() && wrong.isEmpty()) {
            return body;
        }
        Map<String, @Nullable Object> rest = new LinkedHashMap<>(body);
        parent.children().forEach(children -> rest.remove(children.name()));
        return rest;
    }

    /** Adds the errors of the children to those of the parent. */
    void addTo(RecordInput parent) {
        parent.wrong().addAll(wrong);
        parent.forbidden().addAll(forbidden);
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Runs what hooks do before the unit of work, and fills in defaults. */
    void prepare() {
        for (Part part : parts) {
            Model child = part.children().model();
            for (int i = 0; i < part.creates().size(); i++) {
                Map<String, @Nullable Object> values = part.creates().get(i);
                RecordWriter.below(part.place("create", i), () -> {
                    services.writer().completeNew(actor, child, values);
                    return values;
                });
            }
            for (int i = 0; i < part.updates().size(); i++) {
                BulkUpdate update = part.updates().get(i);
                if (!update.changes().isEmpty()) {
                    RecordWriter.below(part.place("update", i), () -> {
                        services.writer().prepare(actor, child, Optional.of(update.key()), update.changes());
                        return update;
                    });
                }
            }
        }
    }

    /**
     * Deletes, updates and creates the children of a parent that is stored already.
     *
     * @return the keys of children that were changed: the deleted and updated ones before, the updated and created ones
     *     after
     */
    List<AuditEntry.Change> write(StoredRecord parent) {
        Object key = parent.key().values().getFirst();
        Map<StoredRecord, String> doomed = new LinkedHashMap<>();
        parts.forEach(part -> findDeleted(part, key, doomed));
        services.deletion().removePlaced(actor, doomed);
        List<AuditEntry.Change> changes = new ArrayList<>();
        List<Set<RecordKey>> updated =
                parts.stream().map(part -> update(part, key)).toList();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            List<Object> before = new ArrayList<>();
            part.deletes().forEach(child -> before.add(logged(child)));
            updated.get(i).forEach(child -> before.add(logged(child)));
            List<Object> after = new ArrayList<>();
            updated.get(i).forEach(child -> after.add(logged(child)));
            create(part, key).forEach(child -> after.add(logged(child)));
            if (!before.isEmpty() || !after.isEmpty()) {
                changes.add(new AuditEntry.Change(part.children().name(), before, after));
            }
        }
        return changes;
    }

    private static Object logged(RecordKey key) {
        return key.values().size() == 1 ? key.values().getFirst() : key.encoded();
    }

    private void findDeleted(Part part, Object parent, Map<StoredRecord, String> doomed) {
        for (int i = 0; i < part.deletes().size(); i++) {
            String place = part.place("delete", i);
            doomed.put(find(part, parent, part.deletes().get(i), Action.DELETE, place), place);
        }
    }

    /** The children whose values changed. */
    private Set<RecordKey> update(Part part, Object parent) {
        Set<RecordKey> written = new LinkedHashSet<>();
        Moves moves = new Moves(services.records(), part.children(), parent, part.updates());
        moves.run(
                (index, parked) -> {
                    BulkUpdate update = part.updates().get(index);
                    StoredRecord before = parked.orElseGet(() -> found(part, parent, index));
                    RecordWriter.Stored stored = RecordWriter.below(
                            part.place("update", index),
                            () -> services.writer().changed(actor, before, update.changes(), update.given()));
                    if (stored.written()) {
                        written.add(update.key());
                    }
                },
                index -> found(part, parent, index));
        return written;
    }

    private StoredRecord found(Part part, Object parent, int index) {
        BulkUpdate update = part.updates().get(index);
        String place = part.place("update", index);
        StoredRecord record = find(part, parent, update.key(), Action.EDIT, place);
        RecordWriter.below(place, () -> {
            services.writer().check(actor, record, update.precondition());
            return record;
        });
        return record;
    }

    private List<RecordKey> create(Part part, Object parent) {
        List<RecordKey> created = new ArrayList<>();
        long[] next = {0};
        part.children().position().ifPresent(position -> {
            if (part.given().stream().anyMatch(given -> !given.contains(position.name()))) {
                next[0] = Math.max(Moves.last(services.records(), part.children(), parent), given(part, position));
            }
        });
        for (int i = 0; i < part.creates().size(); i++) {
            Map<String, @Nullable Object> values = part.creates().get(i);
            Set<String> given = part.given().get(i);
            values.put(part.children().reference().name(), parent);
            RecordWriter.Outcome outcome = RecordWriter.below(part.place("create", i), () -> {
                part.children()
                        .position()
                        .filter(position -> !given.contains(position.name()))
                        .ifPresent(position -> {
                            next[0] = Moves.after(next[0], position);
                            values.put(position.name(), next[0]);
                        });
                return services.writer().insert(actor, part.children().model(), values, given);
            });
            created.add(outcome.record().key());
        }
        return created;
    }

    /** The largest position that the client gave to a new child. */
    private static long given(Part part, FieldDefinition position) {
        long largest = 0;
        for (int i = 0; i < part.creates().size(); i++) {
            if (part.given().get(i).contains(position.name())
                    && part.creates().get(i).get(position.name()) instanceof Long number) {
                largest = Math.max(largest, number);
            }
        }
        return largest;
    }

    /**
     * A child that the actor may change. One that does not exist, is hidden, or belongs to another parent is the same
     * error, which names all of them.
     */
    private StoredRecord find(Part part, Object parent, RecordKey key, Action action, String place) {
        Model.Children children = part.children();
        try {
            StoredRecord found =
                    RecordWriter.below(place, () -> services.writer().find(actor, children.model(), key, action));
            if (parent.equals(found.value(children.reference()))) {
                return found;
            }
        } catch (RequestRejectedException refused) {
            if (refused.category() != Category.NOT_FOUND) {
                throw refused;
            }
        }
        throw RequestRejectedException.invalid(unknown(parent));
    }

    /** The named children that the actor cannot find in a parent. */
    private List<Violation> unknown(Object parent) {
        return parts.stream()
                .flatMap(
                        part -> part
                                .bodies()
                                .unknown(Moves.ofParent(part.children(), parent), noSuchChild(part.children()))
                                .stream())
                .toList();
    }

    /** Adds the named children that do not belong to the parent to other errors of its body. */
    void addUnknown(RecordInput input, Optional<StoredRecord> parent) {
        if (input.forbidden().isEmpty()) {
            input.wrong()
                    .addAll(parent.map(record -> unknown(record.key().values().getFirst()))
                            .orElseGet(() -> parts.stream()
                                    .flatMap(part -> part.bodies().allUnknown(noSuchChild(part.children())).stream())
                                    .toList()));
        }
    }

    private static Message noSuchChild(Model.Children children) {
        return Message.of("There is no such record of ''{children}'' in this one.")
                .with("children", children.name());
    }
}
