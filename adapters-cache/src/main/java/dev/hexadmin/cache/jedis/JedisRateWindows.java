package dev.hexadmin.cache.jedis;

import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.domain.ratelimit.Decision;
import dev.hexadmin.domain.ratelimit.Limit;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol;

/**
 * Sliding windows that all servers share: a list of moments by key, in the key-value server and by its clock. A try is one
 * call of one script, so the count is exact when several servers try at the same time. Thread-safe.
 *
 * <p>Keys are stored as digests, so that no e-mail address is stored, and expire with the last try in them.
 */
public final class JedisRateWindows implements RateWindows {
    /**
     * The script appends the moment first, which returns how many there are, and removes it when there are too many.
     * Moments are in microseconds; equal moments are interchangeable.
     */
    private static final Script ACQUIRE = Script.of("""
            local time = redis.call('TIME')
            local now = time[1] * 1000000 + time[2]
            local most, window = tonumber(ARGV[1]), tonumber(ARGV[2])
            local oldest = redis.call('LINDEX', KEYS[1], 0)
            while oldest and now - oldest >= window do
              redis.call('LPOP', KEYS[1])
              oldest = redis.call('LINDEX', KEYS[1], 0)
            end
            local count = redis.call('RPUSH', KEYS[1], now)
            if count > most then
              redis.call('RPOP', KEYS[1])
              return {-1, 0, oldest + window - now}
            end
            redis.call('PEXPIRE', KEYS[1], ARGV[3])
            return {most - count, now, (oldest or now) + window - now}
            """);

    private static final byte[] FROM_THE_END = RedisConnection.bytes("-1");

    /** The ticket of a try that was not counted. */
    private static final long UNCOUNTED = -1;

    private final KeyValueServer server;
    private final RateWindows meanwhile;
    private final boolean inOutages;

    /**
     * @param meanwhile counts the tries for which the key-value server gave no reply
     * @param inOutages whether it also counts while the key-value server is unavailable; otherwise every try is allowed then
     */
    public JedisRateWindows(KeyValueServer server, RateWindows meanwhile, boolean inOutages) {
        this.server = server;
        this.meanwhile = meanwhile;
        this.inOutages = inOutages;
    }

    @Override
    public Decision acquire(Limit limit, String key) {
        Optional<Decision> decision = server.ask(link -> decision(link.run(
                ACQUIRE,
                1,
                name(limit, key),
                RedisConnection.bytes(Integer.toString(limit.most())),
                RedisConnection.bytes(Long.toString(limit.window().toNanos() / 1_000)),
                RedisConnection.bytes(Long.toString(limit.window().toMillis() + 1)))));
        return decision.orElseGet(() -> inOutages || server.reachable()
                ? meanwhile.acquire(limit, key)
                : new Decision.Allowed(limit.most() - 1, UNCOUNTED, limit.window()));
    }

    private static Decision decision(@Nullable Object reply) {
        List<?> numbers = (List<?>) Objects.requireNonNull(reply);
        long remaining = (Long) numbers.get(0);
        Duration wait = Duration.of((Long) numbers.get(2), ChronoUnit.MICROS);
        return remaining < 0
                ? new Decision.Exceeded(wait)
                : new Decision.Allowed((int) remaining, (Long) numbers.get(1), wait);
    }

    @Override
    public void giveBack(Limit limit, String key, Decision.Allowed attempt) {
        if (attempt.ticket() == UNCOUNTED) {
            return;
        }
        // Whose ticket it is cannot be seen, and need not be: the other one knows no such moment.
        meanwhile.giveBack(limit, key, attempt);
        server.ask(link -> Objects.requireNonNull(link.call(
                Protocol.Command.LREM,
                name(limit, key),
                FROM_THE_END,
                RedisConnection.bytes(Long.toString(attempt.ticket())))));
    }

    private byte[] name(Limit limit, String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return RedisConnection.bytes(server.key(
                    "limit",
                    limit.name(),
                    Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, 16))));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e); // every Java machine has it
        }
    }
}
