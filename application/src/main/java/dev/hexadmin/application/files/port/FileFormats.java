package dev.hexadmin.application.files.port;

import dev.hexadmin.domain.models.FileReference.Dimensions;
import dev.hexadmin.domain.text.Message;
import java.io.InputStream;
import java.util.Map;

/** Knows the formats of files. Thread-safe. */
public interface FileFormats {
    /** Number of bytes at the start of a file that decide its type. */
    int DECISIVE = 64 * 1024;

    /**
     * The media type of a file by its content; the name decides only between types of the same form, such as text and
     * CSV.
     *
     * @param start the first {@link #DECISIVE} bytes, or all
     */
    String typeOf(byte[] start, String name);

    /** Whether a browser would run scripts in this SVG file, or it is not well-formed, so that this cannot be said. */
    boolean runsScripts(InputStream svg);

    /**
     * Decodes an image and encodes it again, upright, without anything but its pixels, and smaller.
     *
     * @param content a file of one of the types of {@link dev.hexadmin.domain.models.FileRules#IMAGES}
     * @param boxes by name, the boxes into which it is scaled down
     * @throws UnreadableImageException when it is damaged, has too many pixels, or is of another format
     */
    Rendered render(byte[] content, Map<String, Dimensions> boxes);

    /** An encoded image. */
    record Encoded(byte[] content, String contentType, Dimensions dimensions) {}

    /** An image in its own size, and in others by name. */
    record Rendered(Encoded original, Map<String, Encoded> scaled) {}

    /** An image that cannot be shown. */
    final class UnreadableImageException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Message text;

        /** @param text a sentence for users */
        public UnreadableImageException(Message text) {
            super(text.english());
            this.text = text;
        }

        public UnreadableImageException(Message text, Throwable cause) {
            super(text.english(), cause);
            this.text = text;
        }

        /** A sentence for users. */
        public Message text() {
            return text;
        }
    }
}
