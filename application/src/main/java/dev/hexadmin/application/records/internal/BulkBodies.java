package dev.hexadmin.application.records.internal;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses the bodies of a bulk call and collects the errors of all of them. Used by one thread. */
final class BulkBodies {
    private final Actor actor;
    private final Model model;
    private final List<Violation> wrong = new ArrayList<>();
    private final List<Violation> forbidden = new ArrayList<>();
    private final Set<RecordKey> named = new HashSet<>();

    BulkBodies(Actor actor, Model model) {
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

    List<BulkChange.BulkUpdate> updates(List<Map<String, @Nullable Object>> bodies) {
        List<BulkChange.BulkUpdate> updates = new ArrayList<>(bodies.size());
        for (int i = 0; i < bodies.size(); i++) {
            Map<String, @Nullable Object> body = bodies.get(i);
            String place = "/update/" + i;
            Set<String> keyMembers = keyMembers(body);
            Map<String, @Nullable Object> changes = take(RecordInput.patch(actor, model, body, keyMembers), place);
            key(body, keyMembers, place)
                    .ifPresent(
                            key -> updates.add(new BulkChange.BulkUpdate(key, changes, Set.copyOf(changes.keySet()))));
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
