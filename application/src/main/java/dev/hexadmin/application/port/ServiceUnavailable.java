package dev.hexadmin.application.port;

/** Something outside this process that an answer needs, such as the database, cannot be reached now. */
public final class ServiceUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ServiceUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
