package dev.hexadmin.application.history.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.history.HistoryAssembly.Restorable;
import dev.hexadmin.application.history.ReviewingChanges.Difference;
import dev.hexadmin.application.history.ReviewingChanges.Entry;
import dev.hexadmin.application.history.ReviewingChanges.Reversal;
import dev.hexadmin.application.history.ReviewingChanges.Shown;
import dev.hexadmin.application.history.ReviewingChanges.Standing;
import dev.hexadmin.application.history.ReviewingChanges.Step;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.RecordVersions;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.audit.LoggedChange;
import dev.hexadmin.domain.audit.LoggedFile;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reverts changes through ordinary updates and creates. Thread-safe. */
final class ChangeReversal {
    private static final PlainSink DROPPED = (field, value) -> {};

    private final RecordVersions versions;
    private final EditingRecords editing;
    private final HistorySubjects subjects;
    private final LogEntries entries;
    private final AuditLog log;
    private final Restorable restorable;

    ChangeReversal(
            RecordVersions versions,
            EditingRecords editing,
            HistorySubjects subjects,
            LogEntries entries,
            AuditLog log,
            Restorable restorable) {
        this.versions = versions;
        this.editing = editing;
        this.subjects = subjects;
        this.entries = entries;
        this.log = log;
        this.restorable = restorable;
    }

    /**
     * Prepares a reversal.
     *
     * @param old the values to restore, as in a body, by field
     * @param files those of them that are files
     */
    record Plan(
            HistorySubject subject,
            Reversal reversal,
            Map<String, @Nullable Object> old,
            Map<String, FileReference> files) {}

    /**
     * What reverting an entry of the log would do.
     *
     * @throws RequestRejectedException not found, or {@code not_revertible}
     */
    Plan plan(Actor actor, Model model, String id, long number) {
        HistorySubject subject = subjects.find(actor, model, id);
        AuditLog.Row row = log.find(subject.about(), number)
                .orElseThrow(() ->
                        RequestRejectedException.notFound("There is no such entry in the history of this record."));
        DisplayedValues displayed = entries.displayed(actor, subject.record());
        displayed.want(model, subject.key().encoded());
        List<LoggedChange> changes = LogEntries.changes(row).stream()
                .filter(change -> subject.sight().sees(change.field()))
                .toList();
        subject.record()
                .ifPresent(record -> changes.forEach(
                        change -> displayed.want(Optional.of(model), change.field(), current(record, change.field()))));
        Entry entry = entries.entries(
                        actor, List.of(row), displayed, true, name -> subject.sight(), Optional.of(subject))
                .getFirst();
        if (!entry.revertible()) {
            throw RequestRejectedException.conflict("not_revertible", "This change cannot be taken back.", List.of());
        }
        Map<String, @Nullable Object> old = new LinkedHashMap<>();
        Map<String, FileReference> former = new LinkedHashMap<>();
        List<Step> steps = new ArrayList<>();
        for (LoggedChange change : changes) {
            String field = change.field();
            Optional<JsonText> now = subject.record().flatMap(record -> current(record, field));
            Shown wanted = displayed.show(subject.sight(), field, change.before());
            Standing standing = standing(actor, subject, change, now, wanted);
            if (standing.possible()) {
                if (wanted instanceof Shown.File file) {
                    former.put(field, file.kept().orElseThrow());
                }
                old.put(
                        field,
                        change.before().map(value -> input(model, field, value)).orElse(null));
            }
            steps.add(new Step(
                    field,
                    DisplayedValues.label(Optional.of(model), field),
                    displayed.show(subject.sight(), field, now),
                    wanted,
                    standing));
        }
        String name = displayed
                .name(model, subject.key().encoded())
                .orElse(subject.key().label());
        return new Plan(
                subject,
                new Reversal(entry, name, subject.record().map(record -> versions.of(actor, record)), steps),
                old,
                former);
    }

    private static Standing standing(
            Actor actor, HistorySubject subject, LoggedChange change, Optional<JsonText> now, Shown wanted) {
        Action action = subject.record().isPresent() ? Action.EDIT : Action.CREATE;
        boolean redacted = change.before().equals(LoggedChange.written(AuditEntry.REDACTED));
        if (redacted || !writable(actor, action, subject.model(), change.field())) {
            return Standing.NOT_WRITABLE;
        }
        if (wanted instanceof Shown.File file && file.kept().isEmpty()) {
            return action == Action.CREATE && file.field().required()
                    ? Standing.REQUIRED_FILE_REMOVED
                    : Standing.FILE_REMOVED;
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
        return model.fieldNamed(field).type() == FieldType.JSON
                ? value
                : LoggedFile.of(value).<Object>map(LoggedFile::id).orElseGet(() -> LoggedChange.plain(value));
    }

    RecordKey revert(Actor actor, Model model, String id, long entry, Optional<Version> seen, Set<String> fields) {
        Plan plan = plan(actor, model, id, entry);
        if (plan.subject().record().isEmpty()) {
            if (!plan.reversal().possible()) {
                throw RequestRejectedException.conflict(
                        "file_removed",
                        "The record cannot be restored, because a file that it must have has been removed.",
                        plan.reversal().lacking().stream()
                                .map(step -> Violation.at(
                                        step.field(),
                                        "file_removed",
                                        "The file has been removed, and the record cannot be without one."))
                                .toList());
            }
            return restorable
                    .files()
                    .giving(
                            plan.files().values(),
                            actor,
                            () -> restorable
                                    .comments()
                                    .restore(
                                            model,
                                            plan.subject().key(),
                                            plan.reversal().entry().at(),
                                            () -> editing.create(actor, model, plan.old(), false, shape -> DROPPED)
                                                    .key()));
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
        List<FileReference> files = plan.files().entrySet().stream()
                .filter(file -> fields.contains(file.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        return restorable
                .files()
                .giving(
                        files,
                        actor,
                        () -> editing.patch(
                                        actor,
                                        model,
                                        plan.subject().key().encoded(),
                                        body,
                                        new EditingRecords.Precondition.OneOf(List.of(seen.get())),
                                        false,
                                        shape -> DROPPED)
                                .key());
    }

    /** Whether the actor may revert a change with these differences. */
    static boolean revertible(Actor actor, HistorySubject subject, String event, List<Difference> differences) {
        Model model = subject.model();
        if (model.name().equals(AccessModels.ROLES)) {
            return false; // models with special rules are changed only by these rules
        }
        return switch (event) {
            case AuditLog.UPDATE ->
                subject.record().isPresent()
                        && Action.EDIT.isPossibleOn(model)
                        && actor.rights().allows(Action.EDIT, model)
                        && differences.stream().anyMatch(one -> writable(actor, Action.EDIT, model, one.field()));
            case AuditLog.DELETE ->
                subject.record().isEmpty()
                        && actor.rights().allows(Action.VIEW, model)
                        && Action.CREATE.isPossibleOn(model)
                        && actor.rights().allows(Action.CREATE, model)
                        && model.fields().stream().noneMatch(ChangeReversal::isLost);
            default -> false;
        };
    }

    /** Whether a record cannot be created without a value of this field, which the log does not have. */
    private static boolean isLost(FieldDefinition field) {
        return field.writeOnly()
                && !field.nullable()
                && field.input().defaultValue().isEmpty();
    }

    private static boolean writable(Actor actor, Action action, Model model, String field) {
        return model.field(field)
                .filter(known -> !known.writeOnly()
                        && (action == Action.CREATE ? known.writableOnCreate() : known.writableOnUpdate())
                        && actor.rights().allows(action, model, known))
                .isPresent();
    }
}
