package dev.hexadmin.cache.jedis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A Lua script, which runs on the server as one atomic step.
 *
 * @param digest SHA-1, as the server names it
 */
record Script(byte[] text, byte[] digest) {
    static Script of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(bytes);
            return new Script(bytes, HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e); // every Java machine has it
        }
    }
}
