package dev.hexadmin.cache.jedis;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hexadmin.application.caching.port.PageStore;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/**
 * Pages in a key-value server, compressed. Each is a hash of its body, the era, and the generations of its tables; another
 * hash holds the current generations. One script compares them and returns the page in one round trip. Thread-safe.
 *
 * <p>Keys contain the server's run id: a server that restarts from an old snapshot has lost changes, so pages from before
 * the restart are not read. A server that is short of memory may evict any key: without the generations there is no era,
 * and the next era is a number that was never used.
 */
public final class JedisPageStore implements PageStore {
    private static final Script FIND = Script.of("""
            local page = redis.call('HGETALL', KEYS[2])
            local body = false
            local id = false
            for i = 1, #page, 2 do
                if page[i] == '@body' then
                    body = page[i + 1]
                elseif page[i] == '@id' then
                    id = page[i + 1]
                elseif (redis.call('HGET', KEYS[1], page[i]) or '0') ~= page[i + 1] then
                    id = false
                    break
                end
            end
            if body and id then
                return id == ARGV[2] and 1 or {{id, body}}
            end
            redis.call('HSETNX', KEYS[1], '@era', ARGV[1])
            return redis.call('HGETALL', KEYS[1])
            """);
    private static final Script STORE = Script.of("""
            for i = 4, #ARGV, 2 do
                if (redis.call('HGET', KEYS[1], ARGV[i]) or '0') ~= ARGV[i + 1] then
                    return 0
                end
            end
            redis.call('DEL', KEYS[2])
            redis.call('HSET', KEYS[2], '@body', ARGV[2], '@id', ARGV[3])
            for i = 4, #ARGV, 2 do
                redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
            end
            if ARGV[1] ~= '0' then
                redis.call('PEXPIRE', KEYS[2], ARGV[1])
            end
            return 1
            """);
    private static final Script CHANGED = Script.of("""
            for i = 1, #ARGV do
                redis.call('HINCRBY', KEYS[1], ARGV[i], 1)
            end
            return 1
            """);
    private static final Script DROP = Script.of("""
            redis.call('DEL', KEYS[1])
            redis.call('HSET', KEYS[1], '@era', ARGV[1])
            return 1
            """);
    private static final int MOST_TRIES = 10;
    private static final String ERA = "@era";
    private static final int LARGEST = 16 * 1024 * 1024;

    private static final int MOST_HELD = 16 * 1024 * 1024;
    private static final byte[] NOTHING = {};

    private final KeyValueServer server;
    private final String own;
    private final AtomicLong count = new AtomicLong();
    private final byte[] channel;
    // whether it may be shown is asked each time; what it was need not be sent and unpacked again
    private final Cache<String, Held> held = Caffeine.newBuilder()
            .maximumWeight(MOST_HELD)
            .weigher((String page, Held one) -> one.content().length)
            .build();
    private long servers;

    /** A page that was asked for again: most are not, and would only fill the heap. */
    private record Held(String id, byte[] content) {}

    /** @param random cryptographically strong */
    public JedisPageStore(KeyValueServer server, RandomGenerator random) {
        this.server = server;
        this.own = Long.toHexString(random.nextLong()) + "-";
        this.channel = RedisConnection.bytes(server.key("events"));
    }

    /** A word that no server has ever said before. */
    private String newWord() {
        return own + count.incrementAndGet();
    }

    private byte[] generations(String run) {
        return RedisConnection.bytes(server.key("tables", run));
    }

    private byte[] page(String run, String page) {
        return RedisConnection.bytes(server.key("page", run, page));
    }

    /** The field of a table in the hash; it differs from the names of the other fields. */
    private static byte[] field(String table) {
        return RedisConnection.bytes(":" + table);
    }

    @Override
    public boolean available() {
        return server.reachable();
    }

    @Override
    public Lookup find(String page) {
        @Nullable Held known = held.getIfPresent(page);
        byte[] id = known == null ? NOTHING : RedisConnection.bytes(known.id());
        byte[] era = RedisConnection.bytes(newWord());
        return server.ask(link -> link.run()
                        .map(run -> lookup(
                                page, known, run, link.run(FIND, 2, generations(run), page(run, page), era, id))))
                .flatMap(found -> found)
                .orElseGet(Lookup.Away::new);
    }

    private Lookup lookup(String page, @Nullable Held known, String run, @Nullable Object reply) {
        if (reply instanceof Long && known != null) {
            return new Lookup.Found(known.content());
        }
        if (reply instanceof List<?> found && found.size() == 1) {
            return found(page, found.getFirst());
        }
        if (reply instanceof List<?> generations) {
            return missing(run, generations);
        }
        throw new IllegalStateException("an unexpected reply to a script");
    }

