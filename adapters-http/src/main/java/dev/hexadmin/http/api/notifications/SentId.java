package dev.hexadmin.http.api.notifications;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * A {@code user_id} as the client wrote it, to be given back in the same way.
 *
 * @param number whether it was one, without a point or an exponent
 */
record SentId(String text, boolean number) {
    static final SentId NONE = new SentId("", false);

    void writeTo(JsonGenerator out) throws IOException {
        if (number) {
            out.writeNumber(text);
        } else {
            out.writeString(text);
        }
    }
}
