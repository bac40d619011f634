package dev.hexadmin.persistence.database;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** URLs of databases of servers: {@code scheme://user:password@host:port/database?parameters}. */
public final class ServerUrl {
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
        try {
            URI uri = new URI(url);
            String info = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo();
            int colon = info.indexOf(':');
            String path = uri.getPath() == null ? "" : uri.getPath();
            if (uri.getHost() == null || path.length() < 2) {
                throw new IllegalArgumentException("a " + product + " URL looks like " + example);
            }
            return new DatabaseSettings.Server(
                    product,
                    uri.getHost(),
                    uri.getPort() < 0 ? port : uri.getPort(),
                    path.substring(1),
                    decoded(colon < 0 ? info : info.substring(0, colon)),
                    colon < 0 ? "" : decoded(info.substring(colon + 1)),
                    uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                    poolSize);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "the database URL cannot be read: " + e.getReason() + " (percent-encode special characters)", e);
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
