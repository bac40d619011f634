package dev.hexadmin.application.idempotency;

import dev.hexadmin.application.idempotency.internal.Replaying;
import dev.hexadmin.application.idempotency.internal.SealedResponses;
import dev.hexadmin.application.idempotency.port.IdempotencyStore;
import dev.hexadmin.application.port.UnitOfWork;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * Assembles the driving port for repeated requests.
 *
 * @param replaying executes requests once
 */
public record IdempotencyAssembly(ReplayingRequests replaying) {

    /**
     * Assembles the port.
     *
     * @param secret at least 32 bytes, the same on every server: stored responses are encrypted with it
     * @param random thread-safe and unpredictable
     */
    public static IdempotencyAssembly of(
            UnitOfWork work, IdempotencyStore responses, byte[] secret, InstantSource clock, RandomGenerator random) {
        return new IdempotencyAssembly(new Replaying(work, responses, new SealedResponses(secret, random), clock));
    }
}
