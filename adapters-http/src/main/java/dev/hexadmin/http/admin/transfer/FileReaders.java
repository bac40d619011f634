package dev.hexadmin.http.admin.transfer;

import dev.hexadmin.application.transfer.FileFormat;
import dev.hexadmin.application.transfer.RowReaders;
import dev.hexadmin.application.transfer.UnreadableFile;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.json.JsonItems;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads files of records in every format there is. Of a file no more is in memory than a row. */
final class FileReaders implements RowReaders {
    @Override
    public RowReader open(FileFormat format, Model model, Supplier<InputStream> file) {
        return switch (format) {
            case CSV -> new Csv(model, file.get());
            case XLSX -> new XlsxRows(model, file, XlsxRows.MOST_UNPACKED);
            case JSON -> new Json(model, file.get());
        };
    }

    private static void close(AutoCloseable reader) {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Csv implements RowReader {
        private final Reader reader;
        private final CsvText text;
        private final Cells cells;

        Csv(Model model, InputStream file) {
            this.reader = new InputStreamReader(
                    file,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .onUnmappableCharacter(CodingErrorAction.REPORT));
            this.text = new CsvText(reader);
            this.cells = new Cells(model, text.next().orElseThrow(() -> new UnreadableFile("The file is empty.")));
        }

        @Override
        public Optional<Header> header() {
            return Optional.of(cells.header());
        }

        @Override
        public Optional<Row> next() {
            Optional<List<@Nullable String>> record = text.next();
            while (record.isPresent()) {
                if (record.get().size() > cells.size()) {
                    throw new UnreadableFile("Row " + text.record() + " has "
                            + record.get().size() + " cells, and there are " + cells.size() + " columns.");
                }
                Optional<Map<String, @Nullable Object>> values =
                        cells.values(record.get().stream().map(Csv::restored).toList());
                if (values.isPresent()) {
                    return Optional.of(new Row(text.record(), values.get()));
                }
                record = text.next();
            }
            return Optional.empty();
        }

        private static @Nullable String restored(@Nullable String cell) {
            return cell == null ? null : Formulas.restored(cell);
        }

        @Override
        public void close() {
            FileReaders.close(reader);
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
            return items.next().map(values -> new Row(number, values));
        }

        @Override
        public void close() {
            items.close();
        }
    }
}
