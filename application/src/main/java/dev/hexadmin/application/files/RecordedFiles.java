package dev.hexadmin.application.files;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import java.util.Optional;

/** Files that records have had, and that are kept for a day. Thread-safe. */
public interface RecordedFiles {
    /**
     * A file with its facts; empty when it has been removed, or was not uploaded for this field.
     *
     * @param id as it was logged
     */
    Optional<FileReference> find(Model model, FieldDefinition field, String id);

    /** Gives a file to an actor who restores it, so that the actor may write it into a record. */
    void give(FileReference file, Actor.SignedIn to);
}
