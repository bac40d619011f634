package dev.hexadmin.application;

/**
 * A statement failed for a reason that no client caused, such as a column of another type than the model says. The cause is the
 * driver's exception; clients get a 500 without details.
 *
 * @see ServiceUnavailableException when the database cannot work now
 */
public class DatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DatabaseException(String message, Throwable cause) {
        super(message, cause);
    }
}
