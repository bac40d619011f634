package dev.hexadmin.http.server.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * A JSON document that is being written to memory, in UTF-8. Used by one thread; to be closed, which gives its buffers
 * back.
 */
public final class JsonDocument implements AutoCloseable {
    private final Chunks chunks = new Chunks();
    private final JsonGenerator json;

    private JsonDocument() {
        try {
            json = Json.FACTORY.createGenerator(chunks);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // writing to memory
        }
    }

    /** Writes a document, or a part of one. */
    @FunctionalInterface
    public interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }

    /** The bytes of a whole document. */
    public static byte[] bytes(Content content) {
        try (JsonDocument document = open()) {
            document.write(content);
            return document.bytes();
        }
    }

    /** A generator for a document that is written to a stream piece by piece; closing it leaves the stream open. */
    public static JsonGenerator generator(OutputStream out) throws IOException {
        return Json.FACTORY.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }

    /** An empty document. */
    public static JsonDocument open() {
        return new JsonDocument();
    }

    /** The generator, for callers that write the rest of the document. */
    public JsonGenerator json() {
        return json;
    }

    /** Writes a part. */
    public void write(Content content) {
        try {
            content.writeTo(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // writing to memory
        }
    }

    /** Ends the document. */
    public byte[] bytes() {
        close();
        return chunks.bytes();
    }

    @Override
    public void close() {
        try {
            json.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // writing to memory
        }
    }

    /** Collects what the generator's own buffer spills; most documents fit in that and are copied once. */
    private static final class Chunks extends OutputStream {
        private byte[] bytes = {};
        private int used;

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] source, int from, int length) {
            if (used == 0) {
                bytes = Arrays.copyOfRange(source, from, from + length);
            } else {
                if (used + length > bytes.length) {
                    bytes = Arrays.copyOf(bytes, Math.max(4 * bytes.length, used + length));
                }
                System.arraycopy(source, from, bytes, used, length);
            }
            used += length;
        }

        byte[] bytes() {
            return used == bytes.length ? bytes : Arrays.copyOf(bytes, used);
        }
    }
}
