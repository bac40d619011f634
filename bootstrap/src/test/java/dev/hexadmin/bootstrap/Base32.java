package dev.hexadmin.bootstrap;

import java.io.ByteArrayOutputStream;

/** Reads secrets as authenticators do (RFC 4648 section 6, spaces between groups). */
public final class Base32 {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    private Base32() {}

    public static byte[] decode(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int buffer = 0;
        int bits = 0;
        for (char c : text.replace(" ", "").toCharArray()) {
            buffer = (buffer << 5) | ALPHABET.indexOf(c);
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                out.write((buffer >> bits) & 0xff);
                buffer &= (1 << bits) - 1;
            }
        }
        return out.toByteArray();
    }
}
