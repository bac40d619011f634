package dev.hexadmin.application.identity.port;

/** The response of an authenticator is not valid. It has no stack trace, since clients cause it. */
public final class PasskeyRejectedException extends RuntimeException {
    /** The counter of an authenticator has not increased: it may have been copied. */
    public static final String SIGN_COUNT = "sign_count";

    private static final long serialVersionUID = 1L;

    /** @param reason a stable word for the audit log, such as {@code wrong_origin} */
    public PasskeyRejectedException(String reason) {
        super(reason, null, false, false);
    }

    /** A stable word for the audit log. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
