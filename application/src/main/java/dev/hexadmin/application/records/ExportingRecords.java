package dev.hexadmin.application.records;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;

/** An actor exports any number of records. Thread-safe. */
public interface ExportingRecords {
    /**
     * Prepares an export. Needs {@code export} and {@code view}; the row policies of both apply, and only viewable
     * fields are exported.
     *
     * @param request {@code q}, {@code ordering}, {@code fields} and filters, as in a list
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without a right, {@code MALFORMED}
     *     with {@code ?name} pointers when a parameter is unknown or not valid
     */
    Export export(Actor actor, ListRequest request);

    /** An export that is ready to run. */
    interface Export {
        /** The exported fields. */
        Shape shape();

        /**
         * Writes all records to the sink, ordered by the primary key unless the request has another order, and writes
         * one audit row with their number, even when the export fails. Records are read in batches, each with the
         * current data.
         *
         * @param afterBatch runs after each few hundred records and after the last; no database connection is held
         *     meanwhile, so it may wait for the client
         * @return number of exported records
         */
        long writeTo(RecordSink sink, Runnable afterBatch);
    }
}
