package dev.hexadmin.application.records;

import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.NamedLocks;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.internal.AccessScope;
import dev.hexadmin.application.records.internal.ChangeContexts;
import dev.hexadmin.application.records.internal.CodeServices;
import dev.hexadmin.application.records.internal.Cursors;
import dev.hexadmin.application.records.internal.LogRows;
import dev.hexadmin.application.records.internal.ProgramWrites;
import dev.hexadmin.application.records.internal.RecordBrowsing;
import dev.hexadmin.application.records.internal.RecordEditing;
import dev.hexadmin.application.records.internal.RecordExport;
import dev.hexadmin.application.records.internal.RecordWriter;
import dev.hexadmin.application.records.internal.RowImport;
import dev.hexadmin.application.records.internal.Shapes;
import dev.hexadmin.application.records.port.RecordClasses;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.InstantSource;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Assembles the driving ports of records.
 *
 * @param browsing reading records
 * @param editing changing records
 * @param exporting exporting records
 * @param rows writing rows of imports
 * @param byCode access for custom code
 */
@SuppressWarnings("exports") // of use to modules of Hexadmin only
public record RecordsAssembly(
        BrowsingRecords browsing,
        EditingRecords editing,
        ExportingRecords exporting,
        RecordRows rows,
        CodeOnRecords byCode) {

    /**
     * What code needs besides records.
     *
     * @param locks of the same database
     * @param notifier sends messages in the running unit of work
     * @param classes the record classes of the models
     */
    public record ForCode(NamedLocks locks, Notifier notifier, RecordClasses classes) {}

    /**
     * Assembles the ports.
     *
     * @param models models whose changes the audit log may show
     * @param hooks by model name; combine several of one model with {@link RecordHooks#inOrder}
     * @param forCode what hooks and other code need besides
     * @param cursorKeys sign cursors
     * @param random thread-safe and unpredictable, for keys
     */
    public static RecordsAssembly of(
            ModelRegistry models,
            Records records,
            UnitOfWork work,
            AuditTrail audit,
            RowPolicies policies,
            Map<String, RecordHooks> hooks,
            ForCode forCode,
            SecretKeys cursorKeys,
            InstantSource clock,
            RandomGenerator random) {
        AccessScope accessScope = new AccessScope(policies, hooks);
        Shapes shapes = new Shapes();
        Cursors cursors = new Cursors(cursorKeys);
        LogRows logRows = new LogRows(new AuditVisibilities(models, policies, hooks), shapes);
        ChangeContexts contexts = new ChangeContexts();
        RecordWriter writer =
                new RecordWriter(records, work, audit, accessScope, contexts, shapes, clock, new Uuids(clock, random));
        RecordEditing editing = new RecordEditing(writer, records, accessScope, shapes, cursors, clock);
        ProgramWrites byCode = new ProgramWrites(writer, editing, records, audit, accessScope, contexts, clock);
        contexts.connect(new CodeServices(
                new CodeServices.Storage(models, records, work),
                forCode,
                editing,
                byCode,
                accessScope,
                shapes,
                cursors));
        return new RecordsAssembly(
                new RecordBrowsing(records, accessScope, shapes, cursors, logRows, clock),
                editing,
                new RecordExport(records, work, audit, accessScope, shapes, cursors, logRows, clock),
                new RowImport(writer, records, accessScope),
                byCode);
    }
}
