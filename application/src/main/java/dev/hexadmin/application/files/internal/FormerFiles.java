package dev.hexadmin.application.files.internal;

import dev.hexadmin.application.files.FilesAssembly.Storage;
import dev.hexadmin.application.files.RecordedFiles;
import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import java.util.Optional;
import java.util.UUID;

/** Finds files that records have had. */
public final class FormerFiles implements RecordedFiles {
    private final Storage storage;

    public FormerFiles(Storage storage) {
        this.storage = storage;
    }

    @Override
    public Optional<FileReference> find(Model model, FieldDefinition field, String id) {
        UUID file;
        try {
            file = UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return storage.files()
                .find(file)
                .filter(stored -> stored.purpose().equals(new Files.Purpose(model.name(), field.name())))
                .map(stored -> FileReference.of(stored.id(), stored.facts()));
    }

    @Override
    public void give(FileReference file, Actor.SignedIn to) {
        storage.work().write(scope -> {
            storage.files().give(file.id(), to.id());
            return true;
        });
    }
}