    private Lookup found(String page, @Nullable Object reply) {
        if (reply instanceof List<?> found && found.size() == 2 && found.getLast() instanceof byte[] body) {
            Optional<byte[]> content = inflated(body);
            content.ifPresent(bytes -> held.put(page, new Held(text(found.getFirst()), bytes)));
            return content.<Lookup>map(Lookup.Found::new).orElseGet(Lookup.Away::new);
        }
        return new Lookup.Away();
    }

    private static Lookup missing(String run, List<?> generations) {
        Map<String, String> changes = new HashMap<>();
        String era = "";
        for (int i = 0; i < generations.size(); i += 2) {
            String field = text(generations.get(i));
            String value = text(generations.get(i + 1));
            if (field.equals(ERA)) {
                era = value;
            } else {
                changes.put(field.substring(1), value);
            }
        }
        return new Lookup.Missing(new Generations(run + " " + era, changes));
    }

    private static String text(@Nullable Object reply) {
        return reply instanceof byte[] bytes ? RedisConnection.text(bytes) : "";
    }

    @Override
    public void store(String page, byte[] content, Set<String> tables, Generations seen, Duration ttl) {
        int space = seen.era().indexOf(' ');
        String run = seen.era().substring(0, space);
        byte[][] arguments = new byte[7 + 2 * tables.size()][];
        arguments[0] = generations(run);
        arguments[1] = page(run, page);
        arguments[2] = RedisConnection.bytes(Long.toString(ttl.toMillis()));
        arguments[3] = deflated(content);
        arguments[4] = RedisConnection.bytes(newWord());
        arguments[5] = RedisConnection.bytes(ERA);
        arguments[6] = RedisConnection.bytes(seen.era().substring(space + 1));
        int at = 7;
        for (String table : tables) {
            arguments[at++] = field(table);
            arguments[at++] = RedisConnection.bytes(seen.changes().getOrDefault(table, "0"));
        }
        server.ask(link -> Optional.ofNullable(link.run(STORE, 2, arguments)));
    }

    /** Retries while the key-value server is only slow; otherwise other servers would continue to show outdated pages. */
    @Override
    public boolean changed(Set<String> tables) {
        boolean told = false;
        for (int i = 0; !told && i < MOST_TRIES && (i == 0 || server.reachable()); i++) {
            told = server.ask(link -> link.run().map(run -> {
                        byte[][] arguments = new byte[1 + tables.size()][];
                        arguments[0] = generations(run);
                        int at = 1;
                        for (String table : tables) {
                            arguments[at++] = field(table);
                        }
                        link.run(CHANGED, 1, arguments);
                        return true;
                    }))
                    .filter(Optional::isPresent)
                    .isPresent();
        }
        return told;
    }

    @Override
    public boolean dropAll() {
        return server.ask(link -> link.run().map(run -> {
                    link.run(DROP, 1, generations(run), RedisConnection.bytes(newWord()));
                    return true;
                }))
                .filter(Optional::isPresent)
                .isPresent();
    }

    /** Compares the number of servers that are subscribed to events with the number at the previous call. */
    @Override
    public boolean lostAServer() {
        long before = servers;
        servers = server.ask(link ->
                        link.call(Command.PUBSUB, RedisConnection.bytes("NUMSUB"), channel) instanceof List<?> told
                                        && told.size() == 2
                                        && told.getLast() instanceof Long count
                                ? count
                                : 0L)
                .orElse(before);
        return servers < before;
    }

    private static byte[] deflated(byte[] content) {
        try (Deflater deflater = new Deflater(Deflater.BEST_SPEED, true)) {
            deflater.setInput(content);
            deflater.finish();
            ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + content.length + content.length / 1000 + 64);
            out.putInt(content.length);
            deflater.deflate(out);
            byte[] bytes = new byte[out.position()];
            out.flip().get(bytes);
            return bytes;
        }
    }

    /** Empty when it is nothing that {@link #deflated} has made. */
    private static Optional<byte[]> inflated(byte[] stored) {
        ByteBuffer in = ByteBuffer.wrap(stored);
        int length = stored.length < Integer.BYTES ? -1 : in.getInt();
        if (length < 0 || length > LARGEST) {
            return Optional.empty();
        }
        try (Inflater inflater = new Inflater(true)) {
            inflater.setInput(in);
            byte[] content = new byte[length];
            return inflater.inflate(content) == length ? Optional.of(content) : Optional.empty();
        } catch (DataFormatException e) {
            return Optional.empty();
        }
    }
}
