package dev.hexadmin.application.history.internal;

import dev.hexadmin.application.files.RecordedFiles;
import dev.hexadmin.application.history.ReviewingChanges.Link;
import dev.hexadmin.application.history.ReviewingChanges.Shown;
import dev.hexadmin.application.records.AuditVisibility;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.audit.LoggedChange;
import dev.hexadmin.domain.audit.LoggedFile;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Naming;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Label;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Formats logged values for users. First all values are collected, then the names of all referenced records are queried
 * together. Used for one page.
 */
final class DisplayedValues {
    private static final int LONG = 80;
    private static final int MAX_NAMES = 1_000;

    private final Actor actor;
    private final SearchingRecords searching;
    private final RecordedFiles files;
    private final Optional<StoredRecord> record;
    private final Map<Model, Set<String>> wanted = new LinkedHashMap<>();
    private final Map<Model, Map<RecordKey, String>> names = new HashMap<>();

    /** @param record as it is now, when all values are of the same one, and it exists */
    DisplayedValues(Actor actor, SearchingRecords searching, RecordedFiles files, Optional<StoredRecord> record) {
        this.actor = actor;
        this.searching = searching;
        this.files = files;
        this.record = record;
    }

    /** Collects a record whose name will be shown. */
    void want(Model model, String id) {
        wanted.computeIfAbsent(model, m -> new LinkedHashSet<>()).add(id);
    }

    /** Collects the records that a value references. */
    void want(Optional<Model> owner, String field, Optional<JsonText> value) {
        target(owner, field)
                .ifPresent(target ->
                        value.map(keys -> ids(target, keys)).orElse(List.of()).forEach(id -> want(target, id)));
    }

    private static Optional<Model> target(Optional<Model> owner, String field) {
        return owner.flatMap(model -> model.field(field)
                .filter(known -> known.reference().isPresent())
                .map(model::target)
                .or(() -> model.children(field).map(Model.Children::model)));
    }

    private static List<String> ids(Model target, JsonText value) {
        return switch (LoggedChange.plain(value)) {
            case List<?> keys -> keys.stream().map(key -> id(target, key)).toList();
            case Object key -> List.of(id(target, key));
        };
    }

    private static String id(Model target, Object key) {
        String text = FieldText.write(key);
        return target.key().size() > 1 ? text : new RecordKey(List.of(text)).encoded();
    }

    Optional<String> name(Model model, String id) {
        Map<RecordKey, String> known = names.computeIfAbsent(model, this::ask);
        return RecordKey.parse(model, id).map(known::get);
    }

    private Map<RecordKey, String> ask(Model model) {
        List<RecordKey> keys = wanted.getOrDefault(model, Set.of()).stream()
                .flatMap(id -> RecordKey.parse(model, id).stream())
                .limit(MAX_NAMES)
                .toList();
        return searching.labels(actor, model, keys);
    }

    static Label label(Optional<Model> owner, String field) {
        return owner.flatMap(model -> model.field(field))
                .map(FieldDefinition::labels)
                .or(() -> owner.flatMap(model -> model.children(field))
                        .map(children -> children.model().definition().labels().many()))
                .orElseGet(() -> {
                    Label made = Label.of(Naming.label(field));
                    return owner.filter(Model::builtIn).isPresent() ? made.asMessage() : made;
                });
    }

    Shown show(AuditVisibility sight, String field, Optional<JsonText> value) {
        if (!sight.sees(field)) {
            return new Shown.Hidden();
        }
        if (value.isEmpty()) {
            return new Shown.Nothing();
        }
        JsonText text = value.get();
        boolean known = sight.model().flatMap(model -> model.field(field)).isPresent();
        if (sight.secret(field) || (!known && LoggedChange.plain(text).equals(AuditEntry.REDACTED))) {
            return new Shown.Secret();
        }
        Optional<Model> target = target(sight.model(), field);
        if (target.isPresent()) {
            List<Link> links = new ArrayList<>();
            ids(target.get(), text).forEach(id -> links.add(new Link(id, name(target.get(), id))));
            return links.isEmpty() ? new Shown.Nothing() : new Shown.Links(target.get(), links);
        }
        Optional<FieldDefinition> definition = sight.model().flatMap(model -> model.field(field));
        Optional<FieldType> type = definition.map(FieldDefinition::type);
        if (type.equals(Optional.of(FieldType.JSON))) {
            return new Shown.Text(LoggedChange.indented(text), true);
        }
        Optional<Shown> file = definition
                .filter(FieldDefinition::holdsFile)
                .flatMap(one -> file(sight.model().orElseThrow(), one, text));
        if (file.isPresent()) {
            return file.get();
        }
        return switch (LoggedChange.plain(text)) {
            case String plain
            when type.equals(Optional.of(FieldType.BINARY)) -> new Shown.Text(bytes(plain) + " bytes", false);
            case String plain when plain.length() > LONG || plain.indexOf('\n') >= 0 -> new Shown.Text(plain, true);
            case Object scalar
            when scalar instanceof String || scalar instanceof Boolean || scalar instanceof Number ->
                scalar(sight.model(), definition, scalar);
            case List<?> items
            when type.filter(one -> one.valueType().holdsItems()).isPresent() ->
                new Shown.Text(items.stream().map(String::valueOf).collect(Collectors.joining(", ")), false);
            case Object document -> new Shown.Text(LoggedChange.indented(text), true);
        };
    }

    /** A value of the field's type; as text, when the field had another type at the time of the change. */
    private static Shown scalar(Optional<Model> model, Optional<FieldDefinition> field, Object value) {
        String text = FieldText.write(value);
        return field.filter(known ->
                        FieldText.parse(model.orElseThrow(), known, text).isPresent())
                .<Shown>map(known -> new Shown.Value(model.orElseThrow(), known, value))
                .orElseGet(() -> new Shown.Text(text, false));
    }

    private Optional<Shown> file(Model model, FieldDefinition field, JsonText text) {
        return LoggedFile.of(text)
                .map(logged -> record.flatMap(now -> now.value(field.name(), FileReference.class))
                        .filter(file -> file.toString().equals(logged.id()))
                        .<Shown>map(file -> new Shown.Value(model, field, file))
                        .orElseGet(() -> new Shown.File(
                                model, field, logged.name(), logged.size(), files.find(model, field, logged.id()))));
    }

    private static int bytes(String base64) {
        int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
        return base64.length() / 4 * 3 - padding;
    }
}
