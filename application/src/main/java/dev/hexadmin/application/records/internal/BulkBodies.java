package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Version;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private final Set<RecordKey> named = new HashSet<>();

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

    void refuseWrong() {
        RecordInput all = new RecordInput(Map.of(), List.of(), wrong, forbidden);
        if (!all.good()) {
            throw all.refusal();
        }
    }

    List<Map<String, @Nullable Object>> creates(List<Map<String, @Nullable Object>> bodies) {
        List<Map<String, @Nullable Object>> values = new ArrayList<>(bodies.size());
        for (int i = 0; i < bodies.size(); i++) {
            Map<String, @Nullable Object> body = bodies.get(i);
            values.add(take(
                    children.map(of -> RecordInput.create(actor, of, body))
                            .orElseGet(() -> RecordInput.create(actor, model, body)),
                    prefix + "/create/" + i));
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
            id(ids.get(i), prefix + "/delete/" + i).ifPresent(keys::add);
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

    /** Where the key of an update is, for errors. */
    String keyPlace(Map<String, @Nullable Object> body, int update) {
        Set<String> members = keyMembers(body);
        return prefix + "/update/" + update
                + (members.size() == 1 ? "/" + members.iterator().next() : "");
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
        if (named.add(key)) {
            return Optional.of(key);
        }
        wrong.add(new Violation(place, "repeated", "This record is named twice."));
        return Optional.empty();
    }
}
