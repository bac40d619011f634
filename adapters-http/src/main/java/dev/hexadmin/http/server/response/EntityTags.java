package dev.hexadmin.http.server.response;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.records.EditingRecords.Precondition;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Entity tags and conditional requests (RFC 9110, sections 8.8.3 and 13.1).
 *
 * <p>A tag is {@code "<version>"} for a record as a whole, and {@code "<version>.<digest of the body>"} for an answer
 * that shows less of it or more. {@code If-None-Match} compares the whole tag, {@code If-Match} only the version. The
 * compressed form of an answer has a different tag, which identifies the same record.
 */
public final class EntityTags {
    private static final int DIGEST = 12;

    private EntityTags() {}

    /** One tag of a request. */
    private record Tag(boolean weak, String opaque) {}

    /** The tag of a record as a whole. */
    public static String of(Version version) {
        return '"' + version.value() + '"';
    }

    /** The tag of one of its other representations. */
    public static String of(Version version, byte[] body) {
        byte[] digest = Arrays.copyOf(sha256(body), DIGEST);
        return '"'
                + version.value()
                + '.'
                + Base64.getUrlEncoder().withoutPadding().encodeToString(digest)
                + '"';
    }

    /**
     * Whether {@code If-None-Match} has the answer's tag: the client knows the answer already. Weak comparison.
     *
     * @throws RequestRejectedException {@code MALFORMED} when the header cannot be read
     */
    public static boolean known(Optional<String> ifNoneMatch, String etag) {
        if (ifNoneMatch.isEmpty()) {
            return false;
        }
        String line = ifNoneMatch.get().strip();
        return line.equals("*")
                || tags("If-None-Match", line).stream()
                        .anyMatch(
                                tag -> etag.length() == tag.opaque().length() + 2 && etag.startsWith(tag.opaque(), 1));
    }

    /**
     * What {@code If-Match} asks of a change; a weak tag never matches. {@code If-None-Match: *} asks that there is
     * nothing yet, which no existing record meets (RFC 9110 section 13.1.2).
     *
     * @throws RequestRejectedException {@code MALFORMED} when the header cannot be read
     */
    public static Precondition precondition(Optional<String> ifMatch, Optional<String> ifNoneMatch) {
        if (ifNoneMatch.map(String::strip).filter("*"::equals).isPresent()) {
            return new Precondition.OneOf(List.of());
        }
        if (ifMatch.isEmpty()) {
            return new Precondition.None();
        }
        String line = ifMatch.get().strip();
        if (line.equals("*")) {
            return new Precondition.Exists();
        }
        List<Version> versions = new ArrayList<>();
        for (Tag tag : tags("If-Match", line)) {
            int dot = tag.opaque().indexOf('.');
            String version = dot < 0 ? tag.opaque() : tag.opaque().substring(0, dot);
            versions.add(new Version(tag.weak() ? "W/" + version : version));
        }
        return new Precondition.OneOf(versions);
    }

    private static List<Tag> tags(String header, String line) {
        List<Tag> tags = new ArrayList<>();
        int at = 0;
        while (at < line.length()) {
            char c = line.charAt(at);
            if (c == ' ' || c == '\t' || c == ',') {
                at++;
                continue;
            }
            boolean weak = line.startsWith("W/", at);
            int open = weak ? at + 2 : at;
            int close = open < line.length() && line.charAt(open) == '"' ? line.indexOf('"', open + 1) : -1;
            if (close < 0 || (close + 1 < line.length() && ", \t".indexOf(line.charAt(close + 1)) < 0)) {
                throw malformed(header);
            }
            tags.add(new Tag(weak, Gzip.plain(line.substring(open + 1, close))));
            at = close + 1;
        }
        if (tags.isEmpty()) {
            throw malformed(header);
        }
        return tags;
    }

    private static RequestRejectedException malformed(String header) {
        return new RequestRejectedException(
                Category.MALFORMED,
                "malformed",
                Message.of("{header} takes * or entity tags in double quotes, as ETag gave them.")
                        .with("header", header));
    }

    private static byte[] sha256(byte[] body) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(body);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
