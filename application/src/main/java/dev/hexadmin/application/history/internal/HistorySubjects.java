package dev.hexadmin.application.history.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.AuditVisibilities;
import dev.hexadmin.application.records.AuditVisibility;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds the records whose history an actor may see. Thread-safe. */
final class HistorySubjects {
    private final Records records;
    private final AuditVisibilities visibilities;
    private final AuditLog log;

    HistorySubjects(Records records, AuditVisibilities visibilities, AuditLog log) {
        this.records = records;
        this.visibilities = visibilities;
        this.log = log;
    }

    /**
     * The record with this id.
     *
     * @throws RequestRejectedException forbidden or not found
     */
    HistorySubject find(Actor actor, Model model, String id) {
        boolean views = actor.rights().allows(Action.VIEW, model);
        boolean audits = actor.rights().allows(Action.VIEW, log.model());
        if (!views && !audits) {
            throw forbidden(model);
        }
        RecordKey key = RecordKey.parse(model, id).orElseThrow(() -> missing(model));
        Condition covered = views ? visibilities.covered(actor, model) : Condition.never();
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
            return new HistorySubject(model, key, record, about, new AuditVisibility(actor, Optional.of(model), true));
        }
        if (bound && !audits) {
            throw views ? missing(model) : forbidden(model);
        }
        return new HistorySubject(
                model, key, record, about(model, key), new AuditVisibility(actor, Optional.of(model), !bound));
    }

    /** Without entries of an earlier record with the same key, which a row policy may have hidden. */
    private Condition sinceItsBeginning(Condition about) {
        return log
                .newest(about.and(log.compare("event", Lookup.EXACT, AuditLog.DELETE)), OptionalLong.empty(), 1)
                .rows()
                .stream()
                .findFirst()
                .map(end -> about.and(log.compare("id", Lookup.GT, end.id())))
                .orElse(about);
    }

    static RequestRejectedException forbidden(Model model) {
        return RequestRejectedException.missingRight(Action.VIEW, model.name());
    }

    static RequestRejectedException missing(Model model) {
        return RequestRejectedException.notFound(
                Message.of("There is no such record of ''{model}''.").with("model", model.name()));
    }

    private Condition about(Model model, RecordKey key) {
        return log.compare("model", Lookup.EXACT, model.name())
                .and(log.compare("record_id", Lookup.EXACT, key.encoded()));
    }
}
