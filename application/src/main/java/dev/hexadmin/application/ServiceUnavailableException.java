package dev.hexadmin.application;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A required service, such as the database or the table of a model, is unavailable. */
public final class ServiceUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final @Nullable String model;
    private final boolean inDoubt;

    /** The unavailable service. Clients see its code, so it is stable. */
    public enum Reason {
        /** The database cannot be reached, provides no connection, or is not operational. */
        DATABASE_UNAVAILABLE("database_unavailable"),
        /** The database has no space left to write to; it can be read. */
        DATABASE_FULL("database_full"),
        /** The database is read-only, such as a standby of PostgreSQL. */
        DATABASE_READ_ONLY("database_read_only"),
        /** Another transaction holds a lock. */
        DATABASE_LOCKED("database_locked"),
        /** The database cannot use the table of one model, such as a missing one; other models work. */
        MODEL_UNAVAILABLE("model_unavailable"),
        /** A service other than the database. */
        OTHER("service_unavailable");

        private final String code;

        Reason(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }

    /** A service other than the database is unavailable. */
    public ServiceUnavailableException(String message, Throwable cause) {
        this(Reason.OTHER, message, cause);
    }

    public ServiceUnavailableException(Reason reason, String message, Throwable cause) {
        this(reason, message, cause, false);
    }

    /**
     * @param message for the log; clients do not see it
     * @param inDoubt whether the write may have been committed
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

    /** The database cannot use the table of {@code model}, such as a missing one. */
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

    /** Whether the write may have been committed all the same: the connection was lost during the commit. */
    public boolean inDoubt() {
        return inDoubt;
    }
}
