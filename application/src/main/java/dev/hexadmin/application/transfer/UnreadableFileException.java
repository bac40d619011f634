package dev.hexadmin.application.transfer;

import dev.hexadmin.domain.text.Message;

/**
 * A file does not have its declared format, or is damaged. It has no stack trace, since it is not an error of this
 * program.
 */
public final class UnreadableFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Message reason;

    /**
     * @param reason a sentence for users, with the row if there is one
     */
    public UnreadableFileException(Message reason) {
        super(reason.english(), null, false, false);
        this.reason = reason;
    }

    /** A sentence for users without arguments. */
    public UnreadableFileException(String reason) {
        this(Message.of(reason));
    }

    /** A sentence for users. */
    public Message reason() {
        return reason;
    }
}
