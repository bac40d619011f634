package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.application.transfer.RowReaders.Header;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.application.transfer.UnreadableFileException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.domain.models.type.ValueType.Option;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.NumberNotation;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first sheet of a workbook (ISO/IEC 29500) in two passes: its shared texts and styles, then its rows, of which
 * one is in memory. Document type declarations are rejected, and with them external entities (OWASP, XML External Entity
 * Prevention). The unpacked bytes are counted and limited. Used by one thread.
 */
final class XlsxRows implements TableRows {
    static final long MOST_UNPACKED = 1L << 30;
    private static final long MOST_SHARED = 64L << 20;
    private static final long LARGEST_ROW = 8L << 20;
    private static final int MOST_COLUMNS = 16_384;
    /** The types of cells with texts; all others have values of the workbook. */
    private static final Set<String> TEXTS = Set.of("s", "str", "inlineStr");

    private static final XMLInputFactory XML = factory();
    private static final String RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

    private final SharedTexts shared = new SharedTexts();
    private final Map<String, String> targets = new HashMap<>();
    private String firstSheet = "";
    private LocalDate epoch = LocalDate.of(1899, 12, 30);
    private final XlsxArchive unpacked;
    private final XMLStreamReader sheet;
    private final Cells cells;
    private @Nullable String[] row = {};
    private final BitSet exact = new BitSet();
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
            this.cells = new Cells(model, notation, Arrays.asList(row));
            opened = true;
        } finally {
            if (!opened) {
                unpacked.close();
            }
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        // declarations are rejected already: these limits would only count &amp; and the like, up to a hundred thousand
        factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
        factory.setProperty("jdk.xml.totalEntitySizeLimit", "0");
        return factory;
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
                default -> skip(first);
            }
            entry = first.entry();
        }
    }

    private static void skip(XlsxArchive from) {
        try {
            from.skipEntry();
        } catch (IOException e) {
            throw new UnreadableFileException("The file is no workbook, or broken.");
        }
    }

    private static void read(XlsxArchive from, Part part) {
        from.limit(MOST_SHARED);
        try {
            XMLStreamReader xml = XML.createXMLStreamReader(from.keptOpen());
            part.read(xml);
            xml.close();
        } catch (XMLStreamException e) {
            throw broken(e);
        }
        from.unlimited();
        skip(from);
    }

    /** The next event; a document type declaration or entity reference is rejected. */
    private static int step(XMLStreamReader xml) throws XMLStreamException {
        int event = xml.next();
        if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
            throw new UnreadableFileException("The file holds a document type declaration, which no workbook does.");
        }
        return event;
    }

    private static UnreadableFileException broken(XMLStreamException e) {
        return e.getNestedException() instanceof UnreadableFileException own
                ? own
                : new UnreadableFileException("The file is no workbook, or broken.");
    }

    private void workbook(XMLStreamReader xml) throws XMLStreamException {
        while (xml.hasNext()) {
            if (step(xml) == XMLStreamConstants.START_ELEMENT) {
                if (xml.getLocalName().equals("sheet") && firstSheet.isEmpty()) {
                    firstSheet = attribute(xml, RELATIONS, "id").orElse("");
                } else if (xml.getLocalName().equals("workbookPr")) {
                    String since1904 = attribute(xml, null, "date1904").orElse("0");
                    if (since1904.equals("1") || since1904.equals("true")) {
                        epoch = LocalDate.of(1904, 1, 1);
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

    private static Optional<String> attribute(XMLStreamReader xml, @Nullable String namespace, String name) {
        return Optional.ofNullable(xml.getAttributeValue(namespace, name));
    }

    /** The text of all {@code t} up to the end of an element, without how it is pronounced. */
    private static String text(XMLStreamReader xml, String until) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        boolean inText = false;
        int phonetic = 0;
        while (true) {
            switch (step(xml)) {
                case XMLStreamConstants.START_ELEMENT -> {
                    inText = xml.getLocalName().equals("t");
                    phonetic += xml.getLocalName().equals("rPh") ? 1 : 0;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    if (inText && phonetic == 0) {
                        text.append(xml.getText());
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    inText = false;
                    phonetic -= xml.getLocalName().equals("rPh") ? 1 : 0;
                    if (xml.getLocalName().equals(until)) {
                        return XlsxText.decoded(text.toString());
                    }
                }
                case XMLStreamConstants.END_DOCUMENT -> throw new UnreadableFileException("The file ends too early.");
                default -> {}
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
        try {
            return XML.createXMLStreamReader(unpacked.keptOpen());
        } catch (XMLStreamException e) {
            throw broken(e);
        }
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
            Optional<Row> read = cells.row(number, Arrays.asList(row), exact);
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
            throw broken(e);
        }
    }

    private void readRow(Optional<Cells> columns) throws XMLStreamException {
        List<@Nullable String> texts = new ArrayList<>(columns.map(Cells::size).orElse(16));
        exact.clear();
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
                while (texts.size() <= column) {
                    texts.add(null);
                }
                int at = column;
                exact.set(column, !TEXTS.contains(attribute(sheet, null, "t").orElse("n")));
                texts.set(column, cell(columns.flatMap(known -> known.field(at))));
            } else if (event == XMLStreamConstants.END_ELEMENT
                    && sheet.getLocalName().equals("row")) {
                row = texts.toArray(String[]::new);
                return;
            } else if (event == XMLStreamConstants.END_DOCUMENT) {
                throw new UnreadableFileException("The file ends too early.");
            }
        }
    }

    /** The text of the cell that has just begun. */
    private @Nullable String cell(Optional<FieldDefinition> field) throws XMLStreamException {
        String type = attribute(sheet, null, "t").orElse("n");
        String place = attribute(sheet, null, "r").orElse("");
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
                if (formula && value == null && field.isPresent()) {
                    throw new UnreadableFileException(Message.of(
                                    "The cell {cell} has a formula without its result: save the file with a spreadsheet program, which computes it.")
                            .with("cell", place));
                }
                return value == null ? null : text(type, value, field);
            } else if (event == XMLStreamConstants.END_DOCUMENT) {
                throw new UnreadableFileException("The file ends too early.");
            }
        }
    }

    private String text(String type, String value, Optional<FieldDefinition> field) {
        return switch (type) {
            case "s" -> shared.get(whole(value.strip()).orElse(-1));
            case "b" -> value.strip().equals("1") ? "true" : "false";
            case "str" -> XlsxText.decoded(value);
            case "n" -> number(value.strip(), field.map(FieldDefinition::valueType));
            default -> value; // inlineStr, an error such as #N/A, or a date in ISO 8601
        };
    }

    /** A floating-point number, as few digits as make it; what the field takes for a date or a time is one. */
    private String number(String value, Optional<ValueType> type) {
        double number;
        try {
            number = Double.parseDouble(value);
        } catch (NumberFormatException e) {
            return value;
        }
        if (!Double.isFinite(number)) {
            return value;
        }
        if (type.filter(taken -> taken.takes(Option.NOW)).isPresent()) {
            return moment(number)
                    .flatMap(moment -> type.get().at(moment.toInstant(ZoneOffset.UTC)))
                    .map(FieldText::write)
                    .orElse(value);
        }
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /** A serial number: days since the workbook's epoch, to the millisecond. */
    private Optional<LocalDateTime> moment(double serial) {
        try {
            long millis = BigDecimal.valueOf(serial)
                    .multiply(BigDecimal.valueOf(86_400_000L))
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact();
            return Optional.of(epoch.atStartOfDay().plusNanos(Math.multiplyExact(millis, 1_000_000L)));
        } catch (ArithmeticException | DateTimeException e) {
            return Optional.empty();
        }
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
