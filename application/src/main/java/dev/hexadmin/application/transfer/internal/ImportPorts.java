package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.RecordRows;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.application.transfer.port.Imports;
import dev.hexadmin.domain.access.Actor;
import java.time.InstantSource;

/** The driven ports of imports, and the rights of users. */
record ImportPorts(
        RecordRows rows, LiveRights rights, Imports imports, UnitOfWork work, AuditTrail audit, InstantSource clock) {
    /** Writes a row for an actor, unless one of its texts is no value. */
    RecordRows.Put put(Actor actor, ImportJob job, Row row) {
        if (!row.violations().isEmpty()) {
            throw RequestRejectedException.invalid(row.violations());
        }
        return rows.put(actor, job.model(), job.mode(), row.values());
    }

    /** The actor with the rights of this moment; an import may wait for its turn for long. */
    Actor current(Actor actor) {
        return actor instanceof Actor.SignedIn user && user.inPerson()
                ? new Actor.SignedIn(
                        user.id(), user.email(), rights.of(user.id()), user.origin(), user.key(), user.locale())
                : actor;
    }
}
