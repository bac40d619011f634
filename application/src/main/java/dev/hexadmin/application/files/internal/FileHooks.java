package dev.hexadmin.application.files.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.files.FilesAssembly.Visibility;
import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.StoredRecord;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Notes in the transaction of a record which files it names, so that none of them is removed, and rejects files that it
 * must not name. They run after all other hooks, because those may set fields.
 */
public final class FileHooks implements RecordHooks {
    private final Files files;
    private final Visibility visibility;
    private final InstantSource clock;

    public FileHooks(Files files, Visibility visibility, InstantSource clock) {
        this.files = files;
        this.visibility = visibility;
        this.clock = clock;
    }

    @Override
    public boolean changesOthers() {
        return false;
    }

    @Override
    public void onCreate(RecordChange change) {
        for (FieldDefinition field : change.model().fields()) {
            if (field.holdsFile() && change.after().get(field.name()) instanceof FileReference file) {
                use(change, field, file);
            }
        }
    }

    @Override
    public void onUpdate(RecordChange change) {
        StoredRecord before = change.before().orElseThrow();
        for (FieldDefinition field : change.model().fields()) {
            if (!field.holdsFile() || !change.changed().contains(field.name())) {
                continue;
            }
            @Nullable Object was = before.values().get(field.name());
            @Nullable Object now = change.after().get(field.name());
            if (was instanceof FileReference old && !old.equals(now)) {
                files.release(old.id(), clock.instant());
            }
            if (now instanceof FileReference file && !file.equals(was)) {
                use(change, field, file);
            }
        }
    }

    @Override
    public void afterDelete(RecordChange change) {
        change.before()
                .ifPresent(gone -> gone.values().values().forEach(value -> {
                    if (value instanceof FileReference file) {
                        files.release(file.id(), clock.instant());
                    }
                }));
    }

    private void use(RecordChange change, FieldDefinition field, FileReference file) {
        Optional<Files.Stored> stored = files.find(file.id())
                .filter(known ->
                        known.purpose().equals(new Files.Purpose(change.model().name(), field.name())))
                .filter(known -> mayName(change, field, known));
        if (stored.isEmpty() || !files.use(file.id())) {
            throw RequestRejectedException.conflict(
                    "reference_not_found",
                    "The record refers to a file that does not exist.",
                    List.of(Violation.at(
                            field.name(), "reference_not_found", "No file with this id was uploaded for this field.")));
        }
    }

    /** A file belongs to who uploaded it, until others may view it in a record. */
    private boolean mayName(RecordChange change, FieldDefinition field, Files.Stored file) {
        Actor actor = change.actor();
        return actor.rights().superuser()
                || (actor instanceof Actor.SignedIn signedIn && file.owner().equals(Optional.of(signedIn.id())))
                || visibility.shows(actor, change.model(), field, file.id());
    }
}
