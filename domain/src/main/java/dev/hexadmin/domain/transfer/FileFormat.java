package dev.hexadmin.domain.transfer;

import java.util.Locale;
import java.util.Optional;

/** What files of records are written in. */
public enum FileFormat {
    /** RFC 4180. */
    CSV,
    /** Office Open XML, ISO/IEC 29500. */
    XLSX,
    /** An array of objects (RFC 8259). */
    JSON;

    /** As written in a query, such as {@code csv}; also the ending of a file's name. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The format with this {@link #word()}. */
    public static Optional<FileFormat> ofWord(String word) {
        for (FileFormat format : values()) {
            if (format.word().equals(word)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
