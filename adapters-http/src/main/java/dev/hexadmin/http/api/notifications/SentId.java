package dev.hexadmin.http.api.notifications;

import java.math.BigInteger;

/**
 * A {@code user_id} as the client wrote it, to be given back in the same way.
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
