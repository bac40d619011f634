package dev.hexadmin.http;

import java.time.Duration;
import java.util.List;

/**
 * What an operator decides about the HTTP side.
 *
 * @param host the address to listen on
 * @param port the port, 0 for a free one
 * @param adminPath where the panel and, below it, the JSON API are mounted, such as {@code /admin}
 * @param notificationsPrefix where notifications are mounted, such as {@code /api/notifications}
 * @param trustUserId whether {@code user_id} alone says who opens a live stream: a gateway in front has checked it
 * @param followers how many may follow live
 * @param maxBodyBytes a request body's size at most, in bytes
 * @param maxUploadBytes the size of a file that is uploaded at most, in bytes
 * @param trustedProxies addresses or CIDR networks whose {@code X-Forwarded-For} is believed
 * @param accessTokenSecrets HS256 secrets by key id, the first one signs; at least 32 bytes each
 * @param issuer the {@code iss} and {@code aud} of access tokens
 * @param environment a word that the panel shows, such as {@code staging}; {@code ""} for none
 * @param drain how long running requests may take when the server stops
 */
public record HttpSettings(
        String host,
        int port,
        String adminPath,
        String notificationsPrefix,
        boolean trustUserId,
        FollowerLimits followers,
        int maxBodyBytes,
        int maxUploadBytes,
        List<String> trustedProxies,
        List<Secret> accessTokenSecrets,
        String issuer,
        String environment,
        Duration drain) {
    public HttpSettings {
        trustedProxies = List.copyOf(trustedProxies);
        accessTokenSecrets = List.copyOf(accessTokenSecrets);
    }

    /**
     * How many sockets and streams may be open.
     *
     * @param most in all
     * @param mostPerUser of one user
     * @param mostPerAddress of one client address
     */
    public record FollowerLimits(int most, int mostPerUser, int mostPerAddress) {
        /** What a server has unless told otherwise: one user, or one address, cannot take all. */
        public static final FollowerLimits DEFAULTS = new FollowerLimits(20_000, 1_024, 10_000);

        public FollowerLimits {
            if (most < 1 || mostPerUser < 1 || mostPerAddress < 1) {
                throw new IllegalArgumentException("a limit of followers has to be more than nothing");
            }
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
