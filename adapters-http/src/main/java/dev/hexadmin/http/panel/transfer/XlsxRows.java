package dev.hexadmin.http.panel.transfer;

import static dev.hexadmin.http.panel.transfer.XlsxXml.attribute;
import static dev.hexadmin.http.panel.transfer.XlsxXml.step;
import static dev.hexadmin.http.panel.transfer.XlsxXml.text;

import dev.hexadmin.application.transfer.RowReaders.Header;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.application.transfer.UnreadableFileException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.NumberNotation;
import dev.hexadmin.http.panel.transfer.XlsxStyles.Form;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first sheet of a workbook (ISO/IEC 29500) in two passes: its shared texts and styles, then its rows, of which
 * one is in memory. The unpacked bytes are counted and limited. Used by one thread.
 */
final class XlsxRows implements TableRows {
    static final long MOST_UNPACKED = 1L << 30;
    private static final long MOST_SHARED = 64L << 20;
    private static final long LARGEST_ROW = 8L << 20;
    private static final int MOST_COLUMNS = 16_384;

    private static final String RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

    private final SharedTexts shared = new SharedTexts();
    private final Map<String, String> targets = new HashMap<>();
    private String firstSheet = "";
    private final XlsxStyles styles = new XlsxStyles();
    private XlsxNumbers numbers = new XlsxNumbers(false);
    private final XlsxArchive unpacked;
    private final XMLStreamReader sheet;
    private final Cells cells;
    private List<@Nullable Cell> row = List.of();
    private int number;

    /**
     * Opens a workbook.
     *
     * @param notation how numbers in cells of text are written
     * @param mostUnpacked bytes that may come out of the whole of it
     */
    XlsxRows(Model model, NumberNotation notation, Supplier<InputStream> file, long mostUnpacked) {
        try (XlsxArchive first = new XlsxArchive(file.get(), mostUnpacked)) {
            readShared(first);
        }
        this.unpacked = new XlsxArchive(file.get(), mostUnpacked);
        boolean opened = false;
        try {
            this.sheet = openSheet();
            if (!nextRow(Optional.empty())) {
                throw new UnreadableFileException("The first sheet is empty.");
            }
            this.cells = new Cells(
                    model, notation, row.stream().map(XlsxRows::heading).toList());
            opened = true;
        } finally {
            if (!opened) {
                unpacked.close();
            }
        }
    }

    /** What reads an entry. */
    private interface Part {
        void read(XMLStreamReader xml) throws XMLStreamException;
    }

    private void readShared(XlsxArchive first) {
        ZipEntry entry = first.entry();
        while (entry != null) {
            switch (entry.getName()) {
                case "xl/workbook.xml" -> read(first, this::workbook);
                case "xl/_rels/workbook.xml.rels" -> read(first, this::links);
                case "xl/sharedStrings.xml" -> read(first, this::texts);
                case "xl/styles.xml" -> read(first, styles::read);
                default -> skip(first);
            }
            entry = first.entry();
        }
    }

    private static void skip(XlsxArchive from) {
        try {
            from.skipEntry();
        } catch (IOException e) {
            throw XlsxXml.broken();
        }
    }

    private static void read(XlsxArchive from, Part part) {
        from.limit(MOST_SHARED);
        try {
            XMLStreamReader xml = XlsxXml.open(from.keptOpen());
            part.read(xml);
            xml.close();
        } catch (XMLStreamException e) {
            throw XlsxXml.broken(e);
        }
        from.unlimited();
        skip(from);
    }

    private void workbook(XMLStreamReader xml) throws XMLStreamException {
        while (xml.hasNext()) {
            if (step(xml) == XMLStreamConstants.START_ELEMENT) {
                if (xml.getLocalName().equals("sheet") && firstSheet.isEmpty()) {
                    firstSheet = attribute(xml, RELATIONS, "id").orElse("");
                } else if (xml.getLocalName().equals("workbookPr")) {
                    String since1904 = attribute(xml, null, "date1904").orElse("0");
                    if (since1904.equals("1") || since1904.equals("true")) {
                        numbers = new XlsxNumbers(true);
                    }
                }
            }
        }
    }

    private void links(XMLStreamReader xml) throws XMLStreamException {
        while (xml.hasNext()) {
            if (step(xml) == XMLStreamConstants.START_ELEMENT
                    && xml.getLocalName().equals("Relationship")) {
                String target = attribute(xml, null, "Target").orElse("");
                targets.put(
                        attribute(xml, null, "Id").orElse(""),
                        target.startsWith("/") ? target.substring(1) : "xl/" + target);
            }
        }
    }

    private void texts(XMLStreamReader xml) throws XMLStreamException {
        while (xml.hasNext()) {
            if (step(xml) == XMLStreamConstants.START_ELEMENT
                    && xml.getLocalName().equals("si")) {
                shared.add(text(xml, "si"));
            }
        }
    }

    private XMLStreamReader openSheet() {
        String path = targets.getOrDefault(firstSheet, "");
        ZipEntry entry = unpacked.entry();
        while (entry != null && !entry.getName().equals(path)) {
            skip(unpacked);
            entry = unpacked.entry();
        }
        if (entry == null) {
            throw new UnreadableFileException("The file is no workbook, or has no sheet.");
        }
        return XlsxXml.open(unpacked.keptOpen());
    }

