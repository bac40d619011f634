package dev.hexadmin.application.files;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Uploading a large file in several requests. What has arrived is kept when a connection or a server fails. Each upload
 * belongs to the user who began it; for all others it does not exist. Thread-safe.
 */
public interface ResumingUploads {
    /**
     * An upload.
     *
     * @param id of the file, too
     * @param field for which the file is uploaded
     * @param offset number of bytes that have arrived and are stored
     * @param length number of bytes of the whole file
     * @param expires when the upload is removed if nothing more arrives
     * @param file once all bytes have arrived and were accepted
     */
    record Upload(
            UUID id, FieldDefinition field, long offset, long length, Instant expires, Optional<FileReference> file) {}

    /** The code of the rejection of bytes that do not have the checksum of their request. */
    String CHECKSUM_MISMATCH = "checksum_mismatch";

    /**
     * The checksum of the bytes of one request.
     *
     * @param algorithm {@code SHA-1} or {@code SHA-256}
     */
    record Checksum(String algorithm, byte[] value) {}

    /**
     * Begins an upload. One of no bytes becomes a file when it is asked for.
     *
     * @param length number of bytes, from 0
     * @throws dev.hexadmin.application.RequestRejectedException as {@link UploadingFiles#upload}
     */
    Upload begin(Actor.SignedIn actor, Model model, FieldDefinition field, String name, long length);

    /**
     * The state of an upload. If all bytes have arrived, and a failure kept them from becoming a file, they become one now.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND}; or as {@link #append}
     */
    Upload find(Actor.SignedIn actor, UUID id);

    /**
     * Appends bytes. With the last byte the upload becomes a file, as {@link UploadingFiles#upload} stores it; if it is
     * rejected, the upload is removed.
     *
     * @param offset where the client continues
     * @param content read to its end; what it throws is passed on after the bytes before were stored
     * @throws dev.hexadmin.application.RequestRejectedException {@code CONFLICT} when the client does not continue where
     *     the stored bytes end; {@code TOO_LARGE} when there are more than announced, and then none of the request is
     *     stored; {@code NOT_FOUND}; {@code UNSUPPORTED_TYPE} and {@code INVALID} by the rules of the field; {@code INVALID}
     *     ({@link #CHECKSUM_MISMATCH}) when the bytes do not have the checksum, and then none of them is stored
     */
    Upload append(Actor.SignedIn actor, UUID id, long offset, InputStream content, Optional<Checksum> checksum);

    /**
     * Removes an upload that has not become a file.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND}
     */
    void cancel(Actor.SignedIn actor, UUID id);
}
