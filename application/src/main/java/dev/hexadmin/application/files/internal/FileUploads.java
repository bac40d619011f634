package dev.hexadmin.application.files.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.files.FilesAssembly.Storage;
import dev.hexadmin.application.files.UploadingFiles;
import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.FileReference.Facts;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.text.Message;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/** Stores uploads. */
public final class FileUploads implements UploadingFiles {
    private static final System.Logger LOG = System.getLogger(FileUploads.class.getName());

    private final Storage storage;
    private final ImageQueue images;
    private final Uuids uuids;
    private final InstantSource clock;

    public FileUploads(Storage storage, ImageQueue images, Uuids uuids, InstantSource clock) {
        this.storage = storage;
        this.images = images;
        this.uuids = uuids;
        this.clock = clock;
    }

    @Override
    public void require(Actor actor, Model model, FieldDefinition field) {
        if (!writes(actor, model, field)) {
            throw RequestRejectedException.forbidden(
                    "forbidden",
                    Message.of("You may not write ''{field}'' of ''{model}''.")
                            .with("field", field.name())
                            .with("model", model.name()));
        }
    }

    private static boolean writes(Actor actor, Model model, FieldDefinition field) {
        boolean creates = field.writableOnCreate()
                && Action.CREATE.isPossibleOn(model)
                && actor.rights().allows(Action.CREATE, model, field);
        boolean edits = field.writableOnUpdate()
                && Action.EDIT.isPossibleOn(model)
                && actor.rights().allows(Action.EDIT, model, field);
        return creates || edits;
    }

    /** Whether the actor has uploaded it; an API key has only the uploads of its user that its role could have made. */
    static boolean owns(Actor.SignedIn actor, Optional<UserId> owner, Files.Purpose purpose, ModelRegistry models) {
        return owner.equals(Optional.of(actor.id()))
                && (actor.inPerson()
                        || models.model(purpose.model())
                                .filter(model -> model.field(purpose.field())
                                        .filter(field -> writes(actor, model, field))
                                        .isPresent())
                                .isPresent());
    }

    @Override
    public Received receive(Actor actor, Model model, FieldDefinition field, String name, InputStream content) {
        require(actor, model, field);
        if (!field.holdsFile()) {
            throw new IllegalArgumentException("'" + field.name() + "' holds no file");
        }
        String given = FileNames.checked(name);
        IncomingFile incoming = new IncomingFile(storage, field, given, content);
        UUID id = uuids.next();
        Files.Purpose purpose = new Files.Purpose(model.name(), field.name());
        Optional<UserId> owner = actor instanceof Actor.SignedIn user ? Optional.of(user.id()) : Optional.empty();
        storage.work().write(scope -> {
            storage.files().add(id, purpose, owner, given, clock.instant());
            return true;
        });
        try {
            return new Stored(FileReference.of(id, incoming.store(id, actor, images)));
        } catch (RuntimeException e) {
            discard(storage, id);
            throw e;
        }
    }

    private final class Stored implements Received {
        private final FileReference file;
        private boolean completed;

        Stored(FileReference file) {
            this.file = file;
        }

        @Override
        public FileReference file() {
            return file;
        }

        @Override
        public FileReference complete() {
            Facts facts = file.facts().orElseThrow();
            completed = storage.work().write(scope -> storage.files().complete(file.id(), facts, clock.instant()));
            if (!completed) {
                throw tooSlow();
            }
            return file;
        }

        @Override
        public void close() {
            if (!completed) {
                discard(storage, file.id());
            }
        }
    }

    /** The file was removed while its content was stored. */
    static RequestRejectedException tooSlow() {
        return new RequestRejectedException(Category.UNAVAILABLE, "service_unavailable", "The upload took too long.");
    }

    /** What a failed upload has left; what remains is removed after a day. */
    static void discard(Storage storage, UUID id) {
        try {
            storage.contents().removeAll(id, "");
            storage.work().write(scope -> {
                storage.files().remove(id);
                return true;
            });
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A failed upload is removed later", e);
        }
    }
}
