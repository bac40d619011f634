package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.RecordRows;
import dev.hexadmin.application.records.RecordRows.Mode;
import dev.hexadmin.application.records.RecordRows.Put;
import dev.hexadmin.application.transfer.FileFormat;
import dev.hexadmin.application.transfer.ImportReport;
import dev.hexadmin.application.transfer.ImportReport.Findings;
import dev.hexadmin.application.transfer.ImportReport.State;
import dev.hexadmin.application.transfer.ImportingRecords;
import dev.hexadmin.application.transfer.RowReaders;
import dev.hexadmin.application.transfer.RowReaders.Header;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.application.transfer.RowReaders.RowReader;
import dev.hexadmin.application.transfer.TransferUpkeep;
import dev.hexadmin.application.transfer.UnreadableFile;
import dev.hexadmin.application.transfer.port.Imports;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Imports in two goes over the same file: a rehearsal that goes on after what is wrong, and the real thing, which does
 * not. On one server one goes on at a time, so that imports never take more than one connection from others.
 */
public final class FileImports implements ImportingRecords, TransferUpkeep {
    private static final System.Logger LOG = System.getLogger(FileImports.class.getName());
    private static final Duration KEPT = Duration.ofHours(1);
    private static final Duration LOST = Duration.ofSeconds(60);
    private static final Duration BEAT = Duration.ofSeconds(1);
    private static final int OF_ONE_OWNER = 5;
    private static final int PIECE = 256 * 1024;
    private static final int SWEPT = 20;

    /** Rows that share a savepoint while nothing is wrong with them: a savepoint for each is dear on PostgreSQL. */
    private static final int TOGETHER = 100;

    private final RecordRows rows;
    private final Imports imports;
    private final UnitOfWork work;
    private final AuditTrail audit;
    private final Executor executor;
    private final InstantSource clock;
    private final Uuids uuids;
    private final Semaphore turn = new Semaphore(1, true);
    private final Map<UUID, Task> tasks = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public FileImports(
            RecordRows rows,
            Imports imports,
            UnitOfWork work,
            AuditTrail audit,
            Executor executor,
            InstantSource clock,
            Uuids uuids) {
        this.rows = rows;
        this.imports = imports;
        this.work = work;
        this.audit = audit;
        this.executor = executor;
        this.clock = clock;
        this.uuids = uuids;
    }

