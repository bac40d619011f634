package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.application.transfer.RowReaders;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.http.server.json.JsonItems;
import java.io.InputStream;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads files of records in every format there is. Of a file no more is in memory than a row. */
final class FileReaders implements RowReaders {
    private final ZoneId zone;

    /** @param zone that of times without an offset in CSV and XLSX; JSON is as in the API, where they are in UTC */
    FileReaders(ZoneId zone) {
        this.zone = zone;
    }

    @Override
    public RowReader open(FileFormat format, Model model, Supplier<InputStream> file) {
        return switch (format) {
            case CSV -> new CsvRows(model, zone, file.get());
            case XLSX -> new XlsxRows(model, zone, file, XlsxRows.MOST_UNPACKED);
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
