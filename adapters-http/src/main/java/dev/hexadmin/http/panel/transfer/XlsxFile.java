package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Function;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A workbook (ISO/IEC 29500) that is written in one go, row by row. Every cell has a type, and none is a formula. What a
 * spreadsheet's floating-point numbers cannot hold exactly is text. When a sheet is full, another one follows.
 */
final class XlsxFile extends CellSink implements RecordFile {
    static final int MOST_ROWS = 1_048_576;
    private static final String XML = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
    private static final String MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    private static final String RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
    private static final String OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml.";
    private static final long EXACT = 1L << 53;
    private static final int DIGITS = 15;

    private final ZipOutputStream zip;
    private final Object[] header;
    private final StringBuilder xml = new StringBuilder();
    private int sheets;
    private int rows;

    XlsxFile(Shape shape, OutputStream out, Function<FileReference, String> addresses) {
        super(shape, addresses);
        this.zip = new ZipOutputStream(out);
        this.header = shape.fields().stream().map(FieldDefinition::name).toArray();
        zip.setLevel(Deflater.BEST_SPEED);
        beginSheet();
    }

    private void beginSheet() {
        sheets++;
        rows = 0;
        entry("xl/worksheets/sheet" + sheets + ".xml");
        xml.append(XML).append("<worksheet xmlns=\"").append(MAIN).append("\"><sheetData>");
        row(header);
    }

    private void endSheet() {
        xml.append("</sheetData></worksheet>");
        endEntry();
    }

    @Override
    void row(@Nullable Object[] cells) {
        if (rows == MOST_ROWS) {
            endSheet();
            beginSheet();
        }
        rows++;
        xml.append("<row r=\"").append(rows).append("\">");
        for (int i = 0; i < cells.length; i++) {
            Object cell = cells[i];
            if (cell != null) {
                xml.append("<c r=\"");
                column(xml, i);
                xml.append(rows).append('"');
                value(cell);
            }
        }
        xml.append("</row>");
        if (xml.length() > 64 * 1024) {
            write();
        }
    }

    private static void column(StringBuilder to, int index) {
        if (index >= 26) {
            column(to, index / 26 - 1);
        }
        to.append((char) ('A' + index % 26));
    }

    /**
     * The name of a cell, such as {@code AB12}.
     *
     * @param column from 0
     * @param row from 1
     */
    static String reference(int column, int row) {
        StringBuilder name = new StringBuilder();
        column(name, column);
        return name.append(row).toString();
    }

    private void value(Object cell) {
        switch (cell) {
            case Boolean flag -> xml.append(" t=\"b\"><v>").append(flag ? 1 : 0).append("</v></c>");
            case Long number
            when Math.abs(number) <= EXACT && number != Long.MIN_VALUE ->
                xml.append("><v>").append(number.longValue()).append("</v></c>");
            case Double number ->
                xml.append("><v>").append(number.doubleValue()).append("</v></c>");
            case BigDecimal number
            when number.precision() <= DIGITS && Math.abs(number.scale()) <= DIGITS ->
                xml.append("><v>").append(number.toPlainString()).append("</v></c>");
            case BigDecimal number -> text(number.toPlainString());
            default -> text(cell.toString());
        }
    }

    private void text(String text) {
        xml.append(" t=\"inlineStr\"><is><t xml:space=\"preserve\">");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> xml.append("&lt;");
                case '>' -> xml.append("&gt;");
                case '&' -> xml.append("&amp;");
                case '\t', '\n' -> xml.append(c);
                case '_' -> xml.append(XlsxText.looksEscaped(text, i) ? "_x005F_" : "_");
                default -> {
                    if (c < ' ' || c == '\uFFFE' || c == '\uFFFF') {
                        xml.append(String.format(Locale.ROOT, "_x%04X_", (int) c));
                    } else {
                        xml.append(c);
                    }
                }
            }
        }
        xml.append("</t></is></c>");
    }

    private void entry(String name) {
        try {
            zip.putNextEntry(new ZipEntry(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void endEntry() {
        write();
        try {
            zip.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write() {
        try {
            zip.write(xml.toString().getBytes(StandardCharsets.UTF_8));
            xml.setLength(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void part(String name, String content) {
        entry(name);
        xml.append(XML).append(content);
        endEntry();
    }

    @Override
    public RecordSink sink() {
        return this;
    }

    @Override
    public void flush() {
        write();
    }

    @Override
    public void finish() {
        endSheet();
        StringBuilder types = new StringBuilder();
        StringBuilder list = new StringBuilder();
        StringBuilder links = new StringBuilder();
        for (int i = 1; i <= sheets; i++) {
            types.append("<Override PartName=\"/xl/worksheets/sheet" + i + ".xml\" ContentType=\"" + TYPES
                    + "worksheet+xml\"/>");
            list.append("<sheet name=\"Records" + (i == 1 ? "" : " " + i) + "\" sheetId=\"" + i + "\" r:id=\"rId" + i
                    + "\"/>");
            links.append("<Relationship Id=\"rId" + i + "\" Type=\"" + OFFICE + "/worksheet\" Target=\"worksheets/sheet"
                    + i + ".xml\"/>");
        }
        part(
                "xl/workbook.xml",
                "<workbook xmlns=\"" + MAIN + "\" xmlns:r=\"" + OFFICE + "\"><sheets>" + list + "</sheets></workbook>");
        part("xl/_rels/workbook.xml.rels", "<Relationships xmlns=\"" + RELATIONS + "\">" + links + "</Relationships>");
        part(
                "_rels/.rels",
                "<Relationships xmlns=\"" + RELATIONS + "\"><Relationship Id=\"rId1\" Type=\"" + OFFICE
                        + "/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>");
        part(
                "[Content_Types].xml",
                "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
                        + "<Default Extension=\"rels\""
                        + " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                        + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
                        + "<Override PartName=\"/xl/workbook.xml\" ContentType=\"" + TYPES + "sheet.main+xml\"/>"
                        + types
                        + "</Types>");
        try {
            zip.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
