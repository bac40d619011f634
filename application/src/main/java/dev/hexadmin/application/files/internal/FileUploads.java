package dev.hexadmin.application.files.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.files.FilesAssembly.Storage;
import dev.hexadmin.application.files.UploadingFiles;
import dev.hexadmin.application.files.port.FileContents;
import dev.hexadmin.application.files.port.FileFormats;
import dev.hexadmin.application.files.port.FileFormats.Encoded;
import dev.hexadmin.application.files.port.FileFormats.Rendered;
import dev.hexadmin.application.files.port.FileFormats.UnreadableImageException;
import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.FileReference.Facts;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Stores uploads. */
public final class FileUploads implements UploadingFiles {
    private static final System.Logger LOG = System.getLogger(FileUploads.class.getName());

    private final Storage storage;
    private final Uuids uuids;
    private final InstantSource clock;

    public FileUploads(Storage storage, Uuids uuids, InstantSource clock) {
        this.storage = storage;
        this.uuids = uuids;
        this.clock = clock;
    }

    @Override
    public void require(Actor.SignedIn actor, Model model, FieldDefinition field) {
        boolean creates = field.writableOnCreate()
                && Action.CREATE.isPossibleOn(model)
                && actor.rights().allows(Action.CREATE, model, field);
        boolean edits = field.writableOnUpdate()
                && Action.EDIT.isPossibleOn(model)
                && actor.rights().allows(Action.EDIT, model, field);
        if (!creates && !edits) {
            throw RequestRejectedException.forbidden(
                    "forbidden", "You may not write '" + field.name() + "' of '" + model.name() + "'.");
        }
    }

    @Override
    public FileReference upload(
            Actor.SignedIn actor, Model model, FieldDefinition field, String name, InputStream content) {
        require(actor, model, field);
        if (!field.holdsFile()) {
            throw new IllegalArgumentException("'" + field.name() + "' holds no file");
        }
        String given = FileNames.checked(name);
        LimitedInput limited = new LimitedInput(content, field.files().maximum(field.type()));
        byte[] start = start(limited);
        String contentType = storage.formats().typeOf(start, given);
        requireAccepted(field, contentType);
        UUID id = uuids.next();
        Files.Purpose purpose = new Files.Purpose(model.name(), field.name());
        storage.work().write(scope -> {
            storage.files().add(id, purpose, actor.id(), given, clock.instant());
            return true;
        });
        try {
            InputStream all = new SequenceInputStream(new ByteArrayInputStream(start), limited);
            Facts facts = field.type() == FieldType.IMAGE
                    ? image(id, field, given, all)
                    : file(id, contentType, given, all, limited);
            boolean complete = storage.work().write(scope -> storage.files().complete(id, facts, clock.instant()));
            if (!complete) {
                throw new RequestRejectedException(
                        Category.UNAVAILABLE, "service_unavailable", "The upload took too long.");
            }
            return FileReference.of(id, facts);
        } catch (RuntimeException e) {
            discard(id);
            throw e;
        }
    }

    private static byte[] start(InputStream content) {
        try {
            return content.readNBytes(FileFormats.DECISIVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void requireAccepted(FieldDefinition field, String contentType) {
        if (FileNames.isDangerous(contentType)) {
            throw unsupported("Programs cannot be uploaded; this is " + contentType + ".");
        }
        if (!field.files().accepts(field.type(), contentType)) {
            List<String> accepted = field.files().accept().isEmpty()
                    ? dev.hexadmin.domain.models.FileRules.IMAGES.stream()
                            .sorted()
                            .toList()
                    : field.files().accept();
            throw unsupported(
                    field.label() + " takes " + String.join(", ", accepted) + "; this is " + contentType + ".");
        }
    }

    private static RequestRejectedException unsupported(String why) {
        return new RequestRejectedException(Category.UNSUPPORTED_TYPE, "unsupported_media_type", why);
    }

    private Facts file(UUID id, String contentType, String name, InputStream all, LimitedInput limited) {
        storage.contents().write(id, FileContents.ORIGINAL, all);
        return new Facts(name, limited.count(), contentType, limited.sha256(), Optional.empty());
    }

    /** Only pixels are kept: an image with something else in it loses it. */
    private Facts image(UUID id, FieldDefinition field, String name, InputStream all) {
        Rendered rendered;
        try {
            rendered =
                    storage.formats().render(all.readAllBytes(), field.files().thumbnails());
        } catch (UnreadableImageException e) {
            throw RequestRejectedException.invalid(
                    "unreadable_image",
                    "The image cannot be used.",
                    List.of(new Violation("/file", "unreadable_image", String.valueOf(e.getMessage()))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rendered.scaled()
                .forEach(
                        (size, image) -> storage.contents().write(id, size, new ByteArrayInputStream(image.content())));
        Encoded original = rendered.original();
        LimitedInput content = new LimitedInput(new ByteArrayInputStream(original.content()), Long.MAX_VALUE);
        storage.contents().write(id, FileContents.ORIGINAL, content);
        return new Facts(
                FileNames.withEnding(name, original.contentType()),
                content.count(),
                original.contentType(),
                content.sha256(),
                Optional.of(original.dimensions()));
    }

    /** What a failed upload has left; what remains is removed after a day. */
    private void discard(UUID id) {
        try {
            storage.contents().remove(id);
            storage.work().write(scope -> {
                storage.files().remove(id);
                return true;
            });
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A failed upload is removed later", e);
        }
    }
}
