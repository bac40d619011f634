package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.RecordRows.Put;
import dev.hexadmin.application.transfer.RowReaders.Header;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.application.transfer.RowReaders.RowReader;
import dev.hexadmin.application.transfer.UnreadableFileException;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.transfer.ImportReport;
import dev.hexadmin.domain.transfer.ImportReport.Findings;
import dev.hexadmin.domain.transfer.ImportReport.State;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The import of a file that was checked. It stops at the first row that is refused. It is one transaction, or short ones
 * where a long one would keep every other write waiting. Used by one thread.
 */
final class ImportRun {
    private static final System.Logger LOG = System.getLogger(ImportRun.class.getName());

    /** Rows that are imported in one transaction even where it keeps all other writes waiting. */
    private static final int ROWS_AT_ONCE = 500;

    private final ImportJob job;
    private final ImportPorts ports;
    private final ImportProgress progress;
    private Actor actor;
    /** Whether records have got keys since the database was told to number after the largest. */
    private boolean numbersGiven;

    ImportRun(ImportJob job, ImportPorts ports, ImportProgress progress) {
        this.job = job;
        this.actor = job.actor();
        this.ports = ports;
        this.progress = progress;
    }

    /** A row is refused that was accepted when the file was checked. */
    static final class RowRefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Findings findings;

        private RowRefusedException(Findings findings) {
            super("a row was refused", null, false, false);
            this.findings = findings;
        }

        Findings findings() {
            return findings;
        }
    }

    /** Another server has taken the import over, because this one did not report progress in time. */
    static final class ImportTakenOverException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private ImportTakenOverException() {
            super("the import was taken over", null, false, false);
        }
    }

    void run() {
        if (ports.work().exclusive() && job.report().progress().total().orElse(Long.MAX_VALUE) > ROWS_AT_ONCE) {
            runInBatches();
        } else {
            runAtOnce();
        }
    }

    private void runAtOnce() {
        ports.work().write(scope -> {
            actor = ports.current(job.actor());
            Tally tally = new Tally(job.model(), job.mode());
            Findings findings;
            try (RowReader reader = progress.open()) {
                Optional<Header> header = reader.header();
                Optional<Row> row = reader.next();
                while (row.isPresent()) {
                    tally.read(row.get());
                    tally.add(put(row.get(), header));
                    progress.add(1);
                    row = reader.next();
                }
                findings = tally.findings(header);
            }
            finish(findings, State.DONE);
            return true;
        });
    }

    /**
     * Short transactions, between which others can write. Before the first one, the file is checked again: a row that would
     * be refused now is found before anything is written.
     */
    private void runInBatches() {
        Findings again = new ImportCheck(job, ports, progress).run();
        if (!again.good()) {
            throw new RowRefusedException(again.withoutCounts());
        }
        Tally tally = new Tally(job.model(), job.mode());
        try (RowReader reader = progress.open()) {
            RowBatch.forEach(reader, batch -> {
                List<Put> puts = write(batch, reader.header());
                batch.rows().forEach(tally::read);
                puts.forEach(tally::add);
                progress.add(puts.size());
            });
            ports.work().write(scope -> {
                finish(tally.findings(reader.header()), State.DONE);
                return true;
            });
        } catch (ImportTakenOverException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            if (progress.rows() == 0) {
                throw e;
            }
            finishPart(tally, e);
        }
    }

    private List<Put> write(RowBatch batch, Optional<Header> header) {
        List<Put> puts = new ArrayList<>(batch.rows().size());
        ports.work().write(scope -> {
            batch.size().begin();
            actor = ports.current(job.actor());
            for (Row row : batch.rows()) {
                puts.add(put(row, header));
            }
            requireClaim(ports.imports()
                    .progress(
                            job.id(),
                            job.claim(),
                            progress.rows() + puts.size(),
                            ports.clock().instant()));
            batch.size().end();
            return true;
        });
        return puts;
    }

    /** What was imported before the import stopped stays, and the report says how much it is. */
    private void finishPart(Tally tally, Throwable stopped) {
        LOG.log(Level.WARNING, "The import " + job.id() + " stopped after " + progress.rows() + " rows", stopped);
        List<ImportReport.RowError> errors =
                stopped instanceof RowRefusedException refused ? refused.findings.shown() : List.of();
        Message kept = partMessage(progress.rows());
        Message why = stopped instanceof UnreadableFileException unreadable
                ? Message.of("{reason} {kept}")
                        .with("reason", unreadable.reason())
                        .with("kept", kept)
                : kept;
        Findings part = tally.findings(Optional.empty()).stopped(errors, why);
        ports.work().write(scope -> {
            finish(part, State.FAILED);
            return true;
        });
    }

    /** The message about an import of which a part stays imported. */
    static Message partMessage(long rows) {
        return Message.of(
                        "{rows, plural, one {The first row was imported and is kept; the others were not.} other {The first # rows were imported and are kept; the others were not.}}")
                .with("rows", rows);
    }

    private Put put(Row row, Optional<Header> header) {
        try {
            boolean given = job.givesNumber(row);
            if (!given) {
                continueKeys();
            }
            Put put = ports.put(actor, job, row);
            numbersGiven |= given && put == Put.CREATED;
            return put;
        } catch (RequestRejectedException refused) {
            Tally tally = new Tally(job.model(), job.mode());
            tally.add(row, refused);
            throw new RowRefusedException(tally.findings(header));
        }
    }

    private void continueKeys() {
        if (numbersGiven) {
            ports.rows().continueKeys(job.model());
            numbersGiven = false;
        }
    }

    private void finish(Findings findings, State to) {
        continueKeys();
        ports.audit()
                .append(new AuditEntry(
                        ports.clock().instant(),
                        job.actor(),
                        "import",
                        job.model().name(),
                        "",
                        List.of(
                                new AuditEntry.Change(
                                        "file", null, job.report().file().name()),
                                new AuditEntry.Change(
                                        "created", null, findings.counts().created()),
                                new AuditEntry.Change(
                                        "updated", null, findings.counts().updated()))));
        requireClaim(ports.imports()
                .finish(
                        job.id(),
                        job.claim(),
                        to,
                        progress.rows(),
                        findings,
                        ports.clock().instant()));
    }

    private static void requireClaim(boolean held) {
        if (!held) {
            throw new ImportTakenOverException();
        }
    }
}
