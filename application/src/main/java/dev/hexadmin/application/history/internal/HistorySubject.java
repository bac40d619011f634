package dev.hexadmin.application.history.internal;

import dev.hexadmin.application.records.AuditVisibility;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import java.util.Optional;

/**
 * A record whose history the actor may see.
 *
 * @param record empty: it was deleted
 * @param about the condition for entries of the log
 * @param sight the visible fields
 */
record HistorySubject(
        Model model, RecordKey key, Optional<StoredRecord> record, Condition about, AuditVisibility sight) {}
