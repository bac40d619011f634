package dev.hexadmin.http.server.connection;

import java.io.ByteArrayOutputStream;

/**
 * Removes the framing of the chunked coding (RFC 9112, 7.1) from a response of the web server, for a client of HTTP/1.0, whose
 * responses end with the connection. For one response, whose bytes come in order and in any pieces; not thread-safe.
 */
final class ChunkRemover {
    private static final String END_OF_HEAD = "\r\n\r\n";

    private enum Part {
        HEAD,
        SIZE,
        DATA,
        /** The line break after the data of a chunk. */
        BREAK,
        /** The last line break, after the chunk of the size 0. */
        END
    }

    private Part part = Part.HEAD;
    private int matched;
    private long left;

    byte[] plain(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        int at = 0;
        while (at < bytes.length) {
            if (part == Part.DATA) {
                int length = (int) Math.min(left, bytes.length - at);
                out.write(bytes, at, length);
                at += length;
                left -= length;
                part = left == 0 ? Part.BREAK : Part.DATA;
            } else {
                step(bytes[at++], out);
            }
        }
        return out.toByteArray();
    }

    private void step(byte next, ByteArrayOutputStream out) {
        switch (part) {
            case HEAD -> {
                out.write(next);
                matched = next == END_OF_HEAD.charAt(matched) ? matched + 1 : next == '\r' ? 1 : 0;
                part = matched == END_OF_HEAD.length() ? Part.SIZE : Part.HEAD;
            }
            case SIZE -> {
                if (next == '\n') {
                    part = left == 0 ? Part.END : Part.DATA;
                } else if (next != '\r') {
                    left = left * 16 + Character.digit(next, 16);
                }
            }
            case BREAK -> part = next == '\n' ? Part.SIZE : Part.BREAK;
            case DATA, END -> {} // data is taken as a whole; nothing follows the end
        }
    }
}
