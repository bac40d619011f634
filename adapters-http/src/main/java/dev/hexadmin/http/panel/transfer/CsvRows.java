package dev.hexadmin.http.panel.transfer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.hexadmin.application.transfer.RowReaders.Header;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.application.transfer.UnreadableFileException;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.NumberNotation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads CSV (RFC 4180), and distinguishes a missing cell from an empty text: only the empty text is quoted. Lines may have
 * any line ending, and empty lines are skipped. Used by one thread.
 */
final class CsvRows implements TableRows {
    private static final int LONGEST_ROW = 8 * 1024 * 1024;
    private static final int MOST_CELLS = 16_384;
    private static final int BEGINNING = 16 * 1024;
    private static final CsvFactory CSV = CsvFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxStringLength(LONGEST_ROW).build())
            .enable(CsvParser.Feature.WRAP_AS_ARRAY)
            .enable(CsvParser.Feature.EMPTY_UNQUOTED_STRING_AS_NULL)
            .build();

    private final CsvParser csv;
    private final Cells cells;
    private final boolean exported;
    private long number;

    CsvRows(Model model, NumberNotation notation, InputStream file) {
        BufferedReader text = new BufferedReader(
                new InputStreamReader(
                        file,
                        StandardCharsets.UTF_8
                                .newDecoder()
                                .onMalformedInput(CodingErrorAction.REPORT)
                                .onUnmappableCharacter(CodingErrorAction.REPORT)),
                BEGINNING);
        try {
            String heading = heading(text);
            char separator = separator(heading);
            this.exported = separator == ',' && heading.startsWith("\"");
            this.csv = CSV.createParser(text);
            csv.setSchema(CsvSchema.emptySchema().withColumnSeparator(separator));
            csv.nextToken(); // the array of rows
        } catch (IOException e) {
            throw unreadable(e);
        }
        this.cells =
                new Cells(model, notation, row().orElseThrow(() -> new UnreadableFileException("The file is empty.")));
    }

    /** The first line, or the beginning of a long one. It is read again, without a mark of UTF-8 before it. */
    private static String heading(BufferedReader text) throws IOException {
        char[] beginning = new char[BEGINNING];
        text.mark(BEGINNING);
        int filled = Math.max(0, text.read(beginning));
        text.reset();
        if (filled > 0 && beginning[0] == '\uFEFF') {
            text.skip(1);
            return new String(beginning, 1, filled - 1);
        }
        return new String(beginning, 0, filled);
    }

    /** That of comma, semicolon and tab which is most often in the first line. */
    private static char separator(String beginning) {
        int commas = 0;
        int semicolons = 0;
        int tabs = 0;
        boolean quoted = false;
        for (int i = 0; i < beginning.length() && (quoted || "\r\n".indexOf(beginning.charAt(i)) < 0); i++) {
            switch (beginning.charAt(i)) {
                case '"' -> quoted = !quoted;
                case ',' -> commas += quoted ? 0 : 1;
                case ';' -> semicolons += quoted ? 0 : 1;
                case '\t' -> tabs += quoted ? 0 : 1;
                default -> {}
            }
        }
        return semicolons > commas && semicolons >= tabs ? ';' : tabs > commas ? '\t' : ',';
    }

    @Override
    public Cells cells() {
        return cells;
    }

    @Override
    public boolean isExported() {
        return exported;
    }

    @Override
    public Optional<Header> header() {
        return Optional.of(cells.header());
    }

    @Override
    public Optional<Row> next() {
        Optional<List<@Nullable String>> row = row();
        while (row.isPresent()) {
            if (row.get().size() > cells.size()) {
                throw new UnreadableFileException(
                        Message.of("Row {row} has {cells} cells, and there are {columns} columns.")
                                .with("row", number)
                                .with("cells", row.get().size())
                                .with("columns", cells.size()));
            }
            Optional<Row> read =
                    cells.row(number, row.get().stream().map(CsvRows::cell).toList());
            if (read.isPresent()) {
                return read;
            }
            row = row();
        }
        return Optional.empty();
    }

    private static @Nullable Cell cell(@Nullable String text) {
        return text == null ? null : new Cell.Typed(Formulas.restored(text));
    }

    /** The cells of the next row, null for no text between separators; empty at the end. Blank lines are counted. */
    private Optional<List<@Nullable String>> row() {
        try {
            while (csv.nextToken() == JsonToken.START_ARRAY) {
                number++;
                List<@Nullable String> row = new ArrayList<>();
                long length = 0;
                boolean blank = true;
                for (JsonToken token = csv.nextToken(); token != JsonToken.END_ARRAY; token = csv.nextToken()) {
                    @Nullable String cell = token == JsonToken.VALUE_NULL ? null : csv.getText();
                    length += cell == null ? 1 : cell.length() + 1L;
                    if (length > LONGEST_ROW || row.size() == MOST_CELLS) {
                        throw wrong(Message.of("Row {row} is too long, or a quotation mark is not closed."));
                    }
                    row.add(cell);
                    blank &= cell == null && row.size() == 1;
                }
                if (!blank) {
                    return Optional.of(row);
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private RuntimeException unreadable(IOException e) {
        return switch (e) {
            case StreamConstraintsException tooLong ->
                wrong(Message.of("Row {row} is too long, or a quotation mark is not closed."));
            case JsonProcessingException broken ->
                wrong(
                        Message.of(
                                "Row {row} has a quotation mark that is not closed, or something between a quoted cell and the next one."));
            case CharacterCodingException notUtf8 ->
                new UnreadableFileException("The file is not UTF-8 text. Save it as “CSV UTF-8” and try again.");
            default -> new UncheckedIOException(e);
        };
    }

    private UnreadableFileException wrong(Message what) {
        return new UnreadableFileException(what.with("row", number));
    }

    @Override
    public void close() {
        try {
            csv.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
