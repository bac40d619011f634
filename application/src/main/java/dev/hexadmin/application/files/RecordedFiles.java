package dev.hexadmin.application.files;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/** Files that records have had, and that are kept for a day. Thread-safe. */
public interface RecordedFiles {
    /**
     * A file with its facts; empty when it has been removed, or was not uploaded for this field.
     *
     * @param id as it was logged
     */
    Optional<FileReference> find(Model model, FieldDefinition field, String id);

    /**
     * Runs a change that writes files into a record again, in one unit of work in which they belong to the actor. When the
     * change fails, they belong to the same user as before.
     */
    <T> T giving(Collection<FileReference> files, Actor to, Supplier<T> change);
}
