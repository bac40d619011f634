package dev.hexadmin.persistence.settings;

import java.util.List;

/** Additions alone cannot make the database's tables match the models. Nothing was changed. */
public final class SchemaMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> reasons;

    /**
     * @param reasons one sentence each, naming model and field
     */
    public SchemaMismatchException(List<String> reasons) {
        super(String.join("\n", reasons));
        this.reasons = List.copyOf(reasons);
    }

    public SchemaMismatchException(String reason, Throwable cause) {
        super(reason, cause);
        this.reasons = List.of(reason);
    }

    /** One sentence each, at least one. */
    public List<String> reasons() {
        return reasons;
    }
}
