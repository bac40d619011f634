package dev.hexadmin.application.history.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.records.AuditVisibilities;
import dev.hexadmin.application.records.AuditVisibility;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.RecordVersions;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.audit.LoggedChange;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the audit log with the reader's restrictions, and reverts changes through ordinary updates and creates.
 * Thread-safe.
 */
public final class ChangeReview implements ReviewingChanges {
    private static final PlainSink DROPPED = (field, value) -> {};
    private static final String CREATE = "create";
    private static final String UPDATE = "update";
    private static final String DELETE = "delete";

    private final ModelRegistry models;
    private final Records records;
    private final RecordVersions versions;
    private final SearchingRecords searching;
    private final EditingRecords editing;
    private final AuditVisibilities sights;
    private final AuditLog log;

    public ChangeReview(
            ModelRegistry models,
            Records records,
            SearchingRecords searching,
            EditingRecords editing,
            AuditVisibilities sights,
            AuditLog log) {
        this.models = models;
        this.records = records;
        this.versions = new RecordVersions(records);
        this.searching = searching;
        this.editing = editing;
        this.sights = sights;
        this.log = log;
    }

    // ---- one record

    /**
     * A record whose history the actor may see.
     *
     * @param record empty: it was deleted
     * @param about the condition for entries of the log
     * @param sight the visible fields
     */
    private record Subject(
            Model model, RecordKey key, Optional<StoredRecord> record, Condition about, AuditVisibility sight) {}

    private Subject subject(Actor actor, Model model, String id) {
        boolean views = actor.rights().allows(Action.VIEW, model);
        boolean audits = actor.rights().allows(Action.VIEW, log.model());
        if (!views && !audits) {
            throw forbidden(model);
        }
        RecordKey key = RecordKey.parse(model, id).orElseThrow(() -> missing(model));
        Condition covered = views ? sights.covered(actor, model) : Condition.never();
        boolean bound = !covered.equals(Condition.always());
        Optional<StoredRecord> record = records.find(model, key, Condition.always());
        if (record.isPresent()) {
            if (!views) {
                throw forbidden(model);
            }
            if (bound && !records.matches(model, key, covered)) {
                throw missing(model);
            }
            Condition about = bound ? sinceItsBeginning(about(model, key)) : about(model, key);
            return new Subject(model, key, record, about, new AuditVisibility(actor, Optional.of(model), true));
        }
        if (bound && !audits) {
            throw views ? missing(model) : forbidden(model);
        }
        return new Subject(
                model, key, record, about(model, key), new AuditVisibility(actor, Optional.of(model), !bound));
    }

    /** Without entries of an earlier record with the same key, which a row policy may have hidden. */
    private Condition sinceItsBeginning(Condition about) {
        return log
                .newest(about.and(log.compare("event", Lookup.EXACT, DELETE)), OptionalLong.empty(), 1)
                .rows()
                .stream()
                .findFirst()
                .map(end -> about.and(log.compare("id", Lookup.GT, end.id())))
                .orElse(about);
    }

    private static RequestRejectedException forbidden(Model model) {
        return RequestRejectedException.forbidden(
                "forbidden", "This needs the right 'view' on '" + model.name() + "'.");
    }

    private static RequestRejectedException missing(Model model) {
        return RequestRejectedException.notFound("There is no such record of '" + model.name() + "'.");
    }

    private Condition about(Model model, RecordKey key) {
        return log.compare("model", Lookup.EXACT, model.name())
                .and(log.compare("record_id", Lookup.EXACT, key.encoded()));
    }

    @Override
    public History history(Actor actor, Model model, String id, OptionalLong before, int limit) {
        Subject subject = subject(actor, model, id);
        AuditLog.Rows found = log.newest(subject.about(), before, limit);
        List<AuditLog.Row> rows = found.rows();
        if (subject.record().isEmpty() && rows.isEmpty() && before.isEmpty()) {
            throw missing(model);
        }
        Showing showing = new Showing(actor, searching);
        showing.want(model, subject.key().encoded());
        List<Entry> entries = entries(actor, rows, showing, true, name -> subject.sight(), Optional.of(subject));
        String name = showing.name(model, subject.key().encoded())
                .orElse(subject.key().encoded());
        return new History(subject.key(), name, subject.record().isPresent(), new Entries(entries, found.next()));
    }

    // ---- the whole log

    private Condition readable(Actor actor) {
        if (!actor.rights().allows(Action.VIEW, log.model())) {
            throw forbidden(log.model());
        }
        return sights.covered(actor, log.model());
    }

