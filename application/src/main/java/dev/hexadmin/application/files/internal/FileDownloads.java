package dev.hexadmin.application.files.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.files.DownloadingFiles;
import dev.hexadmin.application.files.FileLinks;
import dev.hexadmin.application.files.FilesAssembly.Storage;
import dev.hexadmin.application.files.FilesAssembly.Visibility;
import dev.hexadmin.application.files.port.FileContents;
import dev.hexadmin.application.files.port.FileFormats.Encoded;
import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.FileReference.Dimensions;
import dev.hexadmin.domain.models.FileReference.Facts;
import dev.hexadmin.domain.models.FileRules;
import dev.hexadmin.domain.models.ModelRegistry;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Opens files. */
public final class FileDownloads implements DownloadingFiles {
    private final ModelRegistry models;
    private final Storage storage;
    private final ImageQueue images;
    private final FileLinks links;
    private final Visibility visibility;

    public FileDownloads(
            ModelRegistry models, Storage storage, ImageQueue images, FileLinks links, Visibility visibility) {
        this.models = models;
        this.storage = storage;
        this.images = images;
        this.links = links;
        this.visibility = visibility;
    }

    @Override
    public Download signed(Actor actor, UUID id, String version, String expires, String signature) {
        if (!links.accepts(id, version, expires, signature)) {
            throw RequestRejectedException.forbidden(
                    "link_expired", "The address of the file has expired or is not valid. Read the record again.");
        }
        return download(actor, storage.files().find(id).orElseThrow(FileDownloads::missing), version);
    }

    @Override
    public Download permitted(Actor.SignedIn actor, UUID id, String version) {
        return download(actor, visible(actor, id).orElseThrow(FileDownloads::missing), version);
    }

    @Override
    public Optional<FileReference> find(Actor.SignedIn actor, UUID id) {
        return visible(actor, id).map(file -> FileReference.of(id, file.facts()));
    }

    private Optional<Files.Stored> visible(Actor.SignedIn actor, UUID id) {
        return storage.files()
                .find(id)
                .filter(known ->
                        FileUploads.owns(actor, known.owner(), known.purpose(), models) || shows(actor, known));
    }

    private boolean shows(Actor actor, Files.Stored file) {
        return models.model(file.purpose().model())
                .filter(model -> model.field(file.purpose().field())
                        .filter(FieldDefinition::holdsFile)
                        .filter(field -> visibility.shows(actor, model, field, file.id()))
                        .isPresent())
                .isPresent();
    }

    private static RequestRejectedException missing() {
        return RequestRejectedException.notFound("There is no such file.");
    }

    private Download download(Actor actor, Files.Stored file, String version) {
        if (version.equals(FileLinks.ORIGINAL)) {
            return new Opened(
                    file,
                    FileContents.ORIGINAL,
                    file.facts().contentType(),
                    file.facts().size());
        }
        Dimensions box = models.model(file.purpose().model())
                .flatMap(model -> model.field(file.purpose().field()))
                .filter(field -> field.type() == FieldType.IMAGE)
                .map(field -> field.files().thumbnails().get(version))
                .orElseThrow(FileDownloads::missing);
        long size = storage.contents().size(file.id(), version).orElseGet(() -> scale(actor, file, version, box));
        return new Opened(file, version, file.facts().contentType(), size);
    }

    /** A size that the field did not have when the image was uploaded. */
    private long scale(Actor actor, Files.Stored file, String version, Dimensions box) {
        Encoded scaled = images.render(
                        actor,
                        () -> storage.contents()
                                .read(file.id(), FileContents.ORIGINAL, 0, FileRules.LARGEST_IMAGE)
                                .orElseThrow(FileDownloads::missing),
                        Map.of(version, box))
                .scaled()
                .values()
                .iterator()
                .next();
        storage.contents().write(file.id(), version, new ByteArrayInputStream(scaled.content()));
        return scaled.content().length;
    }

    private final class Opened implements Download {
        private final Files.Stored file;
        private final String part;
        private final String contentType;
        private final long size;

        Opened(Files.Stored file, String part, String contentType, long size) {
            this.file = file;
            this.part = part;
            this.contentType = contentType;
            this.size = size;
        }

        @Override
        public Facts facts() {
            return file.facts();
        }

        @Override
        public String contentType() {
            return contentType;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public InputStream content(long from, long length) {
            return storage.contents().read(file.id(), part, from, length).orElseThrow(FileDownloads::missing);
        }
    }
}
