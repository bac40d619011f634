package dev.hexadmin.application.files.internal;

import dev.hexadmin.application.files.FilesAssembly.Storage;
import dev.hexadmin.application.files.RecordedFiles;
import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

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
    public <T> T giving(Collection<FileReference> files, Actor to, Supplier<T> change) {
        return files.isEmpty() || !(to instanceof Actor.SignedIn signedIn)
                ? change.get()
                : storage.work().write(scope -> {
                    files.forEach(file -> storage.files().give(file.id(), signedIn.id()));
                    return change.get();
                });
    }
}
