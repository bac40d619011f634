package dev.hexadmin.http.admin.transfer;

import dev.hexadmin.application.transfer.UnreadableFile;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads CSV (RFC 4180), telling a cell that is not there from one that is empty: only the second is quoted. Lines may end
 * in any way. Used by one thread.
 */
final class CsvText {
    private static final int LONGEST_RECORD = 8 * 1024 * 1024;
    private static final int MOST_CELLS = 16_384;
    private static final int END = -1;
    private static final int NOT_READ = -2;

    private final Reader reader;
    private final char[] buffer = new char[16 * 1024];
    private final char separator;
    private int filled;
    private int at;
    private int pushed = NOT_READ;
    private long record;

    /**
     * Finds out what stands between cells: that of comma, semicolon and tab which is most often in the first line.
     *
     * @param reader read in pieces; not closed
     */
    CsvText(Reader reader) {
        this.reader = reader;
        fill();
        if (filled > 0 && buffer[0] == '\uFEFF') {
            at = 1;
        }
        this.separator = separator();
    }

    private char separator() {
        int commas = 0;
        int semicolons = 0;
        int tabs = 0;
        boolean quoted = false;
        for (int i = at; i < filled && (quoted || (buffer[i] != '\n' && buffer[i] != '\r')); i++) {
            switch (buffer[i]) {
                case '"' -> quoted = !quoted;
                case ',' -> commas += quoted ? 0 : 1;
                case ';' -> semicolons += quoted ? 0 : 1;
                case '\t' -> tabs += quoted ? 0 : 1;
                default -> {}
            }
        }
        return semicolons > commas && semicolons >= tabs ? ';' : tabs > commas ? '\t' : ',';
    }

    /** The number of the record given last, from 1. */
    long record() {
        return record;
    }

    /** The next record, null where nothing stands between separators; empty at the end. Empty lines are no records. */
    Optional<List<@Nullable String>> next() {
        int c = read();
        while (c == '\r' || c == '\n') {
            c = read();
        }
        if (c == END) {
            return Optional.empty();
        }
        record++;
        List<@Nullable String> cells = new ArrayList<>();
        int length = 0;
        while (true) {
            StringBuilder cell = new StringBuilder();
            boolean quoted = c == '"';
            c = quoted ? quoted(cell) : plain(c, cell);
            length += cell.length() + 1;
            if (length > LONGEST_RECORD || cells.size() == MOST_CELLS) {
                throw wrong("is too long, or a quotation mark is not closed");
            }
            cells.add(quoted || !cell.isEmpty() ? cell.toString() : null);
            if (c != separator) {
                endLine(c);
                return Optional.of(cells);
            }
            c = read();
        }
    }

    /** The character after the cell. */
    private int plain(int first, StringBuilder cell) {
        int c = first;
        while (c != separator && c != '\r' && c != '\n' && c != END) {
            if (cell.length() > LONGEST_RECORD) {
                throw wrong("is too long");
            }
            cell.append((char) c);
            c = read();
        }
        return c;
    }

    private int quoted(StringBuilder cell) {
        while (true) {
            int c = read();
            if (c == '"') {
                c = read();
                if (c != '"') {
                    if (c != separator && c != '\r' && c != '\n' && c != END) {
                        throw wrong("has something between the end of a quoted cell and the next one");
                    }
                    return c;
                }
            } else if (c == END) {
                throw wrong("has a quotation mark that is not closed");
            }
            if (cell.length() > LONGEST_RECORD) {
                throw wrong("is too long, or a quotation mark is not closed");
            }
            cell.append((char) c);
        }
    }

    private void endLine(int c) {
        if (c == '\r') {
            int following = read();
            if (following != '\n') {
                pushed = following;
            }
        }
    }

    private UnreadableFile wrong(String what) {
        return new UnreadableFile("Row " + record + " " + what + ".");
    }

    private int read() {
        if (pushed != NOT_READ) {
            int c = pushed;
            pushed = NOT_READ;
            return c;
        }
        if (at == filled && !fill()) {
            return END;
        }
        return buffer[at++];
    }

    private boolean fill() {
        try {
            at = 0;
            filled = Math.max(0, reader.read(buffer));
            return filled > 0;
        } catch (java.nio.charset.CharacterCodingException e) {
            throw new UnreadableFile("The file is not UTF-8 text. Save it as “CSV UTF-8” and try again.");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
