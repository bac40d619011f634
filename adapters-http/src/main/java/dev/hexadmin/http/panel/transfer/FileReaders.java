package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.application.transfer.RowReaders;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.http.fields.NumberNotation;
import dev.hexadmin.http.server.json.JsonItems;
import dev.hexadmin.http.texts.Localization;
import dev.hexadmin.http.texts.Localized;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads files of records in every format there is. Of a file no more is in memory than a row. */
final class FileReaders implements RowReaders {
    private final Localization localization;

    /** @param localization of the user, in whose language and time zone CSV and XLSX may be; JSON is as in the API */
    FileReaders(Localization localization) {
        this.localization = localization;
    }

    @Override
    public RowReader open(FileFormat format, Model model, Supplier<InputStream> file) {
        return switch (format) {
            case CSV -> table(notation -> new CsvRows(model, notation, file.get()));
            case XLSX -> table(notation -> new XlsxRows(model, notation, file, XlsxRows.MOST_UNPACKED));
            case JSON -> new Json(model, file.get());
        };
    }

    private RowReader table(Function<NumberNotation, TableRows> opener) {
        return Localized.where(
                () -> localization, () -> new LocalizedRows(localization, opener.apply(notation(opener))));
    }

    /**
     * How numbers with fractions are written in the whole of a file: as those are that can be read in one way only, and
     * without any of them as in exports where the file looks like one.
     */
    private static NumberNotation notation(Function<NumberNotation, TableRows> opener) {
        try (TableRows rows = opener.apply(NumberNotation.UNKNOWN)) {
            if (!rows.cells().hasFractions()) {
                return NumberNotation.UNKNOWN;
            }
            Set<NumberNotation> seen = rows.cells().seen();
            while (seen.size() < 2 && rows.next().isPresent()) {
                // only the cells are of interest
            }
            return switch (seen.size()) {
                case 0 -> rows.isExported() ? NumberNotation.PLAIN : NumberNotation.UNKNOWN;
                case 1 -> seen.iterator().next();
                default -> NumberNotation.UNKNOWN;
            };
        }
    }

    /** Rows that are read in the language and the time zone of a user, by any thread. */
    private record LocalizedRows(Localization localization, RowReader rows) implements RowReader {
        @Override
        public Optional<Header> header() {
            return rows.header();
        }

        @Override
        public Optional<Row> next() {
            return Localized.where(() -> localization, rows::next);
        }

        @Override
        public void close() {
            rows.close();
        }
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
            return items.next().map(values -> new Row(number, values, List.of()));
        }

        @Override
        public void close() {
            items.close();
        }
    }
}
