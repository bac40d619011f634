package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.CodeRights;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.ChangeNotices.Change;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Naming;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A change while the hooks of its model run. Used by one thread. */
final class ChangeContext extends CodeContext implements RecordChange {
    private final Model model;
    private final Change kind;
    private final Optional<StoredRecord> before;
    private final Map<String, @Nullable Object> written;
    private Phase phase = Phase.BEFORE;
    private @Nullable StoredRecord stored;

    /** Which hook runs. */
    private enum Phase {
        BEFORE,
        VALIDATE,
        AFTER
    }

    /** @param written the values to write, which hooks may change */
    ChangeContext(
            CodeServices services,
            Actor actor,
            Model model,
            Change kind,
            Optional<StoredRecord> before,
            Map<String, @Nullable Object> written) {
        super(services, actor, CodeRights.PROGRAM);
        this.model = model;
        this.kind = kind;
        this.before = before;
        this.written = written;
        this.stored = before.orElse(null);
    }

    /** Validates the record, unless it has been rejected already. */
    void validate(RecordHooks hooks) {
        if (rejections().isEmpty()) {
            phase = Phase.VALIDATE;
            hooks.validate(this);
        }
    }

    /** The record is stored: what comes now are the hooks after the change. */
    void done(Optional<StoredRecord> after) {
        phase = Phase.AFTER;
        after.ifPresent(record -> stored = record);
    }

    /** Ends the change if a hook has rejected it. */
    void refuseRejected() {
        List<Violation> rejections = rejections();
        if (!rejections.isEmpty()) {
            throw kind == Change.DELETE
                    ? RequestRejectedException.conflict(
                            rejections.getFirst().code(), rejections.getFirst().text(), rejections)
                    : RequestRejectedException.invalid(rejections);
        }
    }

    @Override
    void requireEffects() {
        if (phase == Phase.VALIDATE) {
            throw new IllegalStateException("'validate' of '" + model.name()
                    + "' has effects: it also runs while a form is filled in. Use onCreate, onUpdate or a hook"
                    + " after the change");
        }
    }

    @Override
    String pointer(String field) {
        if (field.startsWith("/")) {
            return model.field(field.substring(1).split("/", 2)[0]).isEmpty() ? "" : field;
        }
        String component = Naming.snakeCase(field);
        return Stream.of(field, component, component + "_id")
                .filter(name -> model.field(name).isPresent())
                .findFirst()
                .map(name -> Violation.at(name, "", "").pointer())
                .orElse("");
    }

    @Override
    public Model model() {
        return model;
    }

    @Override
    public Change kind() {
        return kind;
    }

    @Override
    public Optional<StoredRecord> before() {
        return before;
    }

    @Override
    public <T extends Record> Optional<T> before(Class<T> type) {
        return before.map(record -> as(type, record.values()));
    }

    @Override
    public Map<String, @Nullable Object> after() {
        if (phase == Phase.AFTER && kind != Change.DELETE) {
            return stored().values();
        }
        Map<String, @Nullable Object> after = new LinkedHashMap<>();
        for (FieldDefinition field : model.fields()) {
            if (field.computed().isPresent()) {
                continue;
            }
            @Nullable Object kept = before.isPresent() ? before.get().value(field) : field.stored() ? null : List.of();
            after.put(field.name(), written.containsKey(field.name()) ? written.get(field.name()) : kept);
        }
        return Collections.unmodifiableMap(after);
    }

    @Override
    public <T extends Record> T after(Class<T> type) {
        try {
            return as(type, after());
        } catch (IllegalStateException e) {
            if (phase != Phase.AFTER && e.getCause() instanceof IllegalArgumentException) {
                // the record's own constructor rejects what the client has given
                throw RequestRejectedException.invalid(
                        List.of(new Violation("", "invalid", "These values do not go together.")));
            }
            throw e;
        }
    }

    private <T extends Record> T as(Class<T> type, Map<String, @Nullable Object> values) {
        return new TypedReader<>(new CodeRecords(services(), actor(), CodeRights.PROGRAM, () -> {}), type)
                .of(model, values);
    }

    @Override
    public StoredRecord stored() {
        if (stored == null) {
            throw new IllegalStateException("the record of '" + model.name() + "' is not stored yet");
        }
        return stored;
    }

    @Override
    public Set<String> changed() {
        return kind == Change.DELETE ? Set.of() : Collections.unmodifiableSet(written.keySet());
    }

    @Override
    public void set(String field, @Nullable Object value) {
        requireBefore();
        FieldDefinition known = writable(model, field, kind);
        switch (FieldInput.read(
                model, known, RecordInput.plain(known, services().plain(model, known, value)))) {
            case FieldInput.Outcome.Fits(Object fits) -> written.put(field, fits);
            case FieldInput.Outcome.Refused(List<Violation> violations) -> add(violations);
        }
    }

    @Override
    public void keep(String field) {
        requireBefore();
        written.remove(model.fieldNamed(field).name());
    }

    private void requireBefore() {
        if (phase != Phase.BEFORE || kind == Change.DELETE) {
            throw new IllegalStateException("fields are set in onCreate and onUpdate");
        }
    }

    /**
     * A field that code may set.
     *
     * @throws IllegalArgumentException when there is no such field, or it cannot be written
     */
    static FieldDefinition writable(Model model, String field, Change kind) {
        FieldDefinition known = model.fieldNamed(field);
        if (known.computed().isPresent()
                || (known.primaryKey()
                        && !(kind == Change.CREATE && known.generated() == FieldDefinition.Generated.NO))) {
            throw new IllegalArgumentException("field '" + field + "' of '" + model.name() + "' cannot be written");
        }
        return known;
    }
}
