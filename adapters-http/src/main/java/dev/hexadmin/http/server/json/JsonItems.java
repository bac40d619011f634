package dev.hexadmin.http.server.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.transfer.UnreadableFileException;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads an array of records of a model, one after the other, as strictly as {@link JsonBody}. Used by one thread. */
public final class JsonItems implements AutoCloseable {
    private static final long LARGEST_ITEM = 8 * 1024 * 1024;

    private final JsonParser parser;
    private final JsonBody body;
    private final Metered in;
    private long number;

    private JsonItems(Metered in, JsonParser parser, Model model) {
        this.in = in;
        this.parser = parser;
        this.body = JsonBody.items(parser, model);
    }

    /** Counts what one item takes, so that none can fill the memory. */
    private static final class Metered extends FilterInputStream {
        private long read;

        Metered(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            count(b < 0 ? 0 : 1);
            return b;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int given = super.read(into, from, length);
            count(Math.max(0, given));
            return given;
        }

        private void count(int bytes) {
            read += bytes;
            if (read > LARGEST_ITEM) {
                throw new UnreadableFileException(
                        Message.of("An item is larger than {limit} bytes.").with("limit", LARGEST_ITEM));
            }
        }

        void next() {
            read = 0;
        }
    }

    /**
     * Opens a file.
     *
     * @throws UnreadableFileException when it does not begin with an array
     */
    public static JsonItems open(InputStream file, Model model) {
        Metered in = new Metered(file);
        try {
            JsonParser parser = Json.FACTORY.createParser(in);
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new UnreadableFileException("The file has to be a JSON array of objects.");
            }
            return new JsonItems(in, parser, model);
        } catch (JsonProcessingException e) {
            throw new UnreadableFileException("The file is no JSON.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The next item; empty after the last.
     *
     * @throws UnreadableFileException when it is no object, or what follows is no JSON
     */
    public Optional<Map<String, @Nullable Object>> next() {
        number++;
        in.next();
        try {
            JsonToken token = parser.nextToken();
            if (token == JsonToken.END_ARRAY) {
                if (parser.nextToken() != null) {
                    throw new UnreadableFileException("There is more after the end of the array.");
                }
                return Optional.empty();
            }
            if (token != JsonToken.START_OBJECT) {
                throw new UnreadableFileException(Message.of("Item {item} is no object, or the array does not end.")
                        .with("item", number));
            }
            return Optional.of(body.item());
        } catch (RequestRejectedException refused) {
            throw new UnreadableFileException(
                    Message.of("Item {item}: {reason}").with("item", number).with("reason", refused.text()));
        } catch (JsonProcessingException e) {
            throw new UnreadableFileException(
                    e.getLocation() == null
                            ? Message.of("Item {item} is no JSON.").with("item", number)
                            : Message.of("Item {item} is no JSON, at line {line}, column {column}.")
                                    .with("item", number)
                                    .with("line", e.getLocation().getLineNr())
                                    .with("column", e.getLocation().getColumnNr()));
        } catch (NumberFormatException | ArithmeticException e) {
            throw new UnreadableFileException(
                    Message.of("Item {item} holds a number that is too large.").with("item", number));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
