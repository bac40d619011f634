package dev.hexadmin.persistence.database;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * URLs of databases of servers: {@code scheme://user:password@host:port/database?parameters}. The user and the password may
 * be parameters, as in the URLs of JDBC.
 */
public final class ServerUrl {
    private static final String USER = "user";
    private static final String PASSWORD = "password";
    private static final int LAST_PORT = 65_535;

    /** Also names with an underscore, which those of containers have and {@link URI} takes for no host. */
    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[^\\[\\]:,@]+)(?::(\\d{1,5}))?");

    private ServerUrl() {}

    /**
     * Reads a URL.
     *
     * @param product the kind of database
     * @param example a URL of the kind, for messages
     * @param port the usual one
     * @throws IllegalArgumentException when something is wrong with it; the message never holds the password
     */
    public static DatabaseSettings.Server read(String url, String product, String example, int port, int poolSize) {
        URI uri = uri(url);
        String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
        int at = authority.lastIndexOf('@');
        if (at == authority.length() - 1) {
            throw new IllegalArgumentException("a " + product + " URL names a host, as " + example
                    + " does; the socket file of a server on this machine cannot be used: name localhost");
        }
        Matcher host = HOST.matcher(authority.substring(at + 1));
        if (!host.matches() || uri.getRawFragment() != null || port(host, port) > LAST_PORT) {
            throw new IllegalArgumentException("a " + product + " URL looks like " + example
                    + "; percent-encode special characters of the password, such as %23 for # and %2F for /");
        }
        String path = uri.getPath() == null ? "" : uri.getPath();
        if (path.length() < 2) {
            throw new IllegalArgumentException("a " + product + " URL names a database, as " + example + " does");
        }
        List<String> parameters = new ArrayList<>();
        Map<String, String> login = login(uri.getRawQuery(), parameters);
        if (at >= 0) {
            String info = authority.substring(0, at);
            int colon = info.indexOf(':');
            login = Map.of(
                    USER,
                    decoded(colon < 0 ? info : info.substring(0, colon)),
                    PASSWORD,
                    colon < 0 ? "" : decoded(info.substring(colon + 1)));
        }
        return new DatabaseSettings.Server(
                product,
                host.group(1),
                port(host, port),
                path.substring(1),
                login.getOrDefault(USER, ""),
                login.getOrDefault(PASSWORD, ""),
                String.join("&", parameters),
                poolSize);
    }

    private static URI uri(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "the database URL cannot be read: " + e.getReason() + " (percent-encode special characters)", e);
        }
    }

    private static int port(Matcher host, int usual) {
        return host.group(2) == null ? usual : Integer.parseInt(host.group(2));
    }

    /** The user and the password of a query, and its other parameters. */
    private static Map<String, String> login(@Nullable String query, List<String> others) {
        Map<String, String> login = new HashMap<>();
        for (String parameter : query == null ? new String[0] : query.split("&")) {
            int equals = parameter.indexOf('=');
            String name = equals < 0 ? parameter : parameter.substring(0, equals);
            if (Set.of(USER, PASSWORD).contains(name)) {
                login.put(name, equals < 0 ? "" : decoded(parameter.substring(equals + 1)));
            } else if (!parameter.isEmpty()) {
                others.add(parameter);
            }
        }
        return login;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
