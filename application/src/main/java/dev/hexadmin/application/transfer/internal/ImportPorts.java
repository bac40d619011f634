package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.RecordRows;
import dev.hexadmin.application.transfer.port.Imports;
import java.time.InstantSource;

/** The driven ports of imports. */
record ImportPorts(RecordRows rows, Imports imports, UnitOfWork work, AuditTrail audit, InstantSource clock) {}