    /** The server goes while an import is under way. */
    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Ended() {
            super("the server is stopping", null, false, false);
        }
    }

    /** Somebody else has taken the import over, who saw no sign of life here. */
    private static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Lost() {
            super("the import was taken over", null, false, false);
        }
    }

    /** A row does not pass any more, though it did when the file was looked through. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Findings findings;

        Stopped(Findings findings) {
            super("a row was refused", null, false, false);
            this.findings = findings;
        }
    }

    /** What goes on with a file in this process. */
    private final class Task {
        private final Actor actor;
        private final Model model;
        private final ImportReport before;
        private final Mode mode;
        private final RowReaders readers;
        private final UUID claim;
        private final CountDownLatch ended = new CountDownLatch(1);
        private final AtomicLong done = new AtomicLong();
        private volatile @Nullable KeptFile file;

        Task(Actor actor, Model model, ImportReport before, Mode mode, RowReaders readers, UUID claim) {
            this.actor = actor;
            this.model = model;
            this.before = before;
            this.mode = mode;
            this.readers = readers;
            this.claim = claim;
        }

        int percent() {
            KeptFile reading = file;
            return reading == null || before.bytes() == 0
                    ? 0
                    : (int) Math.min(100, reading.position() * 100 / before.bytes());
        }

        void run(boolean real) {
            try {
                executor.execute(this::beat);
                turn.acquireUninterruptibly();
                try {
                    if (real) {
                        carryOut();
                    } else {
                        check();
                    }
                } finally {
                    turn.release();
                }
            } catch (UnreadableFile e) {
                finish(State.FAILED, Findings.failed(e.reason()));
            } catch (Stopped e) {
                finish(State.FAILED, e.findings);
            } catch (Lost e) {
                LOG.log(Level.WARNING, "The import {0} was taken over by another server", before.id());
            } catch (Ended e) {
                finish(State.FAILED, Findings.failed("The server was stopped. Nothing was kept."));
            } catch (RuntimeException | StackOverflowError e) {
                LOG.log(Level.ERROR, "The import " + before.id() + " broke off", e);
                finish(State.FAILED, Findings.failed("Something went wrong on the server. Nothing was kept."));
            } finally {
                tasks.remove(before.id(), this);
                ended.countDown();
            }
        }

        private void beat() {
            try {
                while (!ended.await(BEAT.toMillis(), TimeUnit.MILLISECONDS)) {
                    imports.alive(before.id(), claim, done.get(), percent(), clock.instant());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "How far an import is could not be written down", e);
            }
        }

        private void finish(State to, Findings findings) {
            try {
                work.write(scope -> imports.finish(before.id(), claim, to, done.get(), findings, clock.instant()));
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "How an import ended could not be written down", e);
            }
        }

        private RowReader open() {
            done.set(0);
            return readers.open(before.format(), model, () -> {
                KeptFile kept = new KeptFile(imports, before.id());
                file = kept;
                return kept;
            });
        }

        /** Another row was dealt with. */
        private void count() {
            done.incrementAndGet();
            if (closed) {
                throw new Ended();
            }
        }

        private void check() {
            Findings findings = work.rehearse(scope -> {
                Tally tally = new Tally(model, mode);
                try (RowReader reader = open()) {
                    List<Row> together = new ArrayList<>(TOGETHER);
                    Optional<Row> row = reader.next();
                    while (row.isPresent()) {
                        together.add(row.get());
                        row = reader.next();
                        if (together.size() == TOGETHER || row.isEmpty()) {
                            tryAll(together, tally);
                            together.clear();
                        }
                    }
                    return tally.findings(reader.header());
                }
            });
            finish(State.CHECKED, findings);
        }

        private void tryAll(List<Row> together, Tally tally) {
            try {
                List<Put> puts = work.attempt(scope -> together.stream()
                        .map(row -> rows.put(actor, model, mode, row.values()))
                        .toList());
                puts.forEach(tally::add);
            } catch (Refused refused) {
                for (Row row : together) {
                    try {
                        tally.add(work.attempt(scope -> rows.put(actor, model, mode, row.values())));
                    } catch (Refused own) {
                        tally.add(row, own);
                    }
                }
            }
            together.forEach(row -> count());
        }

        private void carryOut() {
            work.write(scope -> {
                Tally tally = new Tally(model, mode);
                Findings findings;
                try (RowReader reader = open()) {
                    Optional<Header> header = reader.header();
                    Optional<Row> row = reader.next();
                    while (row.isPresent()) {
                        try {
                            tally.add(rows.put(actor, model, mode, row.get().values()));
                        } catch (Refused refused) {
                            Tally wrong = new Tally(model, mode);
                            wrong.add(row.get(), refused);
                            throw new Stopped(wrong.findings(header));
                        }
                        count();
                        row = reader.next();
                    }
                    findings = tally.findings(header);
                }
                audit.append(new AuditEntry(
                        clock.instant(),
                        actor,
                        "import",
                        model.name(),
                        "",
                        List.of(
                                new AuditEntry.Change("file", null, before.fileName()),
                                new AuditEntry.Change("created", null, findings.created()),
                                new AuditEntry.Change("updated", null, findings.updated()))));
                if (!imports.finish(before.id(), claim, State.DONE, done.get(), findings, clock.instant())) {
                    throw new Lost();
                }
                return true;
            });
        }
    }

    @Override
    public Set<Mode> modes(Actor actor, Model model) {
        allow(actor, model, Mode.CREATE);
        try {
            allow(actor, model, Mode.CREATE_AND_UPDATE);
            return EnumSet.allOf(Mode.class);
        } catch (Refused createOnly) {
            return EnumSet.of(Mode.CREATE);
        }
    }

    @Override
    public UUID upload(Actor actor, Model model, FileFormat format, String name, InputStream file) {
        UserId owner = allow(actor, model, Mode.CREATE);
        UUID id = uuids.next();
        work.write(scope -> {
            imports.add(id, owner, model.name(), format, name, clock.instant(), OF_ONE_OWNER);
            return id;
        });
        boolean complete = false;
        try {
            byte[] piece = file.readNBytes(PIECE);
            for (int number = 0; piece.length > 0; number++) {
                keep(id, number, piece);
                piece = file.readNBytes(PIECE);
            }
            complete = move(id, Set.of(State.UPLOADING), State.UPLOADED, Optional.empty(), uuids.next());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!complete) {
                work.write(scope -> imports.remove(id, Set.of(State.UPLOADING)));
            }
        }
        return id;
    }

    private void keep(UUID id, int number, byte[] piece) {
        if (!work.write(scope -> imports.append(id, number, piece, clock.instant()))) {
            throw missing();
        }
    }

    @Override
    public void check(Actor actor, Model model, UUID id, Mode mode, RowReaders readers) {
        allow(actor, model, mode);
        ImportReport report = own(actor, model, id);
        start(
                actor,
                model,
                report,
                mode,
                readers,
                EnumSet.of(State.UPLOADED, State.CHECKED, State.FAILED),
                State.CHECKING);
    }

    @Override
    public void carryOut(Actor actor, Model model, UUID id, RowReaders readers) {
        allow(actor, model, Mode.CREATE);
        ImportReport report = own(actor, model, id);
        if (report.state() != State.CHECKED || !report.findings().good()) {
            throw Refused.conflict(
                    "import_not_ready", "Only a file that was looked through without an error is imported.", List.of());
        }
        Mode mode = report.mode().orElseThrow();
        allow(actor, model, mode);
        start(actor, model, report, mode, readers, EnumSet.of(State.CHECKED), State.RUNNING);
    }

    private void start(
            Actor actor, Model model, ImportReport report, Mode mode, RowReaders readers, Set<State> from, State to) {
        Task task = new Task(actor, model, report, mode, readers, uuids.next());
        if (closed || report.state().busy() || !move(report.id(), from, to, Optional.of(mode), task.claim)) {
            throw busy();
        }
        tasks.put(report.id(), task); // one before it may still be here, about to end
        boolean started = false;
        try {
            executor.execute(() -> task.run(to == State.RUNNING));
            started = true;
        } finally {
            if (!started) {
                tasks.remove(report.id(), task);
                task.ended.countDown();
            }
        }
    }

    private boolean move(UUID id, Set<State> from, State to, Optional<Mode> mode, UUID claim) {
        Instant now = clock.instant();
        return work.write(scope -> imports.move(id, from, now.minus(LOST), to, mode, claim, now));
    }

    private static Refused busy() {
        return Refused.conflict("import_busy", "Something else is going on with this file.", List.of());
    }

    @Override
    public ImportReport look(Actor actor, Model model, UUID id) {
        allow(actor, model, Mode.CREATE);
        return own(actor, model, id);
    }

    @Override
    public void discard(Actor actor, Model model, UUID id) {
        allow(actor, model, Mode.CREATE);
        ImportReport report = own(actor, model, id);
        Set<State> idle = EnumSet.complementOf(EnumSet.of(State.CHECKING, State.RUNNING));
        if (report.state().busy() || !work.write(scope -> imports.remove(id, idle))) {
            throw busy();
        }
    }

    private UserId allow(Actor actor, Model model, Mode mode) {
        rows.require(actor, model, mode);
        return owner(actor);
    }

    private static UserId owner(Actor actor) {
        return switch (actor) {
            case Actor.SignedIn user -> user.id();
            case Actor.Anonymous nobody -> throw unknown();
            case Actor.Operator operator -> throw unknown();
        };
    }

    private static Refused unknown() {
        return Refused.unauthenticated("unauthenticated", "An import belongs to a user.");
    }

    /** The actor's own import, as it stands now. */
    private ImportReport own(Actor actor, Model model, UUID id) {
        @Nullable Task task = tasks.get(id);
        Imports.Kept kept = imports.find(id)
                .filter(one ->
                        one.owner().equals(owner(actor)) && one.report().model().equals(model.name()))
                .orElseThrow(FileImports::missing);
        ImportReport report = kept.report();
        Instant expires = kept.touched().plus(KEPT);
        if (task != null && report.state().busy()) {
            return now(report, report.state(), task.done.get(), task.percent(), report.findings(), expires);
        }
        boolean lost =
                report.state().busy() && kept.touched().isBefore(clock.instant().minus(LOST));
        return lost
                ? now(
                        report,
                        State.FAILED,
                        report.rows(),
                        0,
                        Findings.failed("The server that did it was lost. Nothing was kept."),
                        expires)
                : now(report, report.state(), report.rows(), report.percent(), report.findings(), expires);
    }

    private static ImportReport now(
            ImportReport report, State state, long rows, int percent, Findings findings, Instant expires) {
        OptionalLong total = report.total();
        return new ImportReport(
                report.id(),
                report.model(),
                report.fileName(),
                report.format(),
                report.bytes(),
                state,
                report.mode(),
                rows,
                total,
                percent,
                findings,
                expires);
    }

    private static Refused missing() {
        return Refused.notFound("There is no such import, or its time is over.");
    }

    @Override
    public int sweep() {
        return work.write(scope -> imports.sweep(clock.instant().minus(KEPT), SWEPT));
    }

    @Override
    public void close() {
        closed = true;
        for (Task task : tasks.values()) {
            try {
                task.ended.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
