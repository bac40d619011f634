package dev.hexadmin.application.history;

import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.application.comments.RecordedComments;
import dev.hexadmin.application.files.RecordedFiles;
import dev.hexadmin.application.history.internal.AuditLog;
import dev.hexadmin.application.history.internal.ChangeReview;
import dev.hexadmin.application.records.AuditVisibilities;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.InstantSource;
import java.util.Map;

/**
 * Assembles the driving port of the history.
 *
 * @param reviewing reading and reverting changes
 */
public record HistoryAssembly(ReviewingChanges reviewing) {
    /** What belonged to deleted records. */
    public record Restorable(RecordedFiles files, RecordedComments comments) {}

    /**
     * Assembles the port.
     *
     * @param models contains {@code admin_audit_log}
     * @param hooks by model name
     */
    public static HistoryAssembly of(
            ModelRegistry models,
            Records stored,
            EditingRecords editing,
            SearchingRecords searching,
            RowPolicies policies,
            Map<String, RecordHooks> hooks,
            Restorable restorable,
            InstantSource clock) {
        return new HistoryAssembly(new ChangeReview(
                models,
                stored,
                searching,
                editing,
                new AuditVisibilities(models, policies, hooks),
                new AuditLog(models, stored, clock),
                restorable));
    }
}
