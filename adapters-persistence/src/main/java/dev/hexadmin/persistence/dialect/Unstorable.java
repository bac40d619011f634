package dev.hexadmin.persistence.dialect;

/** A value that its column cannot hold without changing it. */
public final class Unstorable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unstorable(String message) {
        super(message, null, false, false);
    }
}
