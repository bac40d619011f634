package dev.hexadmin.bootstrap.wiring;

import java.time.Duration;

/** Clears away what has expired, every few minutes, on a thread of its own. */
public final class Upkeep implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Upkeep.class.getName());
    private static final Duration EVERY = Duration.ofMinutes(5);

    private final Installation installation;
    private final Thread thread;

    public Upkeep(Installation installation) {
        this.installation = installation;
        this.thread = Thread.ofVirtual().name("hexadmin-upkeep").start(this::run);
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(EVERY);
                sweep();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void sweep() {
        try {
            installation.sweep();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Clearing away what has expired did not work; it is tried again", e);
        }
    }

    /** Ends it, after the sweep that is going on. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
