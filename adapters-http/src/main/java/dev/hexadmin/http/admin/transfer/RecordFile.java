package dev.hexadmin.http.admin.transfer;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.hexadmin.application.transfer.FileFormat;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.http.json.JsonDocument;
import dev.hexadmin.http.json.JsonRecords;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A file of records while it is written. Used by one thread. */
interface RecordFile {
    /** Takes the records. */
    RecordSink sink();

    /** Hands on what has been written so far. */
    void flush();

    /** Writes the end. The stream stays open. */
    void finish();

    /** A file without records. */
    static RecordFile open(FileFormat format, Shape shape, OutputStream out) {
        return switch (format) {
            case CSV -> new Csv(shape, out);
            case XLSX -> new XlsxFile(shape, out);
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
        private final Writer out;

        Csv(Shape shape, OutputStream out) {
            super(shape);
            this.out = new java.io.OutputStreamWriter(out, StandardCharsets.UTF_8);
            row(shape.fields().stream().map(FieldDefinition::name).toArray());
        }

        @Override
        void row(@Nullable Object[] cells) {
            try {
                for (int i = 0; i < cells.length; i++) {
                    if (i > 0) {
                        out.write(',');
                    }
                    write(cells[i]);
                }
                out.write("\r\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void write(@Nullable Object cell) throws IOException {
            switch (cell) {
                case null -> {}
                case String text -> {
                    out.write('"');
                    out.write(Formulas.neutralised(text).replace("\"", "\"\""));
                    out.write('"');
                }
                case BigDecimal number -> out.write(number.toPlainString());
                default -> out.write(cell.toString());
            }
        }

        @Override
        public RecordSink sink() {
            return this;
        }

        @Override
        public void flush() {
            try {
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void finish() {
            flush();
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
