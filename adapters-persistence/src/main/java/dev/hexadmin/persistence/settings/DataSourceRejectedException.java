package dev.hexadmin.persistence.settings;

/** A program's data source cannot be used. The message states why, and which sources are supported. */
public final class DataSourceRejectedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DataSourceRejectedException(String reason) {
        super(reason);
    }
}
