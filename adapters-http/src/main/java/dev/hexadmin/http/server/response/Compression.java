package dev.hexadmin.http.server.response;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.Method;
import java.util.Optional;
import java.util.zip.Deflater;

/**
 * Own code, because Helidon's encoders choose by {@code Accept-Encoding} alone, and its gzip module is not published
 * for 4.1.7.
 *
 * <p>Sends large JSON answers compressed to clients that prefer it.
 *
 * <p>Only answers to {@code GET}, so none that contains a token, and none to a caller who is authenticated by a cookie:
 * another site can make a browser send requests of that caller, and the length of a compressed answer shows what it has in
 * common with the request (BREACH). Pages are never compressed, for the same reason.
 */
public final class Compression {
    /** Smaller answers are not compressed: the time would cost more than the saved bytes. */
    static final int LARGE = 8 * 1024;

    private static final String ACCEPT_ENCODING = "Accept-Encoding";
    private static final String ETAG = "ETag";

    private Compression() {}

    /** The answer in the form that the request asks for. */
    public static Response apply(Response response, Method method, Headers headers) {
        boolean reads = method.equals(Method.GET) || method.equals(Method.HEAD);
        boolean byCookie = headers.contains(HeaderNames.COOKIE) && !headers.contains(HeaderNames.AUTHORIZATION);
        if (!reads || byCookie) {
            return response;
        }
        return switch (response.status()) {
            case 200 -> isLargeJson(response) ? compressed(response, headers) : response;
            case 304 -> notModified(response, headers);
            default -> response;
        };
    }

    private static boolean isLargeJson(Response response) {
        return response.body().length >= LARGE
                && response.headers().contains(Response.JSON)
                && response.header("Content-Encoding").isEmpty();
    }

    private static Response compressed(Response response, Headers headers) {
        if (!Gzip.isPreferred(headers.first(HeaderNames.ACCEPT_ENCODING))) {
            return varying(response);
        }
        Response zipped = new Response(200, response.headers(), Gzip.compress(response.body(), Deflater.BEST_SPEED));
        return varying(tagged(zipped).with("Content-Encoding", "gzip"));
    }

    /** A client that has the compressed form gets the tag of that form. */
    private static Response notModified(Response response, Headers headers) {
        Optional<String> has = headers.first(HeaderNames.IF_NONE_MATCH);
        boolean compressed = response.header(ETAG)
                .filter(tag ->
                        has.filter(known -> known.contains(Gzip.tag(tag))).isPresent())
                .isPresent();
        return compressed ? varying(tagged(response)) : response;
    }

    private static Response tagged(Response response) {
        Optional<String> tag = response.header(ETAG);
        return tag.isEmpty() ? response : response.replacing(ETAG, Gzip.tag(tag.get()));
    }

    private static Response varying(Response response) {
        Optional<String> vary = response.header("Vary");
        if (vary.isPresent() && vary.get().contains(ACCEPT_ENCODING)) {
            return response;
        }
        return response.replacing("Vary", vary.map(names -> names + ", ").orElse("") + ACCEPT_ENCODING);
    }
}
