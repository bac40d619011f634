package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parses the bodies of a bulk call, or of the children in their parent's body, and collects the errors of all of them.
 * Used by one thread.
 */
final class BulkBodies {
    /** The member of a child's update that has the child's version, unless a field has that name. */
    private static final String IF_MATCH = "if_match";

    private static final Pattern TAG = Pattern.compile("\"?([A-Za-z0-9_-]{22})([.-][^\"]*)?\"?");

    private final RecordWriter writer;
    private final Actor actor;
    private final Model model;
    private final Optional<Model.Children> children;
    private final String prefix;
    private final List<Violation> wrong = new ArrayList<>();
    private final List<Violation> forbidden = new ArrayList<>();
    /** The pointers to the keys of records to update. */
    private final Map<RecordKey, String> updated = new LinkedHashMap<>();

    /** The pointers to the keys of records to delete. */
    private final Map<RecordKey, String> deleted = new LinkedHashMap<>();

    private final Set<RecordKey> created = new HashSet<>();

    /** The bodies of a bulk call. */
    BulkBodies(RecordWriter writer, Actor actor, Model model) {
        this.writer = writer;
        this.actor = actor;
        this.model = model;
        this.children = Optional.empty();
        this.prefix = "";
    }

    /** The bodies of children in their parent's body. */
    BulkBodies(RecordWriter writer, Actor actor, Model.Children children) {
        this.writer = writer;
        this.actor = actor;
        this.model = children.model();
        this.children = Optional.of(children);
        this.prefix = "/" + children.name();
    }

    List<Violation> wrong() {
        return wrong;
    }

    List<Violation> forbidden() {
        return forbidden;
    }

    /** Rejects the body of a bulk call with all of its errors, unknown records included. */
    void refuseWrong() {
        if (!wrong.isEmpty() && forbidden.isEmpty()) {
            wrong.addAll(
                    unknown(Condition.always(), RecordBrowsing.missing(model).text()));
        }
        RecordInput all = new RecordInput(Map.of(), List.of(), wrong, forbidden);
        if (!all.good()) {
            throw all.refusal();
        }
    }

    /**
     * The named records that the actor cannot find.
     *
     * @param besides a condition that the records meet
     */
    List<Violation> unknown(Condition besides, Message text) {
        List<Violation> violations = new ArrayList<>();
        addUnknown(updated, Action.EDIT, besides, text, violations);
        addUnknown(deleted, Action.DELETE, besides, text, violations);
        return violations;
    }

    private void addUnknown(
            Map<RecordKey, String> places, Action action, Condition besides, Message text, List<Violation> violations) {
        List<RecordKey> keys =
                places.keySet().stream().filter(key -> !created.contains(key)).toList();
        for (RecordKey key : writer.unknown(actor, model, keys, action, besides)) {
            violations.add(new Violation(places.getOrDefault(key, ""), "not_found", text));
        }
    }

    /** Finds a record; if it is unknown, the error names all unknown records of the bulk call. */
    StoredRecord allUnknownIfOneIs(Supplier<StoredRecord> find) {
        try {
            return find.get();
        } catch (RequestRejectedException refused) {
            List<Violation> unknown =
                    refused.category() == Category.NOT_FOUND ? unknown(Condition.always(), refused.text()) : List.of();
            throw unknown.isEmpty() ? refused : RequestRejectedException.notFound(refused.text(), unknown);
        }
    }

    /** All named records, none of which belongs to a parent that is created. */
    List<Violation> allUnknown(Message text) {
        return Stream.of(updated, deleted)
                .flatMap(places -> places.values().stream())
                .map(place -> new Violation(place, "not_found", text))
                .toList();
    }

