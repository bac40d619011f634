package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.transfer.RowReaders;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.transfer.ImportMode;
import dev.hexadmin.domain.transfer.ImportReport;
import java.util.UUID;

/**
 * A file to check or to import.
 *
 * @param report the state of the import before
 * @param claim identifies this piece of work: another server that takes the import over has another one
 */
record ImportJob(Actor actor, Model model, ImportReport report, ImportMode mode, RowReaders readers, UUID claim) {
    UUID id() {
        return report.id();
    }
}
