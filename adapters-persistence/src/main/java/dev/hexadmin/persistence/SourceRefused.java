package dev.hexadmin.persistence;

/** A program's own source of connections cannot be used; the message says why, and what can. */
public final class SourceRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SourceRefused(String reason) {
        super(reason);
    }
}
