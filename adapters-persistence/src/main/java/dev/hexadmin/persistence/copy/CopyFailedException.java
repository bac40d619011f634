package dev.hexadmin.persistence.copy;

/** An installation cannot be copied; the message is a sentence for the operator, without secrets. */
public final class CopyFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CopyFailedException(String sentence) {
        super(sentence, null, true, false);
    }
}