    @Override
    public Cells cells() {
        return cells;
    }

    @Override
    public boolean isExported() {
        return false; // numbers are no texts in exports
    }

    @Override
    public Optional<Header> header() {
        return Optional.of(cells.header());
    }

    @Override
    public Optional<Row> next() {
        while (nextRow(Optional.of(cells))) {
            Optional<Row> read = cells.row(number, row);
            if (read.isPresent()) {
                return read;
            }
        }
        if (number >= XlsxFile.MOST_ROWS) {
            throw new UnreadableFileException(
                    "The first sheet is full. What is on others is not read: use CSV for this much.");
        }
        return Optional.empty();
    }

    private static @Nullable String heading(@Nullable Cell cell) {
        return switch (cell) {
            case Cell.Typed(String text) -> text;
            case Cell.Exact(String text) -> text;
            case null, default -> null;
        };
    }

    /** Reads the cells of the next row; false after the last. */
    private boolean nextRow(Optional<Cells> columns) {
        unpacked.limit(LARGEST_ROW);
        try {
            while (sheet.hasNext()) {
                if (step(sheet) == XMLStreamConstants.START_ELEMENT
                        && sheet.getLocalName().equals("row")) {
                    number =
                            attribute(sheet, null, "r").flatMap(XlsxRows::whole).orElse(number + 1);
                    readRow(columns);
                    return true;
                }
            }
            return false;
        } catch (XMLStreamException e) {
            throw XlsxXml.broken(e);
        }
    }

    private void readRow(Optional<Cells> columns) throws XMLStreamException {
        List<@Nullable Cell> read = new ArrayList<>(columns.map(Cells::size).orElse(16));
        int column = -1;
        while (true) {
            int event = step(sheet);
            if (event == XMLStreamConstants.START_ELEMENT
                    && sheet.getLocalName().equals("c")) {
                column = attribute(sheet, null, "r").map(XlsxRows::column).orElse(column + 1);
                if (column < 0 || column >= MOST_COLUMNS) {
                    throw new UnreadableFileException(Message.of("Row {row} has a cell in a column that is none.")
                            .with("row", number));
                }
                while (read.size() <= column) {
                    read.add(null);
                }
                int at = column;
                read.set(column, cell(columns.flatMap(known -> known.taken(at)), column));
            } else if (event == XMLStreamConstants.END_ELEMENT
                    && sheet.getLocalName().equals("row")) {
                row = read;
                return;
            } else if (event == XMLStreamConstants.END_DOCUMENT) {
                throw new UnreadableFileException("The file ends too early.");
            }
        }
    }

    /**
     * The cell that has just begun.
     *
     * @param field empty when no value of the column is taken
     */
    private @Nullable Cell cell(Optional<FieldDefinition> field, int column) throws XMLStreamException {
        String type = attribute(sheet, null, "t").orElse("n");
        Form form = styles.of(attribute(sheet, null, "s").orElse("0"));
        @Nullable String value = null;
        boolean formula = false;
        while (true) {
            int event = step(sheet);
            if (event == XMLStreamConstants.START_ELEMENT) {
                switch (sheet.getLocalName()) {
                    case "f" -> formula = true;
                    case "v" -> value = sheet.getElementText();
                    case "is" -> value = text(sheet, "is");
                    default -> {}
                }
            } else if (event == XMLStreamConstants.END_ELEMENT
                    && sheet.getLocalName().equals("c")) {
                boolean missing = value == null || (value.isEmpty() && !type.equals("str"));
                if (formula && missing && field.isPresent()) {
                    throw new UnreadableFileException(Message.of(
                                    "The cell {cell} has a formula without its result: save the file with a spreadsheet program, which computes it.")
                            .with("cell", XlsxFile.reference(column, number)));
                }
                return value == null ? null : cell(type, value, field, XlsxFile.reference(column, number), form);
            } else if (event == XMLStreamConstants.END_DOCUMENT) {
                throw new UnreadableFileException("The file ends too early.");
            }
        }
    }

    private Cell cell(String type, String value, Optional<FieldDefinition> field, String place, Form form) {
        return switch (type) {
            case "s" -> new Cell.Typed(shared.get(whole(value.strip()).orElse(-1)));
            case "str" -> new Cell.Typed(XlsxText.decoded(value));
            case "inlineStr" -> new Cell.Typed(value);
            case "b" -> new Cell.Exact(value.strip().equals("1") ? "true" : "false");
            case "n" -> new Cell.Exact(numbers.text(value.strip(), field, form));
            case "e" ->
                new Cell.Wrong(Message.of("The cell {cell} has the error {error}.")
                        .with("cell", place)
                        .with("error", value));
            default -> new Cell.Exact(value); // a date in ISO 8601
        };
    }

    private static Optional<Integer> whole(String text) {
        try {
            return Optional.of(Integer.valueOf(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** The column of a cell such as {@code AB12}, from 0; negative when the reference is not valid. */
    private static int column(String reference) {
        int column = 0;
        for (int i = 0; i < reference.length() && i < 4; i++) {
            char c = reference.charAt(i);
            if (c < 'A' || c > 'Z') {
                return column - 1;
            }
            column = 26 * column + c - 'A' + 1;
        }
        return MOST_COLUMNS;
    }

    @Override
    public void close() {
        unpacked.close();
    }
}
