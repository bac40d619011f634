package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.application.transfer.RowReaders;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.http.server.json.JsonItems;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads files of records in every format there is. Of a file no more is in memory than a row. */
final class FileReaders implements RowReaders {
    @Override
    public RowReader open(FileFormat format, Model model, Supplier<InputStream> file) {
        return switch (format) {
            case CSV -> new CsvRows(model, file.get());
            case XLSX -> new XlsxRows(model, file, XlsxRows.MOST_UNPACKED);
            case JSON -> new Json(model, file.get());
        };
    }

    private static final class Json implements RowReader {
        private final JsonItems items;
        private long number;

        Json(Model model, InputStream file) {
            this.items = JsonItems.open(file, model);
        }

        @Override
        public Optional<Header> header() {
            return Optional.empty();
        }

        @Override
        public Optional<Row> next() {
            number++;
            return items.next().map(values -> new Row(number, values));
        }

        @Override
        public void close() {
            items.close();
        }
    }
}
