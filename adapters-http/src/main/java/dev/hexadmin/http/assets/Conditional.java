package dev.hexadmin.http.assets;

import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Gzip;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/** Answers that a client may already have: {@code ETag} and {@code If-None-Match} (RFC 9110 section 13.1.2). */
public final class Conditional {
    private Conditional() {}

    /** A strong tag of this content. */
    public static String tag(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return '"'
                    + Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(digest)
                            .substring(0, 22)
                    + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The answer with its tag, or a 304 with its headers when the client has it. */
    public static Answer answer(Exchange exchange, Answer answer, String tag) {
        boolean known = exchange.header("If-None-Match")
                .map(header -> names(header, tag))
                .orElse(false);
        if (!known) {
            return answer.with("ETag", tag);
        }
        List<Answer.Header> kept = answer.headers().stream()
                .filter(header ->
                        !header.name().startsWith("Content-") || header.name().endsWith("-Policy"))
                .toList();
        return new Answer(304, kept, new byte[0]).with("ETag", tag);
    }

    private static boolean names(String ifNoneMatch, String tag) {
        for (String one : ifNoneMatch.split(",", -1)) {
            String plain = one.strip();
            if (plain.equals("*") || plain.equals(tag) || plain.equals("W/" + tag) || plain.equals(Gzip.tag(tag))) {
                return true;
            }
        }
        return false;
    }
}
