package dev.hexadmin.http.api.notifications;

import java.math.BigInteger;

/**
 * A {@code user_id} as the client wrote it, so that the answer repeats it in the same form.
 *
 * @param number whether it was one, without a point or an exponent
 */
record SentId(String text, boolean number) {
    static final SentId NONE = new SentId("", false);

    /** A {@link BigInteger} or a text. */
    Object json() {
        return number ? new BigInteger(text) : text;
    }
}
