package dev.hexadmin.application.history.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.history.HistoryAssembly.Restorable;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.records.AuditVisibilities;
import dev.hexadmin.application.records.AuditVisibility;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.RecordVersions;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads the audit log with the reader's restrictions, and reverts changes through ordinary updates and creates.
 * Thread-safe.
 */
public final class ChangeReview implements ReviewingChanges {
    private final ModelRegistry models;
    private final AuditVisibilities visibilities;
    private final AuditLog log;
    private final HistorySubjects subjects;
    private final LogEntries entries;
    private final ChangeReversal reversal;

    public ChangeReview(
            ModelRegistry models,
            Records records,
            SearchingRecords searching,
            EditingRecords editing,
            AuditVisibilities visibilities,
            AuditLog log,
            Restorable restorable) {
        this.models = models;
        this.visibilities = visibilities;
        this.log = log;
        this.subjects = new HistorySubjects(records, visibilities, log);
        this.entries = new LogEntries(models, searching, visibilities, log, restorable.files());
        this.reversal = new ChangeReversal(new RecordVersions(records), editing, subjects, entries, log, restorable);
    }

    @Override
    public History history(Actor actor, Model model, String id, OptionalLong before, int limit) {
        HistorySubject subject = subjects.find(actor, model, id);
        AuditLog.Rows found = log.newest(subject.about(), before, limit);
        List<AuditLog.Row> rows = found.rows();
        if (subject.record().isEmpty() && rows.isEmpty() && before.isEmpty()) {
            throw HistorySubjects.missing(model);
        }
        DisplayedValues displayed = entries.displayed(actor, subject.record());
        displayed.want(model, subject.key().encoded());
        List<Entry> shown =
                entries.entries(actor, rows, displayed, true, name -> subject.sight(), Optional.of(subject));
        String name = displayed
                .name(model, subject.key().encoded())
                .orElse(subject.key().label());
        return new History(subject.key(), name, subject.record().isPresent(), new Entries(shown, found.next()));
    }

    private Condition readable(Actor actor) {
        if (!actor.rights().allows(Action.VIEW, log.model())) {
            throw HistorySubjects.forbidden(log.model());
        }
        return visibilities.covered(actor, log.model());
    }

    @Override
    public Entries log(Actor actor, Filter filter, OptionalLong before, int limit) {
        Condition condition = readable(actor).and(condition(actor, filter));
        boolean one = filter.model().isPresent() && filter.recordId().isPresent();
        AuditLog.Rows rows = one && filter.from().isEmpty() && filter.to().isEmpty()
                ? log.newest(condition, before, limit)
                : log.search(condition, filter.from(), filter.to(), before, limit);
        return new Entries(entries.logged(actor, rows.rows()), rows.next());
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
            if (!log.visible(actor, one.getKey())) {
                hidden.add(one.getKey());
            }
            all = all.and(one.getValue());
        }
        if (!hidden.isEmpty()) {
            throw RequestRejectedException.forbidden(
                    "field_forbidden",
                    "The query reaches for what you may not view.",
                    hidden.stream()
                            .map(field -> new Violation(
                                    "?" + field,
                                    "hidden",
                                    Message.of("You may not view ''{field}''.").with("field", field)))
                            .toList());
        }
        return all;
    }

    @Override
    public Entry entry(Actor actor, long id) {
        Condition readable = readable(actor);
        AuditLog.Row row = log.find(readable, id)
                .orElseThrow(() -> RequestRejectedException.notFound("There is no such entry of the audit log."));
        return entries.logged(actor, List.of(row)).getFirst();
    }

    @Override
    public List<Entry> recent(Actor actor, int limit) {
        if (actor.rights().allows(Action.VIEW, log.model())) {
            Condition records = log.compare("event", Lookup.IN, AuditLog.CREATE, AuditLog.UPDATE, AuditLog.DELETE);
            return log.visible(actor, "event")
                    ? entries.logged(
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
                        && visibilities.covered(actor, model).equals(Condition.always()))
                .map(Model::name)
                .toArray();
        if (whole.length == 0) {
            return List.of();
        }
        Condition condition = log.compare("model", Lookup.IN, whole)
                .and(log.compare("event", Lookup.IN, AuditLog.CREATE, AuditLog.UPDATE, AuditLog.DELETE));
        AuditLog.Rows rows = log.search(condition, Optional.empty(), Optional.empty(), OptionalLong.empty(), limit);
        return entries.entries(
                actor,
                rows.rows(),
                entries.naming(actor, rows.rows()),
                true,
                name -> new AuditVisibility(actor, models.model(name), true),
                Optional.empty());
    }

    @Override
    public Reversal consider(Actor actor, Model model, String id, long entry) {
        return reversal.plan(actor, model, id, entry).reversal();
    }

    @Override
    public RecordKey revert(
            Actor actor, Model model, String id, long entry, Optional<Version> seen, Set<String> fields) {
        return reversal.revert(actor, model, id, entry, seen, fields);
    }
}
