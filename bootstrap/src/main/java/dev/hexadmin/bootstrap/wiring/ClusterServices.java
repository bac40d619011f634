package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.caching.port.PageStore;
import dev.hexadmin.application.port.ClusterEvents;
import dev.hexadmin.application.port.WriteMarks;
import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.cache.jedis.JedisClusterEvents;
import dev.hexadmin.cache.jedis.JedisPageStore;
import dev.hexadmin.cache.jedis.JedisRateWindows;
import dev.hexadmin.cache.jedis.JedisWriteMarks;
import dev.hexadmin.cache.jedis.KeyValueServer;
import dev.hexadmin.cache.local.LocalRateWindows;
import dev.hexadmin.cache.local.LocalWriteMarks;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Services that the servers of one installation share, or their local replacements when there is only one server.
 * Thread-safe.
 */
final class ClusterServices implements AutoCloseable {
    private static final int RATE_KEYS = 100_000;

    private final Optional<KeyValueServer> server;
    private final RateWindows rateWindows;
    private final Optional<JedisClusterEvents> peers;
    private final ClusterEvents events;

    private ClusterServices(Optional<KeyValueServer> server, RateWindows rateWindows) {
        this.server = server;
        this.rateWindows = rateWindows;
        this.peers = server.map(shared -> JedisClusterEvents.open(shared, new SecureRandom()));
        this.events = peers.<ClusterEvents>map(jedis -> jedis).orElseGet(ClusterEvents::none);
    }

    /**
     * @param installation the name of the database, which is the prefix of keys
     */
    static ClusterServices open(Settings settings, String installation) {
        Optional<KeyValueServer> server = settings.keyValueClient()
                .map(client -> KeyValueServer.open(client, installation))
                .or(() -> settings.keyValueServer().map(url -> KeyValueServer.open(url, installation)));
        RateWindows local = new LocalRateWindows(RATE_KEYS, System::nanoTime);
        boolean inOutages = settings.get(Setting.RATE_LIMIT_ON_OUTAGE) == Setting.Outage.LOCAL;
        return new ClusterServices(
                server,
                server.<RateWindows>map(shared -> new JedisRateWindows(shared, local, inOutages))
                        .orElse(local));
    }

    /**
     * The page cache, if there is a key-value server.
     *
     * @param random cryptographically strong
     */
    Optional<PageStore> pageStore(RandomGenerator random) {
        return server.map(shared -> new JedisPageStore(shared, random));
    }

    /** Whether the key-value server responds now, if there is one. */
    Optional<BooleanSupplier> reachable() {
        return server.map(shared -> shared::reachable);
    }

    RateWindows rateWindows() {
        return rateWindows;
    }

    /** What each user has written, for reads from replicas. */
    WriteMarks writeMarks() {
        return server.<WriteMarks>map(JedisWriteMarks::new).orElseGet(() -> new LocalWriteMarks(System::nanoTime));
    }

    ClusterEvents events() {
        return events;
    }

    /** Publishes pending events and closes the connections. */
    @Override
    public void close() {
        peers.ifPresent(JedisClusterEvents::close);
        server.ifPresent(KeyValueServer::close);
    }
}