    @Override
    public Entries log(Actor actor, Filter filter, OptionalLong before, int limit) {
        Condition condition = readable(actor).and(condition(actor, filter));
        boolean one = filter.model().isPresent() && filter.recordId().isPresent();
        AuditLog.Rows rows = one && filter.from().isEmpty() && filter.to().isEmpty()
                ? log.newest(condition, before, limit)
                : log.search(condition, filter.from(), filter.to(), before, limit);
        return new Entries(logged(actor, rows.rows()), rows.next());
    }

    private Condition condition(Actor actor, Filter filter) {
        List<String> hidden = new ArrayList<>();
        Map<String, Condition> asked = new LinkedHashMap<>();
        filter.model().ifPresent(text -> asked.put("model", log.compare("model", Lookup.EXACT, text)));
        filter.event().ifPresent(text -> asked.put("event", log.compare("event", Lookup.EXACT, text)));
        filter.actor().ifPresent(text -> asked.put("actor", log.compare("actor", Lookup.ICONTAINS, text)));
        filter.user().ifPresent(number -> asked.put("user_id", log.compare("user_id", Lookup.EXACT, number)));
        filter.recordId().ifPresent(text -> asked.put("record_id", log.compare("record_id", Lookup.EXACT, text)));
        filter.requestId().ifPresent(text -> asked.put("request_id", log.compare("request_id", Lookup.EXACT, text)));
        if (filter.from().isPresent() || filter.to().isPresent()) {
            asked.put("at", Condition.always());
        }
        Condition all = Condition.always();
        for (Map.Entry<String, Condition> one : asked.entrySet()) {
            if (!visible(actor, one.getKey())) {
                hidden.add(one.getKey());
            }
            all = all.and(one.getValue());
        }
        if (!hidden.isEmpty()) {
            throw RequestRejectedException.forbidden(
                    "field_forbidden",
                    "The query reaches for what you may not view.",
                    hidden.stream()
                            .map(field -> new Violation("?" + field, "hidden", "You may not view '" + field + "'."))
                            .toList());
        }
        return all;
    }

    private boolean visible(Actor actor, String field) {
        return actor.rights().allows(Action.VIEW, log.model(), log.model().fieldNamed(field));
    }

    @Override
    public Entry entry(Actor actor, long id) {
        Condition readable = readable(actor);
        AuditLog.Row row = log.find(readable, id)
                .orElseThrow(() -> RequestRejectedException.notFound("There is no such entry of the audit log."));
        return logged(actor, List.of(row)).getFirst();
    }

    @Override
    public List<Entry> recent(Actor actor, int limit) {
        if (actor.rights().allows(Action.VIEW, log.model())) {
            Condition records = log.compare("event", Lookup.IN, CREATE, UPDATE, DELETE);
            return visible(actor, "event")
                    ? logged(
                            actor,
                            log.search(
                                            readable(actor).and(records),
                                            Optional.empty(),
                                            Optional.empty(),
                                            OptionalLong.empty(),
                                            limit)
                                    .rows())
                    : List.of();
        }
        Object[] whole = models.models().stream()
                .filter(model -> actor.rights().allows(Action.VIEW, model)
                        && sights.covered(actor, model).equals(Condition.always()))
                .map(Model::name)
                .toArray();
        if (whole.length == 0) {
            return List.of();
        }
        Condition condition =
                log.compare("model", Lookup.IN, whole).and(log.compare("event", Lookup.IN, CREATE, UPDATE, DELETE));
        AuditLog.Rows rows = log.search(condition, Optional.empty(), Optional.empty(), OptionalLong.empty(), limit);
        return entries(
                actor,
                rows.rows(),
                wanting(actor, rows.rows()),
                true,
                name -> new AuditVisibility(actor, models.model(name), true),
                Optional.empty());
    }

    private List<Entry> logged(Actor actor, List<AuditLog.Row> rows) {
        return entries(actor, rows, wanting(actor, rows), false, name -> sights.of(actor, name), Optional.empty());
    }

    private Showing wanting(Actor actor, List<AuditLog.Row> rows) {
        Showing showing = new Showing(actor, searching);
        for (AuditLog.Row row : rows) {
            models.model(row.text("model")).ifPresent(model -> showing.want(model, row.text("record_id")));
        }
        return showing;
    }

