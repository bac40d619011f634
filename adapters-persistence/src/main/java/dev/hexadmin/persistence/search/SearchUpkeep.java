package dev.hexadmin.persistence.search;

import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Keeps the indexes up to date until it is interrupted; to be run by a thread of its own. Takes a tenth of the writer's
 * time at most, so that a burst of writes is indexed after it and not during it.
 */
public final class SearchUpkeep implements Runnable {
    private static final System.Logger LOG = System.getLogger(SearchUpkeep.class.getName());
    private static final Duration IDLE = Duration.ofMillis(500);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(30);
    private static final int SHARE = 9;

    private final SearchTables tables;

    public SearchUpkeep(SearchTables tables) {
        this.tables = tables;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(step());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does a little, and says how long to wait before more. */
    private Duration step() {
        long start = System.nanoTime();
        try {
            boolean more = tables.catchUp();
            return more ? Duration.ofNanos((System.nanoTime() - start) * SHARE) : IDLE;
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "The search indexes could not be brought up to date; another try follows", e);
            return AFTER_FAILURE;
        }
    }
}
