package dev.hexadmin.http.server.content;

import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Gzip;
import dev.hexadmin.http.server.response.Response;
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
    public static Response answer(RequestContext request, Response response, String tag) {
        boolean known = request.header("If-None-Match")
                .map(header -> names(header, tag))
                .orElse(false);
        if (!known) {
            return response.with("ETag", tag);
        }
        List<Response.Header> kept = response.headers().stream()
                .filter(header ->
                        !header.name().startsWith("Content-") || header.name().endsWith("-Policy"))
                .toList();
        return new Response(304, kept, new byte[0]).with("ETag", tag);
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
