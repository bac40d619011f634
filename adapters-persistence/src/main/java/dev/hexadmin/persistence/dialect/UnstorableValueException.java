package dev.hexadmin.persistence.dialect;

/** A value that its column cannot hold without changing it. */
public final class UnstorableValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnstorableValueException(String message) {
        super(message, null, false, false);
    }
}
