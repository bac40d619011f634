package dev.hexadmin.application.identity.port;

/** A provider rejects a code, or an ID token is not valid. It has no stack trace, since clients cause it. */
public final class ProviderRejectedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reason a stable word for the audit log, such as {@code wrong_nonce} */
    public ProviderRejectedException(String reason) {
        super(reason, null, false, false);
    }

    /** A stable word for the audit log. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
