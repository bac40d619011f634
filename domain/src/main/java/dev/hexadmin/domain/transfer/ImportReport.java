package dev.hexadmin.domain.transfer;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * How an import stands.
 *
 * @param id its id
 * @param model the model's name
 * @param fileName of the file, as it was given
 * @param format of the file
 * @param bytes the file's size
 * @param state what is or was done with it last
 * @param mode what its rows may do; empty until it is looked through
 * @param rows rows dealt with so far
 * @param total rows in the file; empty until it was looked through once
 * @param percent of the file dealt with so far, while something is going on
 * @param findings what came out; of a check, what would come out
 * @param expires when it is forgotten
 */
public record ImportReport(
        UUID id,
        String model,
        String fileName,
        FileFormat format,
        long bytes,
        State state,
        Optional<ImportMode> mode,
        long rows,
        OptionalLong total,
        int percent,
        Findings findings,
        Instant expires) {

    /** What is or was done with it last. */
    public enum State {
        /** The file is on its way. */
        UPLOADING,
        /** It is here, and nobody has looked at it. */
        UPLOADED,
        /** It is being looked through. */
        CHECKING,
        /** It was looked through to its end. */
        CHECKED,
        /** It is being carried out. */
        RUNNING,
        /** It was carried out. */
        DONE,
        /** It was not carried out, and nothing of it is kept; {@link Findings} say why. */
        FAILED;

        /** Whether something is going on. */
        public boolean busy() {
            return switch (this) {
                case UPLOADING, CHECKING, RUNNING -> true;
                case UPLOADED, CHECKED, DONE, FAILED -> false;
            };
        }
    }

    /**
     * What came out.
     *
     * @param created new records
     * @param updated changed records
     * @param unchanged records that a row said nothing new about
     * @param errors how many there are
     * @param shown the first of them, at most {@link #SHOWN}
     * @param unknown columns that name no field; nothing is carried out while there are any
     * @param missing fields that a new record needs and no column has
     * @param ignored columns that nobody may write
     * @param failure why it was not finished, a sentence; empty if it was
     */
    public record Findings(
            long created,
            long updated,
            long unchanged,
            long errors,
            List<RowError> shown,
            List<String> unknown,
            List<String> missing,
            List<String> ignored,
            Optional<String> failure) {
        /** Errors that are told of one by one. */
        public static final int SHOWN = 200;

        /** Nothing has been found yet. */
        public static final Findings NONE =
                new Findings(0, 0, 0, 0, List.of(), List.of(), List.of(), List.of(), Optional.empty());

        public Findings {
            shown = List.copyOf(shown);
            unknown = List.copyOf(unknown);
            missing = List.copyOf(missing);
            ignored = List.copyOf(ignored);
        }

        /** Nothing but that it was not finished. */
        public static Findings failed(String failure) {
            return new Findings(0, 0, 0, 0, List.of(), List.of(), List.of(), List.of(), Optional.of(failure));
        }

        /** The same errors, of a file of which nothing was imported. */
        public Findings withoutCounts() {
            return new Findings(0, 0, 0, errors, shown, unknown, List.of(), List.of(), Optional.empty());
        }

        /** The same counts, of an import that stopped at these errors. */
        public Findings stopped(List<RowError> at, String why) {
            return new Findings(
                    created, updated, unchanged, at.size(), at, List.of(), List.of(), List.of(), Optional.of(why));
        }

        /** Whether it can be carried out. */
        public boolean good() {
            return errors == 0 && unknown.isEmpty() && failure.isEmpty();
        }
    }

    /**
     * One thing that is wrong with a row.
     *
     * @param row its number, as people count
     * @param field the column's field, or more of a pointer below it; empty when it is the row as a whole
     * @param code stable, such as {@code required}
     * @param message a sentence
     */
    public record RowError(long row, String field, String code, String message) {}
}
