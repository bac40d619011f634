package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.BatchSize;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.RecordRows;
import dev.hexadmin.application.records.RecordRows.Put;
import dev.hexadmin.application.transfer.ImportingRecords;
import dev.hexadmin.application.transfer.RowReaders;
import dev.hexadmin.application.transfer.RowReaders.Header;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.application.transfer.RowReaders.RowReader;
import dev.hexadmin.application.transfer.TransferMaintenance;
import dev.hexadmin.application.transfer.UnreadableFileException;
import dev.hexadmin.application.transfer.port.Imports;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.domain.transfer.ImportMode;
import dev.hexadmin.domain.transfer.ImportReport;
import dev.hexadmin.domain.transfer.ImportReport.Findings;
import dev.hexadmin.domain.transfer.ImportReport.State;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Imports in two goes over the same file: a check that goes on after what is wrong, in short transactions that are rolled
 * back, and the import, which stops at what is wrong: in one transaction, or in short ones where a long one would keep
 * every other write waiting. On one server one goes on at a time, so that imports never take more than one connection
 * from others.
 */
public final class FileImports implements ImportingRecords, TransferMaintenance {
    private static final System.Logger LOG = System.getLogger(FileImports.class.getName());
    private static final Duration KEPT = Duration.ofHours(1);
    private static final Duration LOST = Duration.ofSeconds(60);
    private static final Duration BEAT = Duration.ofSeconds(1);
    private static final int OF_ONE_OWNER = 5;
    private static final int PIECE = 256 * 1024;
    private static final int SWEPT = 20;

    /** Rows that share a savepoint while nothing is wrong with them: a savepoint for each is dear on PostgreSQL. */
    private static final int TOGETHER = 100;

    /** Rows that are imported in one transaction even where it keeps all other writes waiting. */
    private static final int AT_ONCE = 500;

    private static final long MOST_ROWS = 2_000_000;
    private static final Duration LONGEST = Duration.ofMinutes(60);
    private static final int BUSY_OF_ONE_OWNER = 2;

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
        private final ImportMode mode;
        private final RowReaders readers;
        private final UUID claim;
        private final CountDownLatch ended = new CountDownLatch(1);
        private final AtomicLong done = new AtomicLong();
        private volatile @Nullable StoredFile file;
        private Instant ends = Instant.MAX;

        Task(Actor actor, Model model, ImportReport before, ImportMode mode, RowReaders readers, UUID claim) {
            this.actor = actor;
            this.model = model;
            this.before = before;
            this.mode = mode;
            this.readers = readers;
            this.claim = claim;
        }

        int percent() {
            StoredFile reading = file;
            return reading == null || before.bytes() == 0
                    ? 0
                    : (int) Math.min(100, reading.position() * 100 / before.bytes());
        }

