package dev.hexadmin.application.port;

/** Something outside this process that an answer needs, such as the database, cannot be reached now. */
public final class ServiceUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean inDoubt;

    public ServiceUnavailable(String message, Throwable cause) {
        this(message, cause, false);
    }

    /**
     * @param inDoubt whether what was being written may have been kept
     */
    public ServiceUnavailable(String message, Throwable cause, boolean inDoubt) {
        super(message, cause);
        this.inDoubt = inDoubt;
    }

    /** Whether what was being written may have been kept all the same: the connection was lost during the commit. */
    public boolean inDoubt() {
        return inDoubt;
    }
}
