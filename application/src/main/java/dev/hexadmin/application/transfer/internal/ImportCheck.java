package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.RecordRows.Put;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.application.transfer.RowReaders.RowReader;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.transfer.ImportMode;
import dev.hexadmin.domain.transfer.ImportReport.Findings;
import java.util.ArrayList;
import java.util.List;

/**
 * The check of a file: its rows are written in short transactions that are rolled back, and the check continues after rows
 * that are refused. Used by one thread.
 */
final class ImportCheck {
    /**
     * The number of rows that share a savepoint until one is rejected: one savepoint per row is expensive on
     * PostgreSQL.
     */
    private static final int ROWS_PER_SAVEPOINT = 100;

    private final ImportJob job;
    private final ImportPorts ports;
    private final ImportProgress progress;
    private Actor actor;

    ImportCheck(ImportJob job, ImportPorts ports, ImportProgress progress) {
        this.job = job;
        this.actor = job.actor();
        this.ports = ports;
        this.progress = progress;
    }

    /** The result of one row. */
    private sealed interface RowResult {
        Row row();

        record Accepted(Row row, Put put) implements RowResult {}

        record Refused(Row row, RequestRejectedException reason) implements RowResult {}
    }

    /** The result that an import would have. */
    Findings run() {
        Tally tally = new Tally(job.model(), job.mode());
        SeenRows seen = new SeenRows(job.model());
        try (RowReader reader = progress.open()) {
            RowBatch.forEach(reader, batch -> {
                List<RowResult> results = new ArrayList<>(batch.rows().size());
                ports.work().rehearse(scope -> {
                    batch.size().begin();
                    actor = ports.current(job.actor());
                    write(batch.rows(), results);
                    batch.size().end();
                    return true;
                });
                results.forEach(result -> add(result, seen, tally));
                progress.add(results.size());
            });
            return tally.findings(reader.header());
        }
    }

    private void write(List<Row> batch, List<RowResult> results) {
        for (int from = 0; from < batch.size(); from += ROWS_PER_SAVEPOINT) {
            List<Row> together = batch.subList(from, Math.min(batch.size(), from + ROWS_PER_SAVEPOINT));
            try {
                List<RowResult> accepted = ports.work()
                        .attempt(scope -> together.stream()
                                .<RowResult>map(row -> new RowResult.Accepted(row, ports.put(actor, job, row)))
                                .toList());
                results.addAll(accepted);
            } catch (RequestRejectedException refused) {
                for (Row row : together) {
                    results.add(writeAlone(row));
                }
            }
        }
    }

    private RowResult writeAlone(Row row) {
        try {
            return new RowResult.Accepted(row, ports.work().attempt(scope -> ports.put(actor, job, row)));
        } catch (RequestRejectedException refused) {
            return new RowResult.Refused(row, refused);
        }
    }

    private void add(RowResult result, SeenRows seen, Tally tally) {
        boolean updates = job.mode() == ImportMode.CREATE_AND_UPDATE;
        try {
            switch (result) {
                case RowResult.Accepted(Row row, Put put) -> tally.add(seen.add(row, put, updates));
                case RowResult.Refused(Row row, RequestRejectedException reason) -> {
                    if (!seen.refersToEarlier(row, reason)) {
                        throw reason;
                    }
                    tally.add(seen.add(row, Put.CREATED, updates));
                }
            }
        } catch (RequestRejectedException refused) {
            tally.add(result.row(), refused);
        }
    }
}
