package dev.hexadmin.http.files;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.http.fields.Formats;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What users read about files: sizes and types. */
public final class FileSize {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    private static final int STEP = 1_024;
    private static final int LONGEST_WORD = 5;
    private static final String OPEN_XML = "application/vnd.openxmlformats-officedocument.";

    private FileSize() {}

    /** A number of bytes, such as {@code 116 KiB}. */
    public static String of(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= STEP && unit < UNITS.length - 1) {
            size /= STEP;
            unit++;
        }
        String number = unit == 0 || size >= 10 || size == Math.rint(size)
                ? Long.toString(Math.round(size))
                : String.format(Locale.ROOT, "%.1f", size);
        return unit == 0
                ? text("{count, plural, one {# byte} other {# bytes}}", "count", bytes)
                : Formats.ungrouped(number) + " " + UNITS[unit];
    }

    /** The size of a file, of an image in pixels, too. */
    public static String of(FileReference.Facts facts) {
        return of(facts.size())
                + facts.dimensions()
                        .map(pixels -> " · " + pixels.width() + " × " + pixels.height())
                        .orElse("");
    }

    /** Media types as people call them, such as {@code GIF, JPEG or text files}. */
    public static String types(List<String> accepted) {
        List<String> words = accepted.stream().map(FileSize::word).distinct().toList();
        return words.size() < 2
                ? String.join("", words)
                : text(
                        "{several} or {last}",
                        "several",
                        words.stream().limit(words.size() - 1L).collect(Collectors.joining(", ")),
                        "last",
                        words.getLast());
    }

    private static String word(String type) {
        return switch (type) {
            case "image/*" -> text("images");
            case "audio/*" -> text("audio files");
            case "video/*" -> text("videos");
            case "text/*", "text/plain" -> text("text files");
            case "audio/mpeg" -> "MP3";
            case "image/svg+xml" -> "SVG";
            case "text/markdown" -> "Markdown";
            case "application/gzip" -> "GZIP";
            case "application/msword", OPEN_XML + "wordprocessingml.document" -> "Word";
            case "application/vnd.ms-excel", OPEN_XML + "spreadsheetml.sheet" -> "Excel";
            case "application/vnd.ms-powerpoint", OPEN_XML + "presentationml.presentation" -> "PowerPoint";
            case "application/vnd.oasis.opendocument.text" -> "ODT";
            case "application/vnd.oasis.opendocument.spreadsheet" -> "ODS";
            default -> otherWord(type);
        };
    }

    private static String otherWord(String type) {
        String subtype = type.substring(type.indexOf('/') + 1);
        if (subtype.equals("*")) {
            return text("{type} files", "type", type.substring(0, type.length() - 2));
        }
        return subtype.length() <= LONGEST_WORD ? subtype.toUpperCase(Locale.ROOT) : type;
    }
}
