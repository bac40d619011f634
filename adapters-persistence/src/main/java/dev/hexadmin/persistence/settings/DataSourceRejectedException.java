package dev.hexadmin.persistence.settings;

/** A program's own source of connections cannot be used; the message says why, and what can. */
public final class DataSourceRejectedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DataSourceRejectedException(String reason) {
        super(reason);
    }
}
