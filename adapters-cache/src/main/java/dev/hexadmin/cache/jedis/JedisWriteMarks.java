package dev.hexadmin.cache.jedis;

import dev.hexadmin.application.port.WriteMarks;
import dev.hexadmin.domain.identity.UserId;
import java.util.Locale;
import java.util.Optional;

/**
 * Marks in the key-value server, as numbers with leading zeros, which compare as texts. While it is unavailable, no replica is
 * read, because another server may have written. Thread-safe.
 */
public final class JedisWriteMarks implements WriteMarks {
    private static final Script WROTE = Script.of("""
            local known = redis.call('GET', KEYS[1])
            if not known or known < ARGV[1] then
                redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
            else
                redis.call('PEXPIRE', KEYS[1], ARGV[2])
            end
            return 1
            """);
    private static final Script MARK = Script.of("return redis.call('GET', KEYS[1]) or ''");
    private static final int MOST_TRIES = 10;

    private final KeyValueServer server;

    public JedisWriteMarks(KeyValueServer server) {
        this.server = server;
    }

    private byte[] key(UserId user) {
        return RedisConnection.bytes(server.key("wrote", user.toString()));
    }

    /** Retries while the key-value server is only slow, because other servers would not know of the write. */
    @Override
    public void wrote(UserId user, long position) {
        boolean told = false;
        for (int i = 0; !told && i < MOST_TRIES && (i == 0 || server.reachable()); i++) {
            told = server.ask(link -> Optional.ofNullable(link.run(
                            WROTE,
                            1,
                            key(user),
                            RedisConnection.bytes(String.format(Locale.ROOT, "%019d", position)),
                            RedisConnection.bytes(Long.toString(KEPT.toMillis())))))
                    .filter(Optional::isPresent)
                    .isPresent();
        }
    }

    @Override
    public long of(UserId user) {
        return server.ask(link -> link.run(MARK, 1, key(user)) instanceof byte[] mark ? RedisConnection.text(mark) : "")
                .map(mark -> mark.isEmpty() ? NONE : Long.parseLong(mark))
                .orElse(UNKNOWN);
    }
}
