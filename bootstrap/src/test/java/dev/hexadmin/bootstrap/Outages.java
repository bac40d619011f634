package dev.hexadmin.bootstrap;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * How often servers of this process had no answer of the key-value server: on a machine that has no time for it, that is
 * an outage, and what holds only without one cannot be shown.
 */
final class Outages extends Handler implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("dev.hexadmin.cache.jedis");

    private final AtomicInteger seen = new AtomicInteger();

    /** Counts from now on. */
    Outages() {
        LOG.addHandler(this);
        LOG.setLevel(Level.FINE);
    }

    int seen() {
        return seen.get();
    }

    @Override
    public void publish(LogRecord line) {
        // what is no sign of an outage is left out, and not the other way round: a new message disturbs rather than
        // hides
        if (!line.getLevel().equals(Level.INFO) && !line.getMessage().contains("was tried")) {
            seen.incrementAndGet();
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOG.removeHandler(this);
        LOG.setLevel(null);
    }
}
