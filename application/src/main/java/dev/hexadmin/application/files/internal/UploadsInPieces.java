package dev.hexadmin.application.files.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.Uuids;
import dev.hexadmin.application.files.FilesAssembly.Storage;
import dev.hexadmin.application.files.ResumingUploads;
import dev.hexadmin.application.files.UploadingFiles;
import dev.hexadmin.application.files.port.FileContents;
import dev.hexadmin.application.files.port.FileFormats;
import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.application.files.port.Files.Piece;
import dev.hexadmin.application.files.port.Files.Unfinished;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.FileReference.Facts;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.text.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Uploads in several requests. What arrives is stored in pieces, each with its row once it is in the store, so that a
 * crash loses the last piece at most. When the last byte is there, the pieces are joined, and the whole is looked at as if
 * it came in one request. Two requests for one upload do no harm: the row of a piece decides which of them continues, and a
 * file is completed once.
 */
public final class UploadsInPieces implements ResumingUploads {
    /** A piece has this number of bytes at most; what a store takes in one request. */
    private static final int PIECE = 8 * 1024 * 1024 - 1;

    /** Requests with few bytes each make pieces that are smaller. */
    private static final int SMALL_PIECES = 10_000;

    /** What the names of pieces in the store begin with. */
    private static final String PREFIX = "piece-";

    private final ModelRegistry models;
    private final Storage storage;
    private final ImageQueue images;
    private final UploadingFiles uploading;
    private final Uuids uuids;
    private final InstantSource clock;

    public UploadsInPieces(
            ModelRegistry models,
            Storage storage,
            ImageQueue images,
            UploadingFiles uploading,
            Uuids uuids,
            InstantSource clock) {
        this.models = models;
        this.storage = storage;
        this.images = images;
        this.uploading = uploading;
        this.uuids = uuids;
        this.clock = clock;
    }

    @Override
    public Upload begin(Actor.SignedIn actor, Model model, FieldDefinition field, String name, long length) {
        uploading.require(actor, model, field);
        String given = FileNames.checked(name);
        long most = field.files().maximum(field.type());
        if (length > most) {
            throw new RequestRejectedException(
                    Category.TOO_LARGE,
                    "payload_too_large",
                    Message.of(
                                    "{limit, plural, one {The file is larger than # byte.} other {The file is larger than # bytes.}}")
                            .with("limit", most));
        }
        UUID id = uuids.next();
        Files.Purpose purpose = new Files.Purpose(model.name(), field.name());
        Instant now = clock.instant();
        storage.work().write(scope -> {
            storage.files().add(id, purpose, Optional.of(actor.id()), given, now);
            storage.files().expectPieces(id, length);
            return true;
        });
        return new Upload(id, field, 0, length, now.plus(UnusedFiles.KEPT), Optional.empty());
    }

    @Override
    public Upload find(Actor.SignedIn actor, UUID id) {
        Optional<Unfinished> unfinished = unfinished(actor, id);
        if (unfinished.isEmpty()) {
            return complete(actor, id).orElseThrow(UploadsInPieces::missing);
        }
        return unfinished.get().received() == unfinished.get().length()
                ? finish(actor, unfinished.get())
                : upload(unfinished.get());
    }

    private Optional<Unfinished> unfinished(Actor.SignedIn actor, UUID id) {
        return storage.files()
                .unfinished(id)
                .filter(one -> FileUploads.owns(actor, one.owner(), one.purpose(), models));
    }

    private static RequestRejectedException missing() {
        return RequestRejectedException.notFound("There is no such upload. It may have expired.");
    }

    private Upload upload(Unfinished one) {
        return new Upload(
                one.id(),
                field(one.purpose()),
                one.received(),
                one.length(),
                one.touched().plus(UnusedFiles.KEPT),
                Optional.empty());
    }

    /** The upload that has become a file. */
    private Optional<Upload> complete(Actor.SignedIn actor, UUID id) {
        return storage.files()
                .find(id)
                .filter(one -> FileUploads.owns(actor, one.owner(), one.purpose(), models))
                .map(one -> {
                    long size = one.facts().size();
                    return new Upload(
                            id,
                            field(one.purpose()),
                            size,
                            size,
                            clock.instant().plus(UnusedFiles.KEPT),
                            Optional.of(FileReference.of(id, one.facts())));
                });
    }

