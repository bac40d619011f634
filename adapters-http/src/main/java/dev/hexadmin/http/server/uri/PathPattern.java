package dev.hexadmin.http.server.uri;

import java.util.List;

/**
 * A pattern of paths in a setting: {@code *} matches one segment, a {@code **} at the end any rest, also an empty one.
 * Immutable. Segments are compared decoded, and one trailing slash is ignored.
 */
public final class PathPattern {
    private static final String ONE = "*";
    private static final String REST = "**";

    private final List<String> segments;
    private final boolean rest;

    private PathPattern(List<String> segments, boolean rest) {
        this.segments = segments;
        this.rest = rest;
    }

    /**
     * Reads a pattern such as <code>/admin/api/&#42;&#42;</code>.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    public static PathPattern parse(String text) {
        if (!text.startsWith("/") || text.indexOf('?') >= 0 || text.indexOf('#') >= 0) {
            throw wrong(text, "a path such as /admin/api/** is expected");
        }
        String bare = text.endsWith("/") ? text.substring(1, Math.max(1, text.length() - 1)) : text.substring(1);
        List<String> segments = bare.isEmpty() ? List.of() : List.of(bare.split("/", -1));
        boolean rest = !segments.isEmpty() && segments.getLast().equals(REST);
        List<String> before = rest ? segments.subList(0, segments.size() - 1) : segments;
        for (String segment : before) {
            if (segment.isEmpty()) {
                throw wrong(text, "there is an empty segment");
            }
            if (segment.indexOf('*') >= 0 && !segment.equals(ONE)) {
                throw wrong(text, "'*' stands for a whole segment, and '**' only at the end");
            }
            if (segment.indexOf('%') >= 0) {
                throw wrong(text, "segments are written without percent-encoding");
            }
        }
        return new PathPattern(List.copyOf(before), rest);
    }

    private static IllegalArgumentException wrong(String text, String why) {
        return new IllegalArgumentException(why + ", not '" + text + "'");
    }

    /** Whether it is one of them; {@code path} is raw. */
    public boolean matches(String path) {
        int end = path.length() > 1 && path.endsWith("/") ? path.length() - 1 : path.length();
        int from = 1;
        for (int i = 0; i < segments.size(); i++) {
            if (from >= end) {
                return false;
            }
            int slash = path.indexOf('/', from);
            int to = slash < 0 || slash > end ? end : slash;
            if (!same(segments.get(i), path, from, to)) {
                return false;
            }
            from = to + 1;
        }
        return rest || from >= end;
    }

    private static boolean same(String segment, String path, int from, int to) {
        if (segment.equals(ONE)) {
            return true;
        }
        int escape = path.indexOf('%', from);
        if (escape < 0 || escape >= to) {
            return segment.length() == to - from && path.startsWith(segment, from);
        }
        return PercentEncoding.decode(path.substring(from, to))
                .filter(segment::equals)
                .isPresent();
    }

    /** Whether a path of the template may be one of them. */
    public boolean overlaps(String template) {
        List<String> others = template.isEmpty() || template.equals("/")
                ? List.of()
                : List.of(template.substring(1).split("/"));
        if (others.size() < segments.size() || (others.size() > segments.size() && !rest)) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            String other = others.get(i);
            if (!segment.equals(ONE) && !other.startsWith("{") && !segment.equals(other)) {
                return false;
            }
        }
        return true;
    }
}
