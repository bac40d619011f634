package dev.hexadmin.application.transfer;

import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.RecordRows;
import dev.hexadmin.application.transfer.internal.FileImports;
import dev.hexadmin.application.transfer.port.Imports;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * Assembles imports.
 *
 * @param importing the driving port
 * @param upkeep periodic jobs of every server
 */
public record TransferAssembly(ImportingRecords importing, TransferMaintenance upkeep) {

    /**
     * Assembles the ports.
     *
     * @param executor runs each task on a separate virtual thread, which may block
     * @param random thread-safe and unpredictable, for ids
     */
    public static TransferAssembly of(
            RecordRows rows,
            LiveRights rights,
            Imports imports,
            UnitOfWork work,
            AuditTrail audit,
            Executor executor,
            InstantSource clock,
            RandomGenerator random) {
        FileImports files =
                new FileImports(rows, rights, imports, work, audit, executor, clock, new Uuids(clock, random));
        return new TransferAssembly(files, files);
    }
}
