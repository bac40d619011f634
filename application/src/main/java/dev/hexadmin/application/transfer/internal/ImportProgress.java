package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.transfer.RowReaders.RowReader;
import dev.hexadmin.application.transfer.UnreadableFileException;
import dev.hexadmin.application.transfer.port.Imports;
import dev.hexadmin.domain.text.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How far the work on a file is, and the limits that end it. One thread works and calls {@link #begin}, {@link #open} and
 * {@link #add}; any thread reads {@link #rows} and {@link #percent}.
 */
final class ImportProgress {
    private static final long MAX_ROWS = 2_000_000;
    private static final Duration MAX_DURATION = Duration.ofMinutes(60);

    private final ImportJob job;
    private final Imports imports;
    private final InstantSource clock;
    private final BooleanSupplier stopping;
    private final AtomicLong rows = new AtomicLong();
    private volatile @Nullable StoredFile file;
    private Instant deadline = Instant.MAX;

    ImportProgress(ImportJob job, Imports imports, InstantSource clock, BooleanSupplier stopping) {
        this.job = job;
        this.imports = imports;
        this.clock = clock;
        this.stopping = stopping;
    }

    /** The server stops while an import is running. */
    static final class ServerStoppingException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private ServerStoppingException() {
            super("the server is stopping", null, false, false);
        }
    }

    /** The time limit starts. */
    void begin() {
        deadline = clock.instant().plus(MAX_DURATION);
    }

    /** A reader of the file from its start; rows are counted from 0 again. */
    RowReader open() {
        rows.set(0);
        return job.readers().open(job.report().file().format(), job.model(), () -> {
            StoredFile stored = new StoredFile(imports, job.id());
            file = stored;
            return stored;
        });
    }

    /**
     * Adds rows that are done.
     *
     * @throws ServerStoppingException when the server stops
     * @throws UnreadableFileException when there are too many rows, or the work takes too long
     */
    void add(int more) {
        if (stopping.getAsBoolean()) {
            rows.addAndGet(more);
            throw new ServerStoppingException();
        }
        if (rows.addAndGet(more) > MAX_ROWS) {
            throw new UnreadableFileException(
                    Message.of("The file has more than {limit} rows. Split it.").with("limit", MAX_ROWS));
        }
        if (clock.instant().isAfter(deadline)) {
            throw new UnreadableFileException(Message.of("It took longer than {minutes} minutes. Split the file.")
                    .with("minutes", MAX_DURATION.toMinutes()));
        }
    }

    /** Rows that are done. */
    long rows() {
        return rows.get();
    }

    /** Percent of the file's bytes that were read. */
    int percent() {
        StoredFile reading = file;
        long bytes = job.report().file().bytes();
        return reading == null || bytes == 0 ? 0 : (int) Math.min(100, reading.position() * 100 / bytes);
    }
}
