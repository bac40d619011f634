package dev.hexadmin.application.files;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FileReference;
import java.io.InputStream;
import java.util.Optional;
import java.util.UUID;

/** Reading the content of files. Thread-safe. */
public interface DownloadingFiles {
    /**
     * The file of a signed address, for anyone who has the address.
     *
     * @param version {@link FileLinks#ORIGINAL} or the name of a thumbnail
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} when the signature is wrong or expired;
     *     {@code NOT_FOUND} when the file does not exist any more
     */
    Download signed(Actor actor, UUID id, String version, String expires, String signature);

    /**
     * The file, for who uploaded it or may view its field in a record that names it.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code NOT_FOUND} for all others, too
     */
    Download permitted(Actor.SignedIn actor, UUID id, String version);

    /** A file with its facts, for those of {@link #permitted}; empty for all others. */
    Optional<FileReference> find(Actor.SignedIn actor, UUID id);

    /** A version of a file. */
    interface Download {
        /** The facts of the file; those of the original, also for a thumbnail. */
        FileReference.Facts facts();

        /** The media type of this version. */
        String contentType();

        /** The size of this version, in bytes. */
        long size();

        /**
         * Opens its content.
         *
         * @param from the first byte
         * @param length number of bytes
         */
        InputStream content(long from, long length);
    }
}
