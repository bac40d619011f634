package dev.hexadmin.application.idempotency;

import dev.hexadmin.application.idempotency.internal.Replaying;
import dev.hexadmin.application.idempotency.internal.SealedResponses;
import dev.hexadmin.application.idempotency.port.IdempotencyStore;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.secrets.SecretKeys;
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
     * @param keys encrypt stored responses
     * @param random thread-safe and unpredictable
     */
    public static IdempotencyAssembly of(
            UnitOfWork work, IdempotencyStore responses, SecretKeys keys, InstantSource clock, RandomGenerator random) {
        return new IdempotencyAssembly(new Replaying(work, responses, new SealedResponses(keys, random), clock));
    }
}
