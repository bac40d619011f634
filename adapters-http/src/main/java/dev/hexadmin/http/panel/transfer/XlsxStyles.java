package dev.hexadmin.http.panel.transfer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** What the number formats of a workbook's cells make of its numbers (ISO/IEC 29500, part 1, 18.8.30). Used by one thread. */
final class XlsxStyles {
    /** Spreadsheet programs take no more. */
    private static final int MOST = 1 << 16;

    private final Map<Integer, Form> formats = new HashMap<>();
    private final List<Form> cells = new ArrayList<>();

    /** What a number in a cell stands for. */
    enum Form {
        NUMBER,
        DATE,
        TIME,
        DATE_TIME,
        /** A length of time, such as {@code [h]:mm}. */
        ELAPSED
    }

    /** Reads the part of the styles. */
    void read(XMLStreamReader xml) throws XMLStreamException {
        String list = "";
        while (xml.hasNext()) {
            if (XlsxXml.step(xml) == XMLStreamConstants.START_ELEMENT) {
                switch (xml.getLocalName()) {
                    case "numFmts", "cellXfs", "cellStyleXfs", "dxfs" -> list = xml.getLocalName();
                    case "numFmt" -> {
                        if (list.equals("numFmts")) {
                            formats.put(format(xml), form(attribute(xml, "formatCode")));
                        }
                    }
                    case "xf" -> {
                        if (list.equals("cellXfs")) {
                            cells.add(form(format(xml)));
                        }
                    }
                    default -> {}
                }
                if (formats.size() > MOST || cells.size() > MOST) {
                    throw XlsxXml.broken();
                }
            }
        }
    }

    private static String attribute(XMLStreamReader xml, String name) {
        return XlsxXml.attribute(xml, null, name).orElse("");
    }

    private static int format(XMLStreamReader xml) {
        return number(attribute(xml, "numFmtId")).orElse(0);
    }

    private static Optional<Integer> number(String text) {
        try {
            return Optional.of(Integer.valueOf(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** @param style the index of the cell's style, as its attribute has it */
    Form of(String style) {
        return number(style)
                .filter(index -> index >= 0 && index < cells.size())
                .map(cells::get)
                .orElse(Form.NUMBER);
    }

    /**
     * Of the formats that are part of the standard and not in the file. Some of those of East Asia are dates in one language
     * and times in another; as dates, they leave a number below 1 a time.
     */
    private Form form(int format) {
        return Optional.ofNullable(formats.get(format)).orElseGet(() -> switch (format) {
            case 14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58 -> Form.DATE;
            case 18, 19, 20, 21, 32, 33, 45, 47 -> Form.TIME;
            case 22 -> Form.DATE_TIME;
            case 46 -> Form.ELAPSED;
            default -> Form.NUMBER;
        });
    }

    /** Of the first section of a format, which is that of positive numbers. */
    static Form form(String code) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < code.length() && code.charAt(i) != ';'; i++) {
            switch (code.charAt(i)) {
                case '"' -> i = end(code, '"', i);
                case '\\', '_', '*' -> i++;
                case '[' -> {
                    int end = end(code, ']', i);
                    if (code.substring(i + 1, end).matches("(?i)h+|m+|s+")) {
                        return Form.ELAPSED;
                    }
                    i = end;
                }
                default -> letters.append(code.charAt(i));
            }
        }
        String rest =
                letters.toString().toLowerCase(Locale.ROOT).replace("am/pm", "").replace("a/p", "");
        if (rest.equals("general")) {
            return Form.NUMBER;
        }
        boolean time = has(rest, "hs");
        boolean date = has(rest, "dy") || (!time && has(rest, "m"));
        return date && time ? Form.DATE_TIME : date ? Form.DATE : time ? Form.TIME : Form.NUMBER;
    }

    private static int end(String code, char mark, int begin) {
        int end = code.indexOf(mark, begin + 1);
        return end < 0 ? code.length() : end;
    }

    private static boolean has(String text, String letters) {
        return letters.chars().anyMatch(letter -> text.indexOf(letter) >= 0);
    }
}
