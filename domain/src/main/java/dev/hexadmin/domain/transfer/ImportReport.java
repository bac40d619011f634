package dev.hexadmin.domain.transfer;

import dev.hexadmin.domain.text.Message;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The state of an import.
 *
 * @param id its id
 * @param model the model's name
 * @param file the uploaded file
 * @param state the current step or the last completed one
 * @param mode what its rows do; empty until the first check
 * @param findings the result; of a check, the result that an import would have
 * @param expires when the import is deleted
 */
public record ImportReport(
        UUID id,
        String model,
        SourceFile file,
        State state,
        Optional<ImportMode> mode,
        Progress progress,
        Findings findings,
        Instant expires) {

    /**
     * An uploaded file.
     *
     * @param name as the client gave it
     * @param bytes its size
     */
    public record SourceFile(String name, FileFormat format, long bytes) {}

    /**
     * How much of the file is processed.
     *
     * @param rows rows processed so far
     * @param total rows in the file; empty until the first check has read all of them
     * @param percent part of the file processed so far, while a step is running
     */
    public record Progress(long rows, OptionalLong total, int percent) {}

    /** The current step or the last completed one. */
    public enum State {
        /** The file is being uploaded. */
        UPLOADING,
        /** The file is uploaded and not checked yet. */
        UPLOADED,
        /** The file is being checked. */
        CHECKING,
        /** The check has completed. */
        CHECKED,
        /** The import is running. */
        RUNNING,
        /** The import has completed. */
        DONE,
        /** The import has failed and stored nothing; {@link Findings} has the reasons. */
        FAILED;

        /** Whether a step is running. */
        public boolean busy() {
            return switch (this) {
                case UPLOADING, CHECKING, RUNNING -> true;
                case UPLOADED, CHECKED, DONE, FAILED -> false;
            };
        }
    }

    /**
     * The result of a check or an import.
     *
     * @param errors total number of errors
     * @param shown the first errors, at most {@link #SHOWN}
     * @param failure a sentence that says why the step did not complete; empty if it did
     */
    public record Findings(
            Counts counts, long errors, List<RowError> shown, Columns columns, Optional<Message> failure) {
        /** The maximum number of errors that are listed. */
        public static final int SHOWN = 200;

        /** An empty result. */
        public static final Findings NONE = new Findings(Counts.NONE, 0, List.of(), Columns.NONE, Optional.empty());

        public Findings {
            shown = List.copyOf(shown);
        }

        /** A result that contains only the failure. */
        public static Findings failed(Message failure) {
            return new Findings(Counts.NONE, 0, List.of(), Columns.NONE, Optional.of(failure));
        }

        /** The same errors, of a file of which nothing was imported. */
        public Findings withoutCounts() {
            return new Findings(
                    Counts.NONE, errors, shown, new Columns(columns.unknown(), List.of(), List.of()), Optional.empty());
        }

        /** The same counts, of an import that stopped at these errors. */
        public Findings stopped(List<RowError> at, Message why) {
            return new Findings(counts, at.size(), at, Columns.NONE, Optional.of(why));
        }

        /** Whether the import can run. */
        public boolean good() {
            return errors == 0 && columns.unknown().isEmpty() && failure.isEmpty();
        }
    }

    /**
     * Numbers of records.
     *
     * @param created new records
     * @param updated changed records
     * @param unchanged records whose row contained no new values
     */
    public record Counts(long created, long updated, long unchanged) {
        static final Counts NONE = new Counts(0, 0, 0);
    }

    /**
     * Columns of the file that do not match the fields.
     *
     * @param unknown columns that name no field; the import cannot run while there are any
     * @param missing fields that a new record needs and that have no column
     * @param ignored columns that clients cannot write
     */
    public record Columns(List<String> unknown, List<String> missing, List<String> ignored) {
        static final Columns NONE = new Columns(List.of(), List.of(), List.of());

        public Columns {
            unknown = List.copyOf(unknown);
            missing = List.copyOf(missing);
            ignored = List.copyOf(ignored);
        }
    }

    /**
     * One error in a row.
     *
     * @param row its number, from 1
     * @param field the column's field, or a pointer below it; empty for an error of the whole row
     * @param code stable, such as {@code required}
     * @param message a sentence
     */
    public record RowError(long row, String field, String code, Message message) {}
}
