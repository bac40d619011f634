package dev.hexadmin.http.settings;

import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.http.branding.Branding;
import dev.hexadmin.http.server.address.ClientAddress;
import dev.hexadmin.http.server.uri.PathPattern;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What an operator decides about the HTTP side.
 *
 * @param limits those that count every call
 * @param trustedProxies addresses or CIDR networks whose {@code X-Forwarded-For} is believed
 */
public record HttpSettings(
        Listening listening,
        Site site,
        Sizes sizes,
        List<CallLimit> limits,
        List<String> trustedProxies,
        Tokens tokens,
        Readers readers,
        Followers followers) {
    private static final Pattern ORIGIN =
            Pattern.compile("[a-z][a-z0-9+.-]*://(?:[a-z0-9._-]+|\\[[0-9a-f:]+])(?::[1-9][0-9]{0,4})?");

    public HttpSettings {
        limits = List.copyOf(limits);
        trustedProxies = List.copyOf(trustedProxies);
    }

    /**
     * Where the server listens.
     *
     * @param host the address
     * @param port the port, 0 for a free one
     * @param drain how long running requests may take when the server stops
     */
    public record Listening(String host, int port, Duration drain) {}

    /**
     * What is where.
     *
     * @param adminPath where the panel and, below it, the JSON API are mounted, such as {@code /admin}
     * @param notificationsPrefix where notifications are mounted, such as {@code /api/notifications}
     * @param environment a word that the panel shows, such as {@code staging}; {@code ""} for none
     * @param branding the appearance of the pages
     */
    public record Site(String adminPath, String notificationsPrefix, String environment, Branding branding) {
        /** With the product's own appearance. */
        public Site(String adminPath, String notificationsPrefix, String environment) {
            this(adminPath, notificationsPrefix, environment, Branding.NONE);
        }
    }

    /**
     * How much a client may send, in bytes.
     *
     * @param maxBodyBytes a request body at most
     * @param maxUploadBytes a file that is imported at most
     * @param maxFileBytes a file of a record at most, of any field
     */
    public record Sizes(int maxBodyBytes, int maxUploadBytes, long maxFileBytes) {
        /** Of a server without files. */
        public Sizes(int maxBodyBytes, int maxUploadBytes) {
            this(maxBodyBytes, maxUploadBytes, 0);
        }
    }

    /**
     * How access tokens are signed.
     *
     * @param secrets HS256 secrets by key id, the first one signs; at least 32 bytes each
     * @param issuer the {@code iss} and {@code aud} of access tokens
     */
    public record Tokens(List<Secret> secrets, String issuer) {
        public Tokens {
            secrets = List.copyOf(secrets);
        }
    }

    /**
     * Who may read what.
     *
     * @param openApi the OpenAPI document and the page that shows it
     * @param metrics the metrics
     * @param origins the other sites whose scripts may read responses; {@code *} is any
     */
    public record Readers(Visibility openApi, Visibility metrics, List<String> origins) {
        public Readers {
            origins = List.copyOf(origins);
        }
    }

    /**
     * Who may subscribe to live events.
     *
     * @param limits how many
     * @param trustUserId whether {@code user_id} alone says who opens a live stream: a gateway in front has checked it
     */
    public record Followers(FollowerLimits limits, boolean trustUserId) {}

    /** Whether the text is valid in {@code trustedProxies}. */
    public static boolean isNetwork(String text) {
        return ClientAddress.isNetwork(text);
    }

    /** Whether the text is valid in {@code origins}: {@code *}, or an origin as browsers send it. */
    public static boolean isOrigin(String text) {
        return text.equals("*")
                || (ORIGIN.matcher(text).matches()
                        && !(text.startsWith("https:") && text.endsWith(":443"))
                        && !(text.startsWith("http:") && text.endsWith(":80")));
    }

    /** Who may read the API document or the metrics. */
    public enum Visibility {
        /** Every caller. */
        PUBLIC,
        /** Users and API keys. */
        SIGNED_IN,
        /** No caller: the route does not exist. */
        OFF
    }

    /**
     * How many sockets and streams may be open.
     *
     * @param most in all
     * @param mostPerUser of one user
     * @param mostPerAddress of one client address
     */
    public record FollowerLimits(int most, int mostPerUser, int mostPerAddress) {
        /** The defaults: one user, or one address, cannot take all connections. */
        public static final FollowerLimits DEFAULTS = new FollowerLimits(20_000, 1_024, 10_000);

        public FollowerLimits {
            if (most < 1 || mostPerUser < 1 || mostPerAddress < 1) {
                throw new IllegalArgumentException("a limit of followers has to be more than nothing");
            }
        }
    }

    /**
     * A limit that counts every call.
     *
     * @param paths which calls: <code>&#42;</code> matches a segment, a last <code>&#42;&#42;</code> any rest
     * @param methods which of them, such as {@code GET}, which holds {@code HEAD}; empty: all
     * @param per whose calls are counted together
     */
    public record CallLimit(Limit limit, List<String> paths, Set<String> methods, Per per) {
        /** Whose calls are counted together. */
        public enum Per {
            /** Those of a client address, before the caller is authenticated. */
            ADDRESS,
            /** Those of a user, signed in or with an API key. */
            USER,
            /** Those of an API key. */
            API_KEY
        }

        /**
         * Checks the paths.
         *
         * @throws IllegalArgumentException naming the path that is not valid
         */
        public CallLimit {
            paths.forEach(PathPattern::parse);
            paths = List.copyOf(paths);
            methods = Set.copyOf(methods);
        }
    }

    /**
     * One signing key.
     *
     * @param keyId the {@code kid} of tokens it signs
     * @param bytes at least 32
     */
    public record Secret(String keyId, byte[] bytes) {
        @Override
        public String toString() {
            return "Secret[" + keyId + "]";
        }
    }
}
