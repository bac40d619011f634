package dev.hexadmin.application.transfer;

import dev.hexadmin.domain.models.Model;
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
     * @param file opens the file as it was uploaded, from its start, any number of times; read in pieces, never kept whole
     * @throws UnreadableFileException when it is not of this format
     */
    RowReader open(FileFormat format, Model model, Supplier<InputStream> file);

    /** One file while it is read. */
    interface RowReader extends AutoCloseable {
        /** What the file's first row names; empty where every row names its own fields. */
        Optional<Header> header();

        /**
         * The next row; empty at the end.
         *
         * @throws UnreadableFileException when the rest cannot be read
         */
        Optional<Row> next();

        @Override
        void close();
    }

    /**
     * The columns of a file.
     *
     * @param fields the names of the model's fields that have one
     * @param unknown headings that name no field
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
     */
    record Row(long number, Map<String, @Nullable Object> values) {}
}
