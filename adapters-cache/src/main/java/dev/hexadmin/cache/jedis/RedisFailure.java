package dev.hexadmin.cache.jedis;

import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import redis.clients.jedis.exceptions.JedisDataException;

/** Classifies exceptions of connections to the key-value server. */
final class RedisFailure {
    /** Error replies of a server that can do nothing for any client now. */
    private static final List<String> UNAVAILABLE =
            List.of("LOADING", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "NOAUTH", "WRONGPASS");

    private RedisFailure() {}

    /** Whether an error reply means that the server is unusable. Redis 6 appends the error of a script to its own error. */
    static boolean isUnavailable(JedisDataException refusal) {
        String text = String.valueOf(refusal.getMessage());
        return UNAVAILABLE.stream().anyMatch(each -> text.startsWith(each) || text.contains("-" + each + " "));
    }

    static boolean isTimeout(Throwable e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }

    /** The text of the innermost cause, for the log. */
    static String reason(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root instanceof UnknownHostException
                ? "its name is unknown"
                : root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }
}