        void run(boolean real) {
            try {
                executor.execute(this::beat);
                turn.acquireUninterruptibly();
                try {
                    ends = clock.instant().plus(LONGEST);
                    if (real) {
                        carryOut();
                    } else {
                        check();
                    }
                } finally {
                    turn.release();
                }
            } catch (UnreadableFileException e) {
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
                StoredFile kept = new StoredFile(imports, before.id());
                file = kept;
                return kept;
            });
        }

        /** More rows were dealt with. */
        private void count(int more) {
            if (closed) {
                done.addAndGet(more);
                throw new Ended();
            }
            if (done.addAndGet(more) > MOST_ROWS) {
                throw new UnreadableFileException("The file has more than " + MOST_ROWS + " rows. Split it.");
            }
            if (clock.instant().isAfter(ends)) {
                throw new UnreadableFileException(
                        "It took longer than " + LONGEST.toMinutes() + " minutes. Split the file.");
            }
        }

        private void check() {
            finish(State.CHECKED, rehearsed());
        }

        /** What the rows would do, found out in short transactions that are rolled back. */
        private Findings rehearsed() {
            Tally tally = new Tally(model, mode);
            SeenRows seen = new SeenRows(model);
            try (RowReader reader = open()) {
                inBatches(reader, batch -> {
                    List<Tried> tried = new ArrayList<>(batch.rows().size());
                    work.rehearse(scope -> {
                        batch.size().begin();
                        tryAll(batch.rows(), tried);
                        batch.size().end();
                        return true;
                    });
                    tried.forEach(one -> judge(one, seen, tally));
                    count(tried.size());
                });
                return tally.findings(reader.header());
            }
        }

        private void judge(Tried one, SeenRows seen, Tally tally) {
            try {
                switch (one) {
                    case Tried.Passed(Row row, Put put) ->
                        tally.add(seen.add(row, put, mode == ImportMode.CREATE_AND_UPDATE));
                    case Tried.Wrong(Row row, RequestRejectedException refused) -> {
                        if (!seen.refersToEarlier(row, refused)) {
                            throw refused;
                        }
                        tally.add(seen.add(row, Put.CREATED, mode == ImportMode.CREATE_AND_UPDATE));
                    }
                }
            } catch (RequestRejectedException refused) {
                tally.add(one.row(), refused);
            }
        }

        /** Gives the rows of a file to {@code each}, as many at a time as are dealt with in a short transaction. */
        private void inBatches(RowReader reader, Consumer<Batch> each) {
            BatchSize size = new BatchSize();
            List<Row> together = new ArrayList<>();
            Optional<Row> row = reader.next();
            while (row.isPresent()) {
                together.add(row.get());
                row = reader.next();
                if (together.size() >= size.size() || row.isEmpty()) {
                    each.accept(new Batch(List.copyOf(together), size));
                    together.clear();
                }
            }
        }

        private void tryAll(List<Row> batch, List<Tried> tried) {
            for (int from = 0; from < batch.size(); from += TOGETHER) {
                List<Row> together = batch.subList(from, Math.min(batch.size(), from + TOGETHER));
                try {
                    List<Tried> passed = work.attempt(scope -> together.stream()
                            .<Tried>map(row -> new Tried.Passed(row, rows.put(actor, model, mode, row.values())))
                            .toList());
                    tried.addAll(passed);
                } catch (RequestRejectedException refused) {
                    for (Row row : together) {
                        try {
                            Put put = work.attempt(scope -> rows.put(actor, model, mode, row.values()));
                            tried.add(new Tried.Passed(row, put));
                        } catch (RequestRejectedException own) {
                            tried.add(new Tried.Wrong(row, own));
                        }
                    }
                }
            }
        }

        private void carryOut() {
            if (work.exclusive() && before.total().orElse(Long.MAX_VALUE) > AT_ONCE) {
                carryOutInBatches();
            } else {
                carryOutAtOnce();
            }
        }

        /**
         * In short transactions that let others write in between. Before the first, the file is checked again: a row that
         * does not pass any more is found before anything is written.
         */
        private void carryOutInBatches() {
            Findings again = rehearsed();
            if (!again.good()) {
                throw new Stopped(new Findings(
                        0,
                        0,
                        0,
                        again.errors(),
                        again.shown(),
                        again.unknown(),
                        List.of(),
                        List.of(),
                        Optional.empty()));
            }
            Tally tally = new Tally(model, mode);
            try (RowReader reader = open()) {
                inBatches(reader, batch -> {
                    List<Put> puts = new ArrayList<>(batch.rows().size());
                    work.write(scope -> {
                        batch.size().begin();
                        for (Row row : batch.rows()) {
                            puts.add(putOrStop(row, reader.header()));
                        }
                        claimed(imports.progress(before.id(), claim, done.get() + puts.size(), clock.instant()));
                        batch.size().end();
                        return true;
                    });
                    puts.forEach(tally::add);
                    count(puts.size());
                });
                work.write(scope -> {
                    imported(tally.findings(reader.header()), State.DONE);
                    return true;
                });
            } catch (Lost e) {
                throw e;
            } catch (RuntimeException e) {
                keepPart(tally, e);
            }
        }

        /** What was imported before the import stopped stays, and the report says how much it is. */
        private void keepPart(Tally tally, RuntimeException stopped) {
            Findings part = tally.findings(Optional.empty());
            if (done.get() == 0) {
                throw stopped;
            }
            LOG.log(Level.WARNING, "The import " + before.id() + " stopped after " + done + " rows", stopped);
            List<ImportReport.RowError> errors =
                    stopped instanceof Stopped refused ? refused.findings.shown() : List.of();
            work.write(scope -> {
                imported(
                        new Findings(
                                part.created(),
                                part.updated(),
                                part.unchanged(),
                                errors.size(),
                                errors,
                                List.of(),
                                List.of(),
                                List.of(),
                                Optional.of((stopped instanceof UnreadableFileException unreadable
                                                ? unreadable.reason() + " "
                                                : "")
                                        + part(done.get()))),
                        State.FAILED);
                return true;
            });
        }

        private Put putOrStop(Row row, Optional<Header> header) {
            try {
                return rows.put(actor, model, mode, row.values());
            } catch (RequestRejectedException refused) {
                Tally wrong = new Tally(model, mode);
                wrong.add(row, refused);
                throw new Stopped(wrong.findings(header));
            }
        }

        private void carryOutAtOnce() {
            work.write(scope -> {
                Tally tally = new Tally(model, mode);
                Findings findings;
                try (RowReader reader = open()) {
                    Optional<Header> header = reader.header();
                    Optional<Row> row = reader.next();
                    while (row.isPresent()) {
                        tally.add(putOrStop(row.get(), header));
                        count(1);
                        row = reader.next();
                    }
                    findings = tally.findings(header);
                }
                imported(findings, State.DONE);
                return true;
            });
        }

        private void imported(Findings findings, State to) {
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
            claimed(imports.finish(before.id(), claim, to, done.get(), findings, clock.instant()));
        }

        private static void claimed(boolean still) {
            if (!still) {
                throw new Lost();
            }
        }
    }

    /** Rows that are dealt with in one transaction, and what learns from how long they take. */
    private record Batch(List<Row> rows, BatchSize size) {}

    /** What came of a row by itself. */
    private sealed interface Tried {
        Row row();

        record Passed(Row row, Put put) implements Tried {}

        record Wrong(Row row, RequestRejectedException refused) implements Tried {}
    }

    /** The message about an import of which a part is kept. */
    private static String part(long rows) {
        return "The first " + rows + " rows were imported and are kept; the others were not.";
    }

    @Override
    public Set<ImportMode> modes(Actor actor, Model model) {
        allow(actor, model, ImportMode.CREATE);
        try {
            allow(actor, model, ImportMode.CREATE_AND_UPDATE);
            return EnumSet.allOf(ImportMode.class);
        } catch (RequestRejectedException createOnly) {
            return EnumSet.of(ImportMode.CREATE);
        }
    }

    @Override
    public UUID upload(Actor actor, Model model, FileFormat format, String name, InputStream file) {
        UserId owner = allow(actor, model, ImportMode.CREATE);
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
    public void check(Actor actor, Model model, UUID id, ImportMode mode, RowReaders readers) {
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
        allow(actor, model, ImportMode.CREATE);
        ImportReport report = own(actor, model, id);
        if (report.state() != State.CHECKED || !report.findings().good()) {
            throw RequestRejectedException.conflict(
                    "import_not_ready", "Only a file that was checked without an error is imported.", List.of());
        }
        ImportMode mode = report.mode().orElseThrow();
        allow(actor, model, mode);
        start(actor, model, report, mode, readers, EnumSet.of(State.CHECKED), State.RUNNING);
    }

    private void start(
            Actor actor,
            Model model,
            ImportReport report,
            ImportMode mode,
            RowReaders readers,
            Set<State> from,
            State to) {
        Task task = new Task(actor, model, report, mode, readers, uuids.next());
        if (tasks.values().stream()
                        .filter(one -> owner(one.actor).equals(owner(actor)))
                        .count()
                >= BUSY_OF_ONE_OWNER) {
            throw RequestRejectedException.later(
                    RequestRejectedException.Category.TOO_MANY,
                    "rate_limited",
                    BUSY_OF_ONE_OWNER + " of your files are being worked on. Wait for one of them.",
                    Duration.ofSeconds(5));
        }
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

    private boolean move(UUID id, Set<State> from, State to, Optional<ImportMode> mode, UUID claim) {
        Instant now = clock.instant();
        return work.write(scope -> imports.move(id, from, now.minus(LOST), to, mode, claim, now));
    }

    private static RequestRejectedException busy() {
        return RequestRejectedException.conflict(
                "import_busy", "Something else is going on with this file.", List.of());
    }

    @Override
    public ImportReport look(Actor actor, Model model, UUID id) {
        allow(actor, model, ImportMode.CREATE);
        return own(actor, model, id);
    }

    @Override
    public void discard(Actor actor, Model model, UUID id) {
        allow(actor, model, ImportMode.CREATE);
        ImportReport report = own(actor, model, id);
        Set<State> idle = EnumSet.complementOf(EnumSet.of(State.CHECKING, State.RUNNING));
        if (report.state().busy() || !work.write(scope -> imports.remove(id, idle))) {
            throw busy();
        }
    }

    private UserId allow(Actor actor, Model model, ImportMode mode) {
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

    private static RequestRejectedException unknown() {
        return RequestRejectedException.unauthenticated("unauthenticated", "An import belongs to a user.");
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
                        Findings.failed(
                                report.state() == State.RUNNING && work.exclusive() && report.rows() > 0
                                        ? "The server was stopped. " + part(report.rows())
                                        : "The server that did it was lost. Nothing was kept."),
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

    private static RequestRejectedException missing() {
        return RequestRejectedException.notFound("There is no such import, or its time is over.");
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
