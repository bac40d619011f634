package dev.hexadmin.domain.deliberate;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Breaks the rules on purpose: a rule that finds nothing here finds nothing anywhere. */
public class BrokenManager {
    private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    public Instant last = Instant.now();

    public void work() throws SQLException {
        pool.submit(() -> System.out.println(System.getenv("HOME") + UUID.randomUUID() + new Date() + last));
        CURRENT.set("x");
        if (last == Instant.EPOCH) {
            throw new RuntimeException("generic");
        }
    }
}
