package dev.hexadmin.application.port;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an answer needs, such as the database or the table of a model, is unavailable now. */
public final class ServiceUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final @Nullable String model;
    private final boolean inDoubt;

    /** What is unavailable. Its code is stable: clients see it. */
    public enum Reason {
        /** The database cannot be reached, gives no connection, or cannot work. */
        DATABASE_UNAVAILABLE("database_unavailable"),
        /** The database has no space left to write to; it can be read. */
        DATABASE_FULL("database_full"),
        /** The database takes no changes, such as a standby of PostgreSQL; it can be read. */
        DATABASE_READ_ONLY("database_read_only"),
        /** Another transaction holds what this one needs. */
        DATABASE_LOCKED("database_locked"),
        /** The table of one model, or a column of it, is missing; other models work. */
        MODEL_UNAVAILABLE("model_unavailable"),
        /** Something other than the database. */
        OTHER("service_unavailable");

        private final String code;

        Reason(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }

    /** Something other than the database is unavailable. */
    public ServiceUnavailableException(String message, Throwable cause) {
        this(Reason.OTHER, message, cause);
    }

    public ServiceUnavailableException(Reason reason, String message, Throwable cause) {
        this(reason, message, cause, false);
    }

    /**
     * @param message for the log; clients do not see it
     * @param inDoubt whether what was being written may have been kept
     */
    public ServiceUnavailableException(Reason reason, String message, Throwable cause, boolean inDoubt) {
        this(reason, null, message, cause, inDoubt);
    }

    private ServiceUnavailableException(
            Reason reason, @Nullable String model, String message, Throwable cause, boolean inDoubt) {
        super(message, cause);
        this.reason = reason;
        this.model = model;
        this.inDoubt = inDoubt;
    }

    /** The table of {@code model}, or a column of it, is missing in the database. */
    public static ServiceUnavailableException ofModel(String model, String message, Throwable cause) {
        return new ServiceUnavailableException(Reason.MODEL_UNAVAILABLE, model, message, cause, false);
    }

    public Reason reason() {
        return reason;
    }

    /** The model that is unavailable, with {@link Reason#MODEL_UNAVAILABLE}. */
    public Optional<String> model() {
        return Optional.ofNullable(model);
    }

    /** Whether what was being written may have been kept all the same: the connection was lost during the commit. */
    public boolean inDoubt() {
        return inDoubt;
    }
}
