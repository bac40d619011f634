package dev.hexadmin.application.transfer;

/**
 * A file does not have its declared format, or is damaged. It has no stack trace, since it is not an error of this
 * program.
 */
public final class UnreadableFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param reason a sentence for users, with the row if there is one
     */
    public UnreadableFileException(String reason) {
        super(reason, null, false, false);
    }

    /** A sentence for users. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
