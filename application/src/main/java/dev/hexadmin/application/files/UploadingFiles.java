package dev.hexadmin.application.files;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import java.io.InputStream;

/** Uploading files for the fields of records. Thread-safe. */
public interface UploadingFiles {
    /** The maximum length of a name, in characters. */
    int LONGEST_NAME = 200;

    /**
     * Stores a file that a record may name from now on. A file that no record names is removed after a day.
     *
     * @param actor owns the file, if it is a user
     * @param name as the client gives it
     * @param content read to its end, which is not in memory as a whole
     * @return the file with its facts
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN} without the right to create or to edit
     *     the field; {@code TOO_LARGE} and {@code UNSUPPORTED_TYPE} by the rules of the field; {@code INVALID} for a name
     *     that is not valid
     */
    default FileReference upload(Actor actor, Model model, FieldDefinition field, String name, InputStream content) {
        try (Received received = receive(actor, model, field, name, content)) {
            return received.complete();
        }
    }

    /** The same in two steps: the content is stored, and the file does not exist yet. */
    Received receive(Actor actor, Model model, FieldDefinition field, String name, InputStream content);

    /** A file whose content is stored. Used by one thread. */
    interface Received extends AutoCloseable {
        /** The file that it becomes. */
        FileReference file();

        /**
         * Makes it a file, in a unit of work of its own or in the running one. Called at most once.
         *
         * @throws dev.hexadmin.application.RequestRejectedException {@code UNAVAILABLE} when it took longer than a day
         */
        FileReference complete();

        /** Removes the content, unless it has become a file. */
        @Override
        void close();
    }

    /**
     * Checks the right to upload, before the content is read.
     *
     * @throws dev.hexadmin.application.RequestRejectedException {@code FORBIDDEN}
     */
    void require(Actor actor, Model model, FieldDefinition field);
}
