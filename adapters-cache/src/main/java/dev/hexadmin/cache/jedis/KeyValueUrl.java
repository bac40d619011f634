package dev.hexadmin.cache.jedis;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a key-value server is, and how to sign in there. Its text never shows the password.
 *
 * @param place how it is reached
 * @param user name of an access control list; {@code ""}: the default one
 * @param password {@code ""}: none is asked for
 * @param database number, from 0
 */
public record KeyValueUrl(Place place, String user, String password, int database) {
    static final int USUAL_PORT = 6379;
    private static final Set<String> PLAIN = Set.of("redis", "valkey");
    private static final Set<String> ENCRYPTED = Set.of("rediss", "valkeys");
    private static final String EXPECTED =
            "a URL with redis://, rediss://, valkey://, valkeys:// or unix:// is expected";
    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[^\\[\\]:@]+)(?::(\\d{1,5}))?");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    /** How a server is reached. */
    public sealed interface Place {
        /**
         * Over TCP.
         *
         * @param tls whether encrypted, with the certificate checked against the Java machine's trust store and the host
         */
        record Host(String name, int port, boolean tls) implements Place {
            @Override
            public String toString() {
                return (tls ? "rediss://" : "redis://") + (name.contains(":") ? "[" + name + "]" : name) + ":" + port;
            }
        }

        /** Through a socket of this machine's file system. */
        record File(Path path) implements Place {
            @Override
            public String toString() {
                return "unix://" + path;
            }
        }
    }

    /**
     * Reads {@code redis://[[user]:password@]host[:6379][/database]}, {@code rediss://}, {@code valkey://} and
     * {@code valkeys://} likewise, or {@code unix://[[user]:password@]/path[?db=database]}. User, password and path are
     * percent-encoded; the database may be given as {@code ?db=} everywhere.
     *
     * @throws IllegalArgumentException with what is wrong, without any part of the URL that may be secret
     */
    public static KeyValueUrl parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) { // not passed on as the cause: its message contains the whole URL
            throw new IllegalArgumentException("this is no URL: " + e.getReason()
                    + " (special characters of a password are written as %40 for @)");
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme();
        boolean file = scheme.equals("unix");
        boolean tls = ENCRYPTED.contains(scheme);
        if (!(file || tls || PLAIN.contains(scheme)) || uri.isOpaque()) {
            throw new IllegalArgumentException(EXPECTED);
        }
        if (uri.getRawFragment() != null) {
            throw new IllegalArgumentException("it ends with a fragment (#...); # in a password is written as %23");
        }
        String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
        int at = authority.lastIndexOf('@');
        String[] account = account(at < 0 ? "" : authority.substring(0, at), at >= 0);
        String host = authority.substring(at + 1);
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        Place place = file ? file(host, path) : host(host, tls);
        return new KeyValueUrl(
                place,
                account[0],
                account[1],
                database(file ? "" : path, uri.getRawQuery() == null ? "" : uri.getRawQuery()));
    }

    private static String[] account(String text, boolean given) {
        if (!given) {
            return new String[] {"", ""};
        }
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException(
                    "before @ a user and a password are expected, user:password, or a password alone, :password");
        }
        String user = decoded(text.substring(0, colon));
        String password = decoded(text.substring(colon + 1));
        if (password.isEmpty() && !user.isEmpty()) {
            throw new IllegalArgumentException("a user is given, but no password");
        }
        return new String[] {user, password};
    }

    private static Place host(String text, boolean tls) {
        Matcher matcher = HOST_AND_PORT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("host or host:port is expected after the scheme");
        }
        String name = matcher.group(1);
        int port = matcher.group(2) == null ? USUAL_PORT : Integer.parseInt(matcher.group(2));
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("a port is 1 to 65535, not " + port);
        }
        return new Place.Host(name.startsWith("[") ? name.substring(1, name.length() - 1) : name, port, tls);
    }

    private static Place file(String host, String path) {
        if (!host.isEmpty() || path.length() < 2) {
            throw new IllegalArgumentException(
                    "the whole path of a socket is expected, such as unix:///run/redis.sock");
        }
        try {
            return new Place.File(Path.of(decoded(path)));
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("the path of the socket is none", e);
        }
    }

    private static int database(String path, String query) {
        String inPath = path.startsWith("/") ? path.substring(1) : path;
        if (!query.isEmpty() && !query.startsWith("db=")) {
            throw new IllegalArgumentException("after ? only db=number is known");
        }
        String inQuery = query.isEmpty() ? "" : query.substring("db=".length());
        if (!inPath.isEmpty() && !query.isEmpty()) {
            throw new IllegalArgumentException("the database is given twice, in the path and after ?");
        }
        String number = query.isEmpty() ? inPath : inQuery;
        if (number.isEmpty() && query.isEmpty()) {
            return 0;
        }
        if (!NUMBER.matcher(number).matches()) {
            throw new IllegalArgumentException("the database is a number, from 0");
        }
        return Integer.parseInt(number);
    }

    /** Percent-encoding only: a plus sign is itself. */
    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** Without user and password. */
    @Override
    public String toString() {
        return switch (place) {
            case Place.Host host -> host + (database == 0 ? "" : "/" + database);
            case Place.File file -> file + (database == 0 ? "" : "?db=" + database);
        };
    }
}
