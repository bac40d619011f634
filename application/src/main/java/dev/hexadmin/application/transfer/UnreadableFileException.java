package dev.hexadmin.application.transfer;

/** A file is not what it says it is, or broken. Made without a stack trace, as it is no fault of this program. */
public final class UnreadableFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param reason a sentence for people, with the row where there is one
     */
    public UnreadableFileException(String reason) {
        super(reason, null, false, false);
    }

    /** A sentence for people. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
