package dev.hexadmin.http.panel.transfer;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.http.server.json.JsonDocument;
import dev.hexadmin.http.server.json.JsonRecords;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A file of records while it is written. Used by one thread. */
interface RecordFile {
    /** Takes the records. */
    RecordSink sink();

    /** Hands on what has been written so far. */
    void flush();

    /** Writes the end. The stream stays open. */
    void finish();

    /** A file without records, in which uploaded files are their ids. */
    static RecordFile open(FileFormat format, Shape shape, OutputStream out) {
        return open(format, shape, out, FileReference::toString);
    }

    /**
     * A file without records.
     *
     * @param addresses the text of an uploaded file in a cell
     */
    static RecordFile open(
            FileFormat format, Shape shape, OutputStream out, Function<FileReference, String> addresses) {
        return switch (format) {
            case CSV -> new Csv(shape, out, addresses);
            case XLSX -> new XlsxFile(shape, out, addresses);
            case JSON -> new Json(shape, out);
        };
    }

    /** The media type of such a file. */
    static String mediaType(FileFormat format) {
        return switch (format) {
            case CSV -> "text/csv; charset=utf-8; header=present";
            case XLSX -> "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
            case JSON -> "application/json; charset=utf-8";
        };
    }

    /** RFC 4180. Text is quoted, and nothing is null. */
    final class Csv extends CellSink implements RecordFile {
        private static final CsvFactory FORMAT = CsvFactory.builder()
                .enable(CsvGenerator.Feature.ALWAYS_QUOTE_STRINGS)
                .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .build();

        private final CsvGenerator csv;

        Csv(Shape shape, OutputStream out, Function<FileReference, String> addresses) {
            super(shape, addresses);
            try {
                this.csv = FORMAT.createGenerator(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            csv.setSchema(CsvSchema.emptySchema().withLineSeparator("\r\n"));
            row(shape.fields().stream().map(FieldDefinition::name).toArray());
        }

        @Override
        void row(@Nullable Object[] cells) {
            try {
                csv.writeStartArray();
                for (@Nullable Object cell : cells) {
                    switch (cell) {
                        case null -> csv.writeRawValue(""); // a null in an array is left out
                        case String text -> csv.writeString(Formulas.neutralised(text));
                        case Long number -> csv.writeNumber(number);
                        case Double number -> csv.writeNumber(number);
                        case BigDecimal number -> csv.writeNumber(number);
                        default -> csv.writeBoolean((Boolean) cell);
                    }
                }
                csv.writeEndArray();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public RecordSink sink() {
            return this;
        }

        @Override
        public void flush() {
            try {
                csv.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void finish() {
            try {
                csv.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** An array of objects. */
    final class Json implements RecordFile {
        private final JsonGenerator json;
        private final RecordSink sink;

        Json(Shape shape, OutputStream out) {
            try {
                this.json = JsonDocument.generator(out);
                this.sink = new JsonRecords().sink(json, shape, this::newLine);
                json.writeStartArray();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void newLine() {
            try {
                json.writeRaw('\n');
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public RecordSink sink() {
            return sink;
        }

        @Override
        public void flush() {
            try {
                json.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void finish() {
            try {
                json.writeEndArray();
                json.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
