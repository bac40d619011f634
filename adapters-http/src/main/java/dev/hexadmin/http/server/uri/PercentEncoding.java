package dev.hexadmin.http.server.uri;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Percent-encoded UTF-8 text (RFC 3986, 2.1), read strictly. The character NUL is not text: no database takes it. */
public final class PercentEncoding {
    private PercentEncoding() {}

    /** The decoded text; empty when it is badly encoded, not UTF-8 or holds NUL. */
    public static Optional<String> decode(String text) {
        if (text.indexOf('%') < 0) {
            return Optional.of(text);
        }
        byte[] bytes = new byte[text.length()];
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                int high = i + 2 < text.length() ? digit(text.charAt(i + 1)) : -1;
                int low = i + 2 < text.length() ? digit(text.charAt(i + 2)) : -1;
                if (high < 0 || low < 0 || (high == 0 && low == 0)) {
                    return Optional.empty();
                }
                bytes[length++] = (byte) ((high << 4) | low);
                i += 2;
            } else if (c > 0 && c < 0x80) {
                bytes[length++] = (byte) c;
            } else {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    public static boolean isText(String text) {
        return decode(text).isPresent();
    }

    private static int digit(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }
}
