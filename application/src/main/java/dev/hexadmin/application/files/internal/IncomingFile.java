package dev.hexadmin.application.files.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.files.FilesAssembly.Storage;
import dev.hexadmin.application.files.port.FileContents;
import dev.hexadmin.application.files.port.FileFormats;
import dev.hexadmin.application.files.port.FileFormats.Encoded;
import dev.hexadmin.application.files.port.FileFormats.Rendered;
import dev.hexadmin.application.files.port.FileFormats.UnreadableImageException;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference.Facts;
import dev.hexadmin.domain.models.FileRules;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The content of a file on its way into the store, of a type that its field accepts. Used by one thread. */
final class IncomingFile {
    private static final String SVG = "image/svg+xml";

    private final Storage storage;
    private final FieldDefinition field;
    private final String name;
    private final String contentType;
    private final LimitedInput limited;
    private final byte[] start;

    /**
     * Reads the start of the content.
     *
     * @throws RequestRejectedException {@code TOO_LARGE} and {@code UNSUPPORTED_TYPE} by the rules of the field
     */
    IncomingFile(Storage storage, FieldDefinition field, String name, InputStream content) {
        this.storage = storage;
        this.field = field;
        this.name = name;
        this.limited = new LimitedInput(content, field.files().maximum(field.type()));
        try {
            this.start = limited.readNBytes(FileFormats.DECISIVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.contentType = storage.formats().typeOf(start, name);
        requireAccepted();
    }

    private void requireAccepted() {
        FileNames.programEnding(name).ifPresent(ending -> {
            throw unsupported(Message.of("Programs cannot be uploaded; the name of the file ends with {ending}.")
                    .with("ending", "." + ending));
        });
        if (FileNames.isProgram(contentType)) {
            throw unsupported(Message.of("Programs cannot be uploaded; this is {contentType}.")
                    .with("contentType", contentType));
        }
        if (!field.files().accepts(field.type(), contentType)) {
            List<String> accepted = field.files().accept().isEmpty()
                    ? FileRules.IMAGES.stream().sorted().toList()
                    : field.files().accept();
            throw unsupported(Message.of("{field} takes {values}; this is {contentType}.")
                    .with("field", field.labels())
                    .with("values", String.join(", ", accepted))
                    .with("contentType", contentType));
        }
    }

    private static RequestRejectedException unsupported(Message why) {
        return new RequestRejectedException(Category.UNSUPPORTED_TYPE, "unsupported_media_type", why);
    }

    /** The part that the content is stored as; an image waits there for its turn to be encoded, and not in memory. */
    static String part(FieldDefinition field) {
        return field.type() == FieldType.IMAGE ? FileContents.RECEIVED : FileContents.ORIGINAL;
    }

    /** Stores the content under an id, which is in {@code files} already. */
    Facts store(UUID id, Actor actor, ImageQueue images) {
        storage.contents().write(id, part(field), new SequenceInputStream(new ByteArrayInputStream(start), limited));
        Facts facts = facts(id, actor, images);
        if (field.type() == FieldType.IMAGE) {
            storage.contents().remove(id, FileContents.RECEIVED);
        }
        return facts;
    }

    /** The same for content that is in the store already, and stays there until the file is complete. */
    Facts stored(UUID id, Actor actor, ImageQueue images) {
        try {
            limited.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return facts(id, actor, images);
    }

    private Facts facts(UUID id, Actor actor, ImageQueue images) {
        if (contentType.equals(SVG)) {
            requireNoScripts(id);
        }
        return field.type() == FieldType.IMAGE
                ? image(id, actor, images)
                : new Facts(name, limited.count(), contentType, limited.sha256(), Optional.empty());
    }

    private void requireNoScripts(UUID id) {
        try (InputStream content =
                storage.contents().read(id, part(field), 0, limited.count()).orElseThrow(FileUploads::tooSlow)) {
            if (storage.formats().runsScripts(content)) {
                throw unsupported(Message.of(
                        "SVG files with scripts cannot be uploaded; this one has them, or is no valid XML."));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Only pixels are kept: an image with something else in it loses it. */
    private Facts image(UUID id, Actor actor, ImageQueue images) {
        FileContents contents = storage.contents();
        Rendered rendered;
        try {
            rendered = images.render(
                    actor,
                    () -> contents.read(id, FileContents.RECEIVED, 0, limited.count())
                            .orElseThrow(FileUploads::tooSlow),
                    field.files().thumbnails());
        } catch (UnreadableImageException e) {
            throw RequestRejectedException.invalid(
                    "unreadable_image",
                    "The image cannot be used.",
                    List.of(new Violation("/file", "unreadable_image", e.text())));
        }
        rendered.scaled().forEach((size, image) -> contents.write(id, size, new ByteArrayInputStream(image.content())));
        Encoded original = rendered.original();
        LimitedInput content = new LimitedInput(new ByteArrayInputStream(original.content()), Long.MAX_VALUE);
        contents.write(id, FileContents.ORIGINAL, content);
        return new Facts(
                FileNames.withEnding(name, original.contentType()),
                content.count(),
                original.contentType(),
                content.sha256(),
                Optional.of(original.dimensions()));
    }
}