    List<Map<String, @Nullable Object>> creates(List<Map<String, @Nullable Object>> bodies) {
        List<Map<String, @Nullable Object>> values = new ArrayList<>(bodies.size());
        for (int i = 0; i < bodies.size(); i++) {
            Map<String, @Nullable Object> body = bodies.get(i);
            values.add(take(
                    children.map(of -> RecordInput.create(actor, of, body))
                            .orElseGet(() -> RecordInput.create(actor, model, body)),
                    prefix + "/create/" + i));
            key(values.getLast()).ifPresent(created::add);
        }
        return values;
    }

    List<BulkChange.BulkUpdate> updates(List<Map<String, @Nullable Object>> bodies) {
        List<BulkChange.BulkUpdate> updates = new ArrayList<>(bodies.size());
        for (int i = 0; i < bodies.size(); i++) {
            Map<String, @Nullable Object> body = bodies.get(i);
            String place = prefix + "/update/" + i;
            Set<String> keyMembers = keyMembers(body);
            Set<String> besides = new HashSet<>(keyMembers);
            Precondition precondition = precondition(body, besides, place);
            RecordInput input = children.map(of -> RecordInput.patch(actor, of, body, besides))
                    .orElseGet(() -> RecordInput.patch(actor, model, body, besides));
            Optional<RecordKey> key = key(body, keyMembers, place);
            String keyPlace = children.isPresent() && keyMembers.size() == 1
                    ? place + "/" + keyMembers.iterator().next()
                    : place;
            key.ifPresent(one -> updated.put(one, keyPlace));
            if (key.isPresent() && !input.invalid().isEmpty()) {
                writer.known(actor, model, key.get(), Action.EDIT)
                        .ifPresent(record -> writer.acceptStored(actor, record, input));
            }
            Map<String, @Nullable Object> changes = take(input, place);
            key.ifPresent(one ->
                    updates.add(new BulkChange.BulkUpdate(one, changes, Set.copyOf(changes.keySet()), precondition)));
        }
        return updates;
    }

    List<RecordKey> deletes(List<Object> ids) {
        List<RecordKey> keys = new ArrayList<>(ids.size());
        for (int i = 0; i < ids.size(); i++) {
            String place = prefix + "/delete/" + i;
            id(ids.get(i), place).ifPresent(key -> {
                keys.add(key);
                deleted.put(key, place);
            });
        }
        return keys;
    }

    /** The version that a child must have, as its ETag. */
    private Precondition precondition(Map<String, @Nullable Object> body, Set<String> besides, String place) {
        if (children.isEmpty()
                || !body.containsKey(IF_MATCH)
                || model.field(IF_MATCH).isPresent()) {
            return new Precondition.None();
        }
        besides.add(IF_MATCH);
        Matcher tag = TAG.matcher(body.get(IF_MATCH) instanceof String text ? text : "");
        if (!tag.matches()) {
            wrong.add(new Violation(place + "/" + IF_MATCH, "type", "The ETag of the record is expected."));
            return new Precondition.None();
        }
        return new Precondition.OneOf(List.of(new Version(tag.group(1))));
    }

    /** The key of a new record, if the client gave it. */
    private Optional<RecordKey> key(Map<String, @Nullable Object> values) {
        List<Object> key = new ArrayList<>();
        for (FieldDefinition field : model.key()) {
            @Nullable Object value = values.get(field.name());
            if (value != null) {
                key.add(value);
            }
        }
        return key.size() == model.key().size() ? Optional.of(new RecordKey(key)) : Optional.empty();
    }

    private Map<String, @Nullable Object> take(RecordInput input, String place) {
        input.moveTo(place);
        wrong.addAll(input.wrong());
        forbidden.addAll(input.forbidden());
        return input.values();
    }

    /** The fields of the key, or {@code id} where no field has that name. */
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
                violations.forEach(v -> wrong.add(new Violation(place, v.code(), v.text())));
                yield Optional.empty();
            }
        };
    }

    private Optional<RecordKey> once(RecordKey key, String place) {
        if (!updated.containsKey(key) && !deleted.containsKey(key)) {
            return Optional.of(key);
        }
        wrong.add(new Violation(place, "repeated", "This record is named twice."));
        return Optional.empty();
    }
}