    @Override
    public Upload append(Actor.SignedIn actor, UUID id, long offset, InputStream content, Optional<Checksum> checksum) {
        Unfinished upload = unfinished(actor, id).orElseThrow(UploadsInPieces::missing);
        if (upload.received() != offset) {
            throw conflict();
        }
        Optional<MessageDigest> digest = checksum.map(one -> digest(one.algorithm()));
        PieceInput in = new PieceInput(digest.<InputStream>map(one -> new DigestInputStream(content, one))
                .orElse(content));
        long received = offset;
        boolean ended = false;
        while (!ended && received < upload.length()) {
            long most = Math.min(PIECE, upload.length() - received);
            long size = store(upload, received, in.next(most));
            received += size;
            ended = size < most;
        }
        boolean more = !ended && in.hasMore();
        boolean differs = checksum.isPresent()
                && (in.hasFailed()
                        || !MessageDigest.isEqual(
                                digest.orElseThrow().digest(), checksum.get().value()));
        if (more || differs) {
            takeBack(id, offset, received);
            in.rethrow();
            if (!more) {
                throw new RequestRejectedException(
                        Category.INVALID,
                        CHECKSUM_MISMATCH,
                        "The bytes do not have the checksum of the request. None of them was stored.");
            }
        }
        in.rethrow();
        if (more) {
            throw new RequestRejectedException(
                    Category.TOO_LARGE,
                    "payload_too_large",
                    Message.of(
                                    "{announced, plural, one {The upload has more than the # byte that was announced.} other {The upload has more than the # bytes that were announced.}}")
                            .with("announced", upload.length()));
        }
        return find(actor, id);
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm, e);
        }
    }

    /** Bytes that a request has stored, and that are not what it announced. */
    private void takeBack(UUID id, long from, long to) {
        List<Piece> pieces = storage.files().pieces(id).stream()
                .filter(piece -> piece.start() >= from)
                .toList();
        if (storage.work().write(scope -> storage.files().takeBack(id, from, to))) {
            pieces.forEach(piece -> storage.contents().remove(id, piece.part()));
        }
    }

    private static RequestRejectedException conflict() {
        return RequestRejectedException.conflict(
                "offset_mismatch", "The upload continues at another offset. Ask for it with HEAD.", List.of());
    }

    /** @return number of bytes of the piece */
    private long store(Unfinished upload, long start, PieceInput in) {
        UUID id = upload.id();
        String part = PREFIX + start + "-" + uuids.next();
        storage.contents().write(id, part, in);
        boolean added = in.count() > 0
                && storage.work()
                        .write(scope ->
                                storage.files().addPiece(id, new Piece(start, in.count(), part), clock.instant()));
        if (!added) {
            storage.contents().remove(id, part);
            if (in.count() > 0) {
                throw conflict();
            }
        } else if (start == 0 && (in.count() >= FileFormats.DECISIVE || in.count() == upload.length())) {
            requireAccepted(upload, part, in.count());
        }
        return in.count();
    }

    /** A type that the field does not accept is rejected before all of the file has arrived. */
    private void requireAccepted(Unfinished upload, String part, long size) {
        try (InputStream start = storage.contents()
                .read(upload.id(), part, 0, Math.min(size, FileFormats.DECISIVE))
                .orElseThrow(UploadsInPieces::missing)) {
            new IncomingFile(storage, field(upload.purpose()), upload.name(), start);
        } catch (RequestRejectedException e) {
            FileUploads.discard(storage, upload.id());
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FieldDefinition field(Files.Purpose purpose) {
        return models.model(purpose.model())
                .flatMap(model -> model.field(purpose.field()))
                .filter(FieldDefinition::holdsFile)
                .orElseThrow(UploadsInPieces::missing);
    }

    private Upload finish(Actor.SignedIn actor, Unfinished upload) {
        UUID id = upload.id();
        try {
            FieldDefinition field = field(upload.purpose());
            uploading.require(actor, models.model(upload.purpose().model()).orElseThrow(), field);
            List<Piece> pieces = storage.files().pieces(id);
            if (pieces.size() > SMALL_PIECES + upload.length() / PIECE) {
                throw new RequestRejectedException(
                        Category.TOO_LARGE, "payload_too_large", "The upload came in too many small pieces.");
            }
            Facts facts = joined(actor, upload, field, pieces);
            if (storage.work().write(scope -> storage.files().complete(id, facts, clock.instant()))) {
                removePieces(storage, id);
            }
        } catch (RequestRejectedException | ServiceUnavailableException e) {
            Optional<Upload> byAnother = complete(actor, id);
            if (byAnother.isPresent()) {
                return byAnother.get();
            }
            if (e instanceof RequestRejectedException refusal && !isTemporary(refusal)) {
                FileUploads.discard(storage, id);
            }
            throw e;
        }
        return complete(actor, id).orElseThrow(FileUploads::tooSlow);
    }

    /** Whether the same request can succeed later: what has arrived is kept for it. */
    private static boolean isTemporary(RequestRejectedException refusal) {
        return refusal.category() == Category.UNAVAILABLE || refusal.category() == Category.TOO_MANY;
    }

    /** The pieces become a part first, because they are removed on the way; it is looked at where it is. */
    private Facts joined(Actor actor, Unfinished upload, FieldDefinition field, List<Piece> pieces) {
        UUID id = upload.id();
        String part = IncomingFile.part(field);
        storage.contents()
                .join(
                        id,
                        pieces.stream()
                                .map(piece -> new FileContents.Piece(piece.part(), piece.size()))
                                .toList(),
                        part);
        try (InputStream all =
                storage.contents().read(id, part, 0, upload.length()).orElseThrow(FileUploads::tooSlow)) {
            return new IncomingFile(storage, field, upload.name(), all).stored(id, actor, images);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of a file that is complete; also those that a failed server has not finished, or has stored without their rows. */
    static void removePieces(Storage storage, UUID id) {
        storage.contents().removeAll(id, PREFIX);
        storage.contents().remove(id, FileContents.RECEIVED);
        storage.work().write(scope -> {
            storage.files().removePieces(id);
            return true;
        });
    }

    @Override
    public void cancel(Actor.SignedIn actor, UUID id) {
        FileUploads.discard(
                storage,
                unfinished(actor, id).orElseThrow(UploadsInPieces::missing).id());
    }
}
