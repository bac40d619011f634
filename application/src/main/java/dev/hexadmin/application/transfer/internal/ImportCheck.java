package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.RecordRows.Put;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.application.transfer.RowReaders.RowReader;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.transfer.ImportReport.Findings;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The check of a file: its rows are written in short transactions that are rolled back, and the check continues after rows
 * that are refused. Used by one thread.
 */
final class ImportCheck {
    private static final System.Logger LOG = System.getLogger(ImportCheck.class.getName());

    /**
     * The number of rows that share a savepoint until one is rejected: one savepoint per row is expensive on
     * PostgreSQL.
     */
    private static final int ROWS_PER_SAVEPOINT = 100;

    private final ImportJob job;
    private final ImportPorts ports;
    private final ImportProgress progress;
    private Actor actor;
    private boolean numbersGiven;

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
        Optional<Runnable> back = job.givesNumbers() ? ports.rows().keepNumbers(job.model()) : Optional.empty();
        try {
            return check();
        } finally {
            if (numbersGiven) {
                back.ifPresent(this::setBack);
            }
        }
    }

    private void setBack(Runnable numbers) {
        try {
            numbers.run();
        } catch (RuntimeException e) {
            LOG.log(
                    Level.WARNING,
                    "The next number of a record of '" + job.model().name() + "' could not be set back after a check",
                    e);
        }
    }

    private Findings check() {
        Tally tally = new Tally(job.model(), job.mode());
        SeenRows seen = new SeenRows(job.model(), job.mode());
        try (RowReader reader = progress.open()) {
            RowBatch.forEach(reader, batch -> {
                List<RowResult> results = new ArrayList<>(batch.rows().size());
                for (List<Row> rows : apart(batch.rows())) {
                    ports.work().rehearse(scope -> {
                        batch.size().begin();
                        actor = ports.current(job.actor());
                        write(rows, results);
                        batch.size().end();
                        return true;
                    });
                }
                results.forEach(result -> add(result, seen, tally));
                progress.add(results.size());
            });
            return tally.findings(reader.header());
        }
    }

    /**
     * The rows in parts, in none of which a row without a key comes after one with a key: without being told, which a
     * rollback would not undo, the database may number the one like the other.
     */
    private List<List<Row>> apart(List<Row> rows) {
        List<List<Row>> parts = new ArrayList<>();
        int begin = 0;
        for (int i = 1; i < rows.size(); i++) {
            if (job.givesNumber(rows.get(i - 1)) && !job.givesNumber(rows.get(i))) {
                parts.add(rows.subList(begin, i));
                begin = i;
            }
        }
        parts.add(rows.subList(begin, rows.size()));
        return parts;
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
        tally.read(result.row());
        boolean known = result instanceof RowResult.Accepted(Row row, Put put) && put != Put.CREATED;
        numbersGiven |= !known && job.givesNumber(result.row());
        try {
            switch (result) {
                case RowResult.Accepted(Row row, Put put) -> tally.add(seen.add(row, put));
                case RowResult.Refused(Row row, RequestRejectedException reason) -> {
                    if (!seen.refersToEarlier(row, reason)) {
                        throw reason;
                    }
                    tally.add(seen.add(row, Put.CREATED));
                }
            }
        } catch (RequestRejectedException refused) {
            tally.add(result.row(), refused);
        }
    }
}
