package dev.hexadmin.application.replay;

import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.replay.internal.Replaying;
import dev.hexadmin.application.replay.internal.SealedAnswers;
import dev.hexadmin.application.replay.port.FirstAnswers;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * The driving port for repeated requests, put together.
 *
 * @param replaying carries requests out once
 */
public record ReplayAssembly(ReplayingRequests replaying) {

    /**
     * Puts it together.
     *
     * @param secret at least 32 bytes, the same on every server: kept answers are sealed with it
     * @param random thread-safe and unpredictable
     */
    public static ReplayAssembly of(
            UnitOfWork work, FirstAnswers answers, byte[] secret, InstantSource clock, RandomGenerator random) {
        return new ReplayAssembly(new Replaying(work, answers, new SealedAnswers(secret, random), clock));
    }
}
