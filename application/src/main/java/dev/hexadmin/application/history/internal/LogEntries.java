package dev.hexadmin.application.history.internal;

import dev.hexadmin.application.files.RecordedFiles;
import dev.hexadmin.application.history.ReviewingChanges.Author;
import dev.hexadmin.application.history.ReviewingChanges.Difference;
import dev.hexadmin.application.history.ReviewingChanges.Entry;
import dev.hexadmin.application.history.ReviewingChanges.Target;
import dev.hexadmin.application.records.AuditVisibilities;
import dev.hexadmin.application.records.AuditVisibility;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.LoggedChange;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** Turns rows of the audit log into entries with the values that an actor may see. Thread-safe. */
final class LogEntries {
    private final ModelRegistry models;
    private final SearchingRecords searching;
    private final AuditVisibilities visibilities;
    private final AuditLog log;
    private final RecordedFiles files;

    LogEntries(
            ModelRegistry models,
            SearchingRecords searching,
            AuditVisibilities visibilities,
            AuditLog log,
            RecordedFiles files) {
        this.models = models;
        this.searching = searching;
        this.visibilities = visibilities;
        this.log = log;
        this.files = files;
    }

    /** Entries of the whole log, with the columns that the actor may see. */
    List<Entry> logged(Actor actor, List<AuditLog.Row> rows) {
        return entries(actor, rows, naming(actor, rows), false, name -> visibilities.of(actor, name), Optional.empty());
    }

    /** @param record as it is now, when all values are of the same one, and it exists */
    DisplayedValues displayed(Actor actor, Optional<StoredRecord> record) {
        return new DisplayedValues(actor, searching, files, record);
    }

    /** Display values, with the names of the records that the rows concern. */
    DisplayedValues naming(Actor actor, List<AuditLog.Row> rows) {
        DisplayedValues displayed = displayed(actor, Optional.empty());
        for (AuditLog.Row row : rows) {
            models.model(row.text("model")).ifPresent(model -> displayed.want(model, row.text("record_id")));
        }
        return displayed;
    }

    /**
     * The entries of these rows.
     *
     * @param terse whether hidden values and the origin of a change are omitted; otherwise they are marked as hidden,
     *     if the actor may see that column of the log
     * @param subject the record, when all entries concern the same one
     */
    List<Entry> entries(
            Actor actor,
            List<AuditLog.Row> rows,
            DisplayedValues displayed,
            boolean terse,
            Function<String, AuditVisibility> seeing,
            Optional<HistorySubject> subject) {
        Map<String, AuditVisibility> known = new HashMap<>();
        Map<AuditLog.Row, List<LoggedChange>> changes = new HashMap<>();
        for (AuditLog.Row row : rows) {
            AuditVisibility sight = known.computeIfAbsent(row.text("model"), seeing);
            List<LoggedChange> all = changes(row);
            changes.put(row, all);
            for (LoggedChange change : all) {
                if (sight.sees(change.field()) && !sight.secret(change.field())) {
                    displayed.want(sight.model(), change.field(), change.before());
                    displayed.want(sight.model(), change.field(), change.after());
                }
            }
        }
        Set<String> columns = new HashSet<>();
        for (FieldDefinition field : log.model().fields()) {
            if (terse
                    ? !field.name().equals("address") && !field.name().equals("request_id")
                    : log.visible(actor, field.name())) {
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
                            DisplayedValues.label(sight.model(), change.field()),
                            displayed.show(sight, change.field(), change.before()),
                            displayed.show(sight, change.field(), change.after())));
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
                            registered.isPresent() && actor.rights().allows(Action.VIEW, registered.get()),
                            recordId,
                            recordId.isEmpty()
                                    ? Optional.empty()
                                    : registered.flatMap(m -> displayed.name(m, recordId))),
                    differences,
                    differences.size() == all.size(),
                    subject.map(one -> ChangeReversal.revertible(actor, one, row.text("event"), differences))
                            .orElse(false)));
        }
        return entries;
    }

    /** What a row says was changed; empty when it was not written by Hexadmin. */
    static List<LoggedChange> changes(AuditLog.Row row) {
        try {
            return LoggedChange.read(row.text("changes"));
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }
}
