package dev.hexadmin.application.transfer;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.transfer.FileFormat;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads files of records. Thread-safe; the readers are not. */
@FunctionalInterface
public interface RowReaders {
    /**
     * Opens a file.
     *
     * @param file opens the uploaded file from its start, any number of times; read in chunks, never held in memory as
     *     a whole
     * @throws UnreadableFileException when the file does not have this format
     */
    RowReader open(FileFormat format, Model model, Supplier<InputStream> file);

    /** A file that is being read. */
    interface RowReader extends AutoCloseable {
        /** The columns in the file's first row; empty when every row names its fields. */
        Optional<Header> header();

        /**
         * The next row; empty at the end.
         *
         * @throws UnreadableFileException when the rest of the file cannot be read
         */
        Optional<Row> next();

        @Override
        void close();
    }

    /**
     * The columns of a file.
     *
     * @param fields the names of the model's fields that have a column
     * @param unknown headings that do not name a field
     */
    record Header(List<String> fields, List<String> unknown) {
        public Header {
            fields = List.copyOf(fields);
            unknown = List.copyOf(unknown);
        }
    }

    /**
     * One row.
     *
     * @param number as people count it: the first row of a spreadsheet is its heading, the first item of an array is 1
     * @param values as {@link dev.hexadmin.domain.models.FieldInput} takes them, by field name
     * @param violations texts of the row that are no values; a row with any is not imported
     */
    record Row(long number, Map<String, @Nullable Object> values, List<Violation> violations) {
        public Row {
            violations = List.copyOf(violations);
        }
    }
}