    /**
     * @param terse whether hidden values and the origin of a change are omitted; otherwise they are marked as hidden,
     *     if the actor may see that column of the log
     * @param subject the record, when all entries concern the same one
     */
    private List<Entry> entries(
            Actor actor,
            List<AuditLog.Row> rows,
            Showing showing,
            boolean terse,
            Function<String, AuditVisibility> seeing,
            Optional<Subject> subject) {
        Map<String, AuditVisibility> known = new HashMap<>();
        Map<AuditLog.Row, List<LoggedChange>> changes = new HashMap<>();
        for (AuditLog.Row row : rows) {
            AuditVisibility sight = known.computeIfAbsent(row.text("model"), seeing);
            List<LoggedChange> all = changes(row);
            changes.put(row, all);
            for (LoggedChange change : all) {
                if (sight.sees(change.field()) && !sight.secret(change.field())) {
                    showing.want(sight.model(), change.field(), change.before());
                    showing.want(sight.model(), change.field(), change.after());
                }
            }
        }
        Set<String> columns = new HashSet<>();
        for (FieldDefinition field : log.model().fields()) {
            if (terse
                    ? !field.name().equals("address") && !field.name().equals("request_id")
                    : visible(actor, field.name())) {
                columns.add(field.name());
            }
        }
        List<Entry> entries = new ArrayList<>(rows.size());
        for (AuditLog.Row row : rows) {
            AuditVisibility sight = known.getOrDefault(row.text("model"), seeing.apply(""));
            List<LoggedChange> all = columns.contains("changes") ? changes.getOrDefault(row, List.of()) : List.of();
            List<Difference> differences = new ArrayList<>(all.size());
            for (LoggedChange change : all) {
                if (!terse || sight.sees(change.field())) {
                    differences.add(new Difference(
                            change.field(),
                            Showing.label(sight.model(), change.field()),
                            showing.show(sight, change.field(), change.before()),
                            showing.show(sight, change.field(), change.after())));
                }
            }
            String model = columns.contains("model") ? row.text("model") : "";
            String recordId = columns.contains("record_id") ? row.text("record_id") : "";
            Optional<Model> registered = models.model(model);
            entries.add(new Entry(
                    row.id(),
                    row.at(),
                    new Author(
                            columns.contains("user_id") ? row.user() : OptionalLong.empty(),
                            columns.contains("actor") ? row.text("actor") : "",
                            columns.contains("address") ? row.text("address") : "",
                            columns.contains("request_id") ? row.text("request_id") : ""),
                    columns.contains("event") ? row.text("event") : "",
                    new Target(
                            model,
                            registered,
                            recordId,
                            recordId.isEmpty() ? Optional.empty() : registered.flatMap(m -> showing.name(m, recordId))),
                    differences,
                    differences.size() == all.size(),
                    subject.map(one -> revertible(actor, one, row.text("event"), differences))
                            .orElse(false)));
        }
        return entries;
    }

    private static List<LoggedChange> changes(AuditLog.Row row) {
        try {
            return LoggedChange.read(row.text("changes"));
        } catch (IllegalArgumentException e) {
            return List.of(); // not written by Hexadmin
        }
    }

    // ---- reverting

    private static boolean revertible(Actor actor, Subject subject, String event, List<Difference> differences) {
        Model model = subject.model();
        if (model.name().equals(AccessModels.ROLES)) {
            return false; // models with rules of their own are changed only by these rules
        }
        return switch (event) {
            case UPDATE ->
                subject.record().isPresent()
                        && Action.EDIT.isPossibleOn(model)
                        && actor.rights().allows(Action.EDIT, model)
                        && differences.stream().anyMatch(one -> writable(actor, Action.EDIT, model, one.field()));
            case DELETE ->
                subject.record().isEmpty()
                        && actor.rights().allows(Action.VIEW, model)
                        && Action.CREATE.isPossibleOn(model)
                        && actor.rights().allows(Action.CREATE, model);
            default -> false;
        };
    }

    private static boolean writable(Actor actor, Action action, Model model, String field) {
        return model.field(field)
                .filter(known -> !known.writeOnly()
                        && (action == Action.CREATE ? known.writableOnCreate() : known.writableOnUpdate())
                        && actor.rights().allows(action, model, known))
                .isPresent();
    }

    @Override
    public Reversal consider(Actor actor, Model model, String id, long entry) {
        return plan(actor, model, id, entry).reversal();
    }

    /**
     * Prepares a reversal.
     *
     * @param old the values to restore, as in a body, by field
     */
    private record Plan(Subject subject, Reversal reversal, Map<String, @Nullable Object> old) {}

