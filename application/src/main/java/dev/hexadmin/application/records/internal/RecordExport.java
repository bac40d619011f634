package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.ExportingRecords;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Exports in batches by keyset pagination: no connection is held while the client reads. */
public final class RecordExport implements ExportingRecords {
    private static final int BATCH = 500;

    private final Records records;
    private final UnitOfWork work;
    private final AuditTrail audit;
    private final AccessScope accessScope;
    private final ListBinding binding;
    private final LogRows logRows;
    private final InstantSource clock;

    public RecordExport(
            Records records,
            UnitOfWork work,
            AuditTrail audit,
            AccessScope accessScope,
            Shapes shapes,
            Cursors cursors,
            LogRows logRows,
            InstantSource clock) {
        this.records = records;
        this.work = work;
        this.audit = audit;
        this.accessScope = accessScope;
        this.binding = new ListBinding(accessScope, shapes, cursors);
        this.logRows = logRows;
        this.clock = clock;
    }

    @Override
    public Export export(Actor actor, ListRequest request) {
        Model model = request.model();
        accessScope.require(actor, Action.EXPORT, model);
        accessScope.require(actor, Action.VIEW, model);
        ListQuery query = binding.whole(actor, request, BATCH);
        Shape shown = query.shape();
        ListQuery covered = new ListQuery(
                logRows.read(shown),
                query.condition().and(accessScope.condition(actor, model, Action.EXPORT)),
                query.ordering(),
                query.position(),
                BATCH,
                CountMode.NONE);
        Map<String, String> asked = new TreeMap<>(request.parameters());
        return new Export() {
            @Override
            public Shape shape() {
                return shown;
            }

            @Override
            public long writeTo(RecordSink sink, Runnable afterBatch) {
                return run(actor, covered, asked, logRows.sink(actor, shown, sink), afterBatch);
            }
        };
    }

    private long run(Actor actor, ListQuery first, Map<String, String> asked, RecordSink sink, Runnable afterBatch) {
        long count = 0;
        boolean complete = false;
        try {
            ListQuery query = first;
            while (!complete) {
                Records.Slice slice = records.list(query, sink);
                count += slice.size();
                complete = !slice.hasNext();
                afterBatch.run();
                query = new ListQuery(
                        first.shape(),
                        first.condition(),
                        first.ordering(),
                        query.next(slice.size(), slice.last()),
                        BATCH,
                        CountMode.NONE);
            }
        } finally {
            // data that was sent is audited, even if the export is incomplete
            note(actor, first.model(), asked, count, complete);
        }
        return count;
    }

    private void note(Actor actor, Model model, Map<String, String> asked, long count, boolean complete) {
        List<AuditEntry.Change> told = List.of(
                new AuditEntry.Change("parameters", null, asked),
                new AuditEntry.Change("records", null, count),
                new AuditEntry.Change("complete", null, complete));
        work.write(scope -> {
            audit.append(new AuditEntry(clock.instant(), actor, "export", model.name(), "", told));
            return count;
        });
    }
}
