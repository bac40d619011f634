package dev.hexadmin.http.routing;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.Method;
import java.util.Optional;
import java.util.zip.Deflater;

/**
 * Sends large JSON answers compressed to clients that prefer it.
 *
 * <p>Only those to {@code GET}, so none that gives a token, and none to a caller who is known by a cookie: another site can
 * make a browser ask in that caller's name, and the length of a compressed answer tells what it has in common with the
 * request (BREACH). Pages are never compressed, for the same reason.
 */
final class Compression {
    /** Below, the time it takes is worth more than the bytes. */
    static final int LARGE = 8 * 1024;

    private static final String ACCEPT_ENCODING = "Accept-Encoding";
    private static final String ETAG = "ETag";

    private Compression() {}

    /** The answer in the form that the request asks for. */
    static Answer apply(Answer answer, Method method, Headers headers) {
        boolean reads = method.equals(Method.GET) || method.equals(Method.HEAD);
        boolean byCookie = headers.contains(HeaderNames.COOKIE) && !headers.contains(HeaderNames.AUTHORIZATION);
        if (!reads || byCookie) {
            return answer;
        }
        return switch (answer.status()) {
            case 200 -> isLargeJson(answer) ? compressed(answer, headers) : answer;
            case 304 -> notModified(answer, headers);
            default -> answer;
        };
    }

    private static boolean isLargeJson(Answer answer) {
        return answer.body().length >= LARGE
                && answer.headers().contains(Answer.JSON)
                && answer.header("Content-Encoding").isEmpty();
    }

    private static Answer compressed(Answer answer, Headers headers) {
        if (!Gzip.isPreferred(headers.first(HeaderNames.ACCEPT_ENCODING))) {
            return varying(answer);
        }
        Answer zipped = new Answer(200, answer.headers(), Gzip.compress(answer.body(), Deflater.BEST_SPEED));
        return varying(tagged(zipped).with("Content-Encoding", "gzip"));
    }

    /** A client that has the compressed form gets the tag of that form. */
    private static Answer notModified(Answer answer, Headers headers) {
        Optional<String> has = headers.first(HeaderNames.IF_NONE_MATCH);
        boolean compressed = answer.header(ETAG)
                .filter(tag ->
                        has.filter(known -> known.contains(Gzip.tag(tag))).isPresent())
                .isPresent();
        return compressed ? varying(tagged(answer)) : answer;
    }

    private static Answer tagged(Answer answer) {
        Optional<String> tag = answer.header(ETAG);
        return tag.isEmpty() ? answer : answer.replacing(ETAG, Gzip.tag(tag.get()));
    }

    private static Answer varying(Answer answer) {
        Optional<String> vary = answer.header("Vary");
        if (vary.isPresent() && vary.get().contains(ACCEPT_ENCODING)) {
            return answer;
        }
        return answer.replacing("Vary", vary.map(names -> names + ", ").orElse("") + ACCEPT_ENCODING);
    }
}