    private Plan plan(Actor actor, Model model, String id, long number) {
        Subject subject = subject(actor, model, id);
        AuditLog.Row row = log.find(subject.about(), number)
                .orElseThrow(() ->
                        RequestRejectedException.notFound("There is no such entry in the history of this record."));
        Showing showing = new Showing(actor, searching);
        showing.want(model, subject.key().encoded());
        List<LoggedChange> changes = changes(row).stream()
                .filter(change -> subject.sight().sees(change.field()))
                .toList();
        subject.record()
                .ifPresent(record -> changes.forEach(
                        change -> showing.want(Optional.of(model), change.field(), current(record, change.field()))));
        Entry entry = entries(actor, List.of(row), showing, true, name -> subject.sight(), Optional.of(subject))
                .getFirst();
        if (!entry.revertible()) {
            throw RequestRejectedException.conflict("not_revertible", "This change cannot be taken back.", List.of());
        }
        Map<String, @Nullable Object> old = new LinkedHashMap<>();
        List<Step> steps = new ArrayList<>();
        for (LoggedChange change : changes) {
            String field = change.field();
            Optional<JsonText> now = subject.record().flatMap(record -> current(record, field));
            Standing standing = standing(actor, subject, change, now);
            if (standing.possible()) {
                old.put(
                        field,
                        change.before().map(value -> input(model, field, value)).orElse(null));
            }
            steps.add(new Step(
                    field,
                    Showing.label(Optional.of(model), field),
                    showing.show(subject.sight(), field, now),
                    showing.show(subject.sight(), field, change.before()),
                    standing));
        }
        String name = showing.name(model, subject.key().encoded())
                .orElse(subject.key().encoded());
        return new Plan(
                subject,
                new Reversal(entry, name, subject.record().map(record -> versions.of(actor, record)), steps),
                old);
    }

    private static Standing standing(Actor actor, Subject subject, LoggedChange change, Optional<JsonText> now) {
        Action action = subject.record().isPresent() ? Action.EDIT : Action.CREATE;
        boolean redacted = change.before().equals(LoggedChange.written(AuditEntry.REDACTED));
        if (redacted || !writable(actor, action, subject.model(), change.field())) {
            return Standing.NOT_WRITABLE;
        }
        if (action == Action.CREATE) {
            return Standing.SAFE;
        }
        if (same(now, change.before())) {
            return Standing.AS_WANTED;
        }
        return same(now, change.after()) ? Standing.SAFE : Standing.CHANGED_SINCE;
    }

    /** Whether two values are equal: links have no order. */
    private static boolean same(Optional<JsonText> a, Optional<JsonText> b) {
        if (a.equals(b)) {
            return true;
        }
        Object one = a.map(LoggedChange::plain).orElse(List.of());
        Object other = b.map(LoggedChange::plain).orElse(List.of());
        return one instanceof List<?> keys
                && other instanceof List<?> others
                && keys.size() == others.size()
                && new HashSet<Object>(keys).equals(new HashSet<Object>(others));
    }

    private static Optional<JsonText> current(StoredRecord record, String field) {
        return record.model().field(field).flatMap(known -> LoggedChange.written(record.value(known)));
    }

    /** A value as a JSON parser would return it for this field. */
    private static Object input(Model model, String field, JsonText value) {
        return model.fieldNamed(field).type() == FieldType.JSON ? value : LoggedChange.plain(value);
    }

    @Override
    public RecordKey revert(
            Actor actor, Model model, String id, long entry, Optional<Version> seen, Set<String> fields) {
        Plan plan = plan(actor, model, id, entry);
        if (plan.subject().record().isEmpty()) {
            return editing.create(actor, model, plan.old(), false, shape -> DROPPED)
                    .key();
        }
        List<Violation> wrong = new ArrayList<>();
        for (String field : fields) {
            if (!plan.old().containsKey(field)) {
                wrong.add(Violation.at(field, "not_revertible", "This field cannot be put back."));
            }
        }
        if (fields.isEmpty()) {
            wrong.add(new Violation("", "nothing", "Nothing was chosen to be put back."));
        }
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.invalid(wrong);
        }
        Map<String, @Nullable Object> body = new LinkedHashMap<>(plan.old());
        body.keySet().retainAll(fields);
        if (seen.isEmpty()) {
            Version current = plan.reversal().seen().orElseThrow();
            throw RequestRejectedException.preconditionFailed("The record has come back.", current);
        }
        return editing.patch(
                        actor,
                        model,
                        plan.subject().key().encoded(),
                        body,
                        new EditingRecords.Precondition.OneOf(List.of(seen.get())),
                        false,
                        shape -> DROPPED)
                .key();
    }
}
