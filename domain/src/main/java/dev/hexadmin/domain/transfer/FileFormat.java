package dev.hexadmin.domain.transfer;

import java.util.Locale;
import java.util.Optional;

/** The format of a file of records. */
public enum FileFormat {
    /** RFC 4180. */
    CSV,
    /** Office Open XML, ISO/IEC 29500. */
    XLSX,
    /** An array of objects (RFC 8259). */
    JSON;

    /** The word in a query, such as {@code csv}; also the file extension. */
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
