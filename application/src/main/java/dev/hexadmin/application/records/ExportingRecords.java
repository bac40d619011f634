package dev.hexadmin.application.records;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;

/** An actor takes records out of the house, any number of them. Thread-safe. */
public interface ExportingRecords {
    /**
     * Finds out what is to be exported, and whether it may. Needs {@code export} and {@code view}; row policies of both
     * hold, and of the fields those that may be viewed are given.
     *
     * @param request {@code q}, {@code ordering}, {@code fields} and filters, as in a list
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without a right, {@code MALFORMED} when a parameter is
     *     unknown or wrong, with {@code ?name} pointers
     */
    Export export(Actor actor, ListRequest request);

    /** An export that may begin. */
    interface Export {
        /** What is given of each record. */
        Shape shape();

        /**
         * Gives all records to the sink, by the primary key unless another order was asked for, and writes one audit row
         * that tells how many they were, also when something fails on the way. In batches, each as it is when it is read.
         *
         * @param afterBatch runs after each few hundred records and after the last, while no connection to the database
         *     is held: the place to wait for the client
         * @return how many records were given
         */
        long writeTo(RecordSink sink, Runnable afterBatch);
    }
}
