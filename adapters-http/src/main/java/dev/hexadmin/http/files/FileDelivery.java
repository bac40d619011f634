package dev.hexadmin.http.files;

import dev.hexadmin.application.files.DownloadingFiles.Download;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.EntityTags;
import dev.hexadmin.http.server.response.Response;
import io.helidon.http.Method;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The answer with the content of a file, or a range of it (RFC 9110, 14). Only images are shown by a browser, and those
 * were encoded by this server; everything else is downloaded, and nothing runs.
 */
final class FileDelivery {
    /** Types that a browser may run or render are given without their name. */
    private static final Pattern PASSIVE = Pattern.compile(
            "(audio|video|font)/.+|image/(jpeg|png)|application/(pdf|zip|gzip|json|msword|rtf|vnd\\.(ms-|openxmlformats-|oasis\\.).+)|text/(plain|csv)");

    private static final Pattern RANGE = Pattern.compile("bytes=(\\d*)-(\\d*)");
    private static final String OTHER = "application/octet-stream";

    private FileDelivery() {}

    private record Range(long from, long to) {}

    /** @param saved whether the browser saves an image, too */
    static Response of(RequestContext request, Download download, String version, boolean saved) {
        long size = download.size();
        String etag = "\"" + download.facts().sha256().substring(0, 32) + "-" + version + "\"";
        List<Response.Header> headers = new ArrayList<>();
        headers.add(new Response.Header("ETag", etag));
        headers.add(new Response.Header("Cache-Control", "private, max-age=300"));
        if (EntityTags.known(request.header("If-None-Match"), etag)) {
            return new Response(304, headers, new byte[0]);
        }
        headers.add(new Response.Header("Accept-Ranges", "bytes"));
        headers.add(new Response.Header("Content-Type", type(download.contentType())));
        headers.add(new Response.Header("Content-Disposition", disposition(download, saved)));
        headers.add(
                new Response.Header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'"));
        Optional<Range> range = range(request, etag, size);
        Range part = range.orElse(new Range(0, size - 1));
        long length = part.to() - part.from() + 1;
        headers.add(new Response.Header("Content-Length", Long.toString(length)));
        range.ifPresent(one ->
                headers.add(new Response.Header("Content-Range", "bytes " + one.from() + "-" + one.to() + "/" + size)));
        return Response.streamed(range.isPresent() ? 206 : 200, headers, out -> {
            try (InputStream content = download.content(part.from(), length)) {
                content.transferTo(out);
            }
        });
    }

    private static String type(String contentType) {
        if (!PASSIVE.matcher(contentType).matches()) {
            return OTHER;
        }
        return contentType.startsWith("text/") ? contentType + "; charset=utf-8" : contentType;
    }

    /** RFC 6266, with the name in the form of RFC 8187, too. */
    private static String disposition(Download download, boolean saved) {
        boolean shown = !saved && download.facts().dimensions().isPresent(); // of an image that was encoded here
        String name = download.facts().name();
        StringBuilder plain = new StringBuilder();
        name.codePoints()
                .forEach(
                        c -> plain.appendCodePoint(c >= ' ' && c < 127 && c != '"' && c != '\\' && c != '%' ? c : '_'));
        return (shown ? "inline" : "attachment") + "; filename=\"" + plain + "\"; filename*=UTF-8''" + encoded(name);
    }

    private static String encoded(String name) {
        StringBuilder out = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if ((c >= '0' && c <= '9')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= 'a' && c <= 'z')
                    || "!#$&+-.^_`|~".indexOf(c) >= 0) {
                out.append(c);
            } else {
                out.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return out.toString();
    }

    /** One range; several are answered with the whole file, which RFC 9110 allows. */
    private static Optional<Range> range(RequestContext request, String etag, long size) {
        Optional<Matcher> asked = request.header("Range").map(RANGE::matcher).filter(Matcher::matches);
        boolean same = request.header("If-Range").map(etag::equals).orElse(true);
        if (asked.isEmpty() || !same || !request.method().equals(Method.GET)) {
            return Optional.empty();
        }
        String first = asked.get().group(1);
        String last = asked.get().group(2);
        if (first.isEmpty() && last.isEmpty()) {
            return Optional.empty();
        }
        long from = first.isEmpty() ? Math.max(0, size - position(last)) : position(first);
        long to = first.isEmpty() || last.isEmpty() ? size - 1 : Math.min(size - 1, position(last));
        if (!first.isEmpty() && !last.isEmpty() && position(last) < from) {
            return Optional.empty();
        }
        if (from >= size || (first.isEmpty() && position(last) == 0)) {
            throw new Problem(
                    416,
                    "range_not_satisfiable",
                    Message.of("{size, plural, one {The file has # byte.} other {The file has # bytes.}}")
                            .with("size", size),
                    List.of(),
                    Map.of("Content-Range", "bytes */" + size));
        }
        return Optional.of(new Range(from, to));
    }

    /** A position beyond every file when it has too many digits for a number. */
    private static long position(String digits) {
        return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
    }
}
