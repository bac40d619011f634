package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.transfer.RowReaders;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
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

    /** Whether rows may have keys that the database would have numbered. */
    boolean givesNumbers() {
        return mode == ImportMode.CREATE_AND_UPDATE && model.key().stream().anyMatch(ImportJob::isNumbered);
    }

    /** Whether a row has such a key. */
    boolean givesNumber(Row row) {
        return mode == ImportMode.CREATE_AND_UPDATE
                && model.key().stream()
                        .anyMatch(field -> isNumbered(field) && row.values().get(field.name()) != null);
    }

    private static boolean isNumbered(FieldDefinition key) {
        return key.generated() == FieldDefinition.Generated.BY_DATABASE && key.type() == FieldType.INTEGER;
    }
}
