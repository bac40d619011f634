package dev.hexadmin.http.server.request;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** Keeps the request ids that clients send, when they are harmless, and makes the others. Thread-safe. */
public final class RequestIds {
    /** {@code X-Request-Id}. */
    public static final HeaderName HEADER = HeaderNames.create("X-Request-Id");

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final RandomGenerator random;

    /**
     * @param random thread-safe
     */
    public RequestIds(RandomGenerator random) {
        this.random = random;
    }

    /** The id of the request with these headers: theirs when it is 1..64 of {@code [A-Za-z0-9._-]}, else a new one. */
    public String of(Headers headers) {
        if (headers.contains(HEADER)) {
            String given = headers.get(HEADER).get();
            if (isGood(given)) {
                return given;
            }
        }
        byte[] id = new byte[24];
        long bits = random.nextLong();
        for (int i = 0; i < 16; i++) {
            id[i] = (byte) HEX[(int) (bits >>> (i * 4)) & 15];
        }
        int more = random.nextInt();
        for (int i = 0; i < 8; i++) {
            id[16 + i] = (byte) HEX[(more >>> (i * 4)) & 15];
        }
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    private static boolean isGood(String text) {
        if (text.isEmpty() || text.length() > 64) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean good = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '.'
                    || c == '_'
                    || c == '-';
            if (!good) {
                return false;
            }
        }
        return true;
    }
}
