package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.Caller;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.RecordRows;
import dev.hexadmin.application.transfer.ImportingRecords;
import dev.hexadmin.application.transfer.RowReaders;
import dev.hexadmin.application.transfer.TransferMaintenance;
import dev.hexadmin.application.transfer.port.Imports;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.domain.transfer.ImportMode;
import dev.hexadmin.domain.transfer.ImportReport;
import dev.hexadmin.domain.transfer.ImportReport.Findings;
import dev.hexadmin.domain.transfer.ImportReport.State;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Imports: upload, {@link ImportCheck}, {@link ImportRun}. Each server works on one file at a time, so that imports never take
 * more than one connection from requests.
 */
public final class FileImports implements ImportingRecords, TransferMaintenance {
    private static final Duration RETENTION = Duration.ofHours(1);

    /** An import without a heartbeat for this long belongs to a dead server. */
    private static final Duration HEARTBEAT_TIMEOUT = Duration.ofSeconds(60);

    private static final int MAX_FILES_OF_ONE_OWNER = 5;
    private static final int MAX_BUSY_OF_ONE_OWNER = 2;
    private static final int CHUNK_BYTES = 256 * 1024;
    private static final int DELETE_BATCH_SIZE = 20;

    private final ImportPorts ports;
    private final Imports imports;
    private final UnitOfWork work;
    private final InstantSource clock;
    private final Executor executor;
    private final Uuids uuids;
    private final Semaphore turn = new Semaphore(1, true);
    private final Map<UUID, ImportTask> tasks = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public FileImports(
            RecordRows rows,
            LiveRights rights,
            Imports imports,
            UnitOfWork work,
            AuditTrail audit,
            Executor executor,
            InstantSource clock,
            Uuids uuids) {
        this.ports = new ImportPorts(rows, rights, imports, work, audit, clock);
        this.imports = imports;
        this.work = work;
        this.clock = clock;
        this.executor = executor;
        this.uuids = uuids;
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
            imports.add(id, owner, model.name(), format, name, clock.instant(), MAX_FILES_OF_ONE_OWNER);
            return id;
        });
        boolean complete = false;
        try {
            byte[] piece = file.readNBytes(CHUNK_BYTES);
            for (int number = 0; piece.length > 0; number++) {
                append(id, number, piece);
                piece = file.readNBytes(CHUNK_BYTES);
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

    private void append(UUID id, int number, byte[] piece) {
        if (!work.write(scope -> imports.append(id, number, piece, clock.instant()))) {
            throw missing();
        }
    }

    @Override
    public void check(Actor actor, Model model, UUID id, ImportMode mode, RowReaders readers) {
        allow(actor, model, mode);
        ImportReport report = own(actor, model, id);
        start(
                new ImportJob(actor, model, report, mode, readers, uuids.next()),
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
        start(
                new ImportJob(actor, model, report, mode, readers, uuids.next()),
                EnumSet.of(State.CHECKED),
                State.RUNNING);
    }

    private void start(ImportJob job, Set<State> from, State to) {
        if (tasks.values().stream()
                        .filter(task -> owner(task.job().actor()).equals(owner(job.actor())))
                        .count()
                >= MAX_BUSY_OF_ONE_OWNER) {
            throw RequestRejectedException.later(
                    RequestRejectedException.Category.TOO_MANY,
                    "rate_limited",
                    Message.of(
                                    "{limit, plural, one {# of your files is being worked on. Wait for it.} other {# of your files are being worked on. Wait for one of them.}}")
                            .with("limit", MAX_BUSY_OF_ONE_OWNER),
                    Duration.ofSeconds(5));
        }
        if (closed || job.report().state().busy() || !move(job.id(), from, to, Optional.of(job.mode()), job.claim())) {
            throw busy();
        }
        ImportTask task = new ImportTask(job, ports, () -> closed);
        tasks.put(job.id(), task); // the previous task may still be ending
        boolean started = false;
        try {
            executor.execute(Caller.carried(() -> {
                try {
                    task.run(to == State.RUNNING, turn, executor);
                } finally {
                    end(task);
                }
            }));
            started = true;
        } finally {
            if (!started) {
                end(task);
            }
        }
    }

    private void end(ImportTask task) {
        tasks.remove(task.job().id(), task);
        task.end();
    }

    private boolean move(UUID id, Set<State> from, State to, Optional<ImportMode> mode, UUID claim) {
        Instant now = clock.instant();
        return work.write(scope -> imports.move(id, from, now.minus(HEARTBEAT_TIMEOUT), to, mode, claim, now));
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
        ports.rows().require(actor, model, mode);
        return owner(actor);
    }

    private static UserId owner(Actor actor) {
        return switch (actor) {
            case Actor.SignedIn user -> user.id();
            case Actor.Anonymous anonymous -> throw unknown();
            case Actor.Operator operator -> throw unknown();
        };
    }

    private static RequestRejectedException unknown() {
        return RequestRejectedException.unauthenticated("unauthenticated", "An import belongs to a user.");
    }

    /** The actor's own import in its current state. */
    private ImportReport own(Actor actor, Model model, UUID id) {
        @Nullable ImportTask task = tasks.get(id);
        Imports.Kept kept = imports.find(id)
                .filter(one ->
                        one.owner().equals(owner(actor)) && one.report().model().equals(model.name()))
                .orElseThrow(FileImports::missing);
        ImportReport report = kept.report();
        Instant expires = kept.touched().plus(RETENTION);
        if (task != null && report.state().busy()) {
            return now(
                    report,
                    report.state(),
                    task.progress().rows(),
                    task.progress().percent(),
                    report.findings(),
                    expires);
        }
        boolean lost =
                report.state().busy() && kept.touched().isBefore(clock.instant().minus(HEARTBEAT_TIMEOUT));
        return lost
                ? now(
                        report,
                        State.FAILED,
                        report.progress().rows(),
                        0,
                        Findings.failed(
                                report.state() == State.RUNNING
                                                && work.exclusive()
                                                && report.progress().rows() > 0
                                        ? Message.of("{reason} {kept}")
                                                .with("reason", Message.of("The server was stopped."))
                                                .with(
                                                        "kept",
                                                        ImportRun.partMessage(report.progress()
                                                                .rows()))
                                        : Message.of("The server that did it was lost. Nothing was kept.")),
                        expires)
                : now(
                        report,
                        report.state(),
                        report.progress().rows(),
                        report.progress().percent(),
                        report.findings(),
                        expires);
    }

    private static ImportReport now(
            ImportReport report, State state, long rows, int percent, Findings findings, Instant expires) {
        OptionalLong total = report.progress().total();
        return new ImportReport(
                report.id(),
                report.model(),
                report.file(),
                state,
                report.mode(),
                new ImportReport.Progress(rows, total, percent),
                findings,
                expires);
    }

    private static RequestRejectedException missing() {
        return RequestRejectedException.notFound("There is no such import, or its time is over.");
    }

    @Override
    public int sweep() {
        return work.write(scope -> imports.sweep(clock.instant().minus(RETENTION), DELETE_BATCH_SIZE));
    }

    @Override
    public void close() {
        closed = true;
        for (ImportTask task : tasks.values()) {
            try {
                task.awaitEnd();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
