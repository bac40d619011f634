package dev.hexadmin.application.replay.internal;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.Refused.Category;
import dev.hexadmin.application.port.ServiceUnavailable;
import dev.hexadmin.application.replay.ReplayingRequests;
import dev.hexadmin.application.replay.port.FirstAnswers;
import dev.hexadmin.application.replay.port.FirstAnswers.Entry;
import dev.hexadmin.domain.access.Actor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Claims a key, carries the request out, keeps its answer.
 *
 * <p>Kept is what came of a request that was carried out: success, and what the records said to it (404, 409, 412).
 * Refusals that came before (400, 401, 403, 405, 413, 415, 422, 428, 429, 503) give the key back, so that the request
 * can be put right; so does a database that was away before the commit. A request that ended in an unforeseen way, or
 * whose server died, keeps its claim: whether it was carried out is not known, and so it is never carried out again.
 *
 * <p>Who is nobody yet signs in, with a password, a code or a refresh token in the request, and gets tokens. There the
 * whole request belongs to the key: only who sends those secrets again finds the answer, and a guessed key finds
 * nothing. Neither the request nor a digest of it is stored, only a MAC over it and the key; and only success is kept,
 * for {@link #TOKENS_KEPT}, as a one-time code should not be good for a day.
 */
public final class Replaying implements ReplayingRequests {
    private static final String NOBODY = "nobody";
    private static final Duration KEPT = Duration.ofHours(24);
    static final Duration TOKENS_KEPT = Duration.ofMinutes(10);
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(60);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(1);

    private final FirstAnswers answers;
    private final SealedAnswers seal;
    private final InstantSource clock;

    public Replaying(FirstAnswers answers, SealedAnswers seal, InstantSource clock) {
        this.answers = answers;
        this.seal = seal;
        this.clock = clock;
    }

    @Override
    public Outcome run(Actor actor, String key, String fingerprint, Supplier<Answer> request) {
        return switch (actor) {
            // a key is given no answer that its owner, who may do more, was given
            case Actor.SignedIn signedIn ->
                run(
                        "user:" + signedIn.id()
                                + signedIn.key().map(by -> " " + by.prefix()).orElse(""),
                        key,
                        fingerprint,
                        KEPT,
                        request);
            case Actor.Operator(String name) -> run("operator:" + name, key, fingerprint, KEPT, request);
            // visible ASCII has no line break
            case Actor.Anonymous nobody -> run(NOBODY, key + '\n' + fingerprint, "", TOKENS_KEPT, request);
        };
    }

    private Outcome run(String caller, String key, String fingerprint, Duration kept, Supplier<Answer> request) {
        String name = seal.name(caller, key);
        Instant now = clock.instant();
        Optional<Entry> earlier = answers.claim(caller, name, fingerprint, now, now.minus(KEPT));
        if (earlier.isPresent()) {
            return earlier.get().claimedAt().plus(kept).isBefore(now)
                    ? new Outcome(request.get(), false) // too old to be given again, and soon swept away
                    : new Outcome(again(earlier.get(), caller, key, fingerprint, now), true);
        }
        Answer answer;
        try {
            answer = request.get();
        } catch (Refused refused) {
            answers.release(caller, name);
            throw refused;
        } catch (ServiceUnavailable away) {
            if (!away.inDoubt()) {
                releaseIfPossible(caller, name, away);
            }
            throw away;
        }
        if (answer.status() < 400 || (!caller.equals(NOBODY) && tellsOfRecords(answer.status()))) {
            answers.complete(caller, name, seal.close(caller, key, answer));
        } else {
            answers.release(caller, name);
        }
        return new Outcome(answer, false);
    }

    private void releaseIfPossible(String caller, String name, ServiceUnavailable because) {
        try {
            answers.release(caller, name);
        } catch (ServiceUnavailable stillAway) {
            because.addSuppressed(stillAway); // the claim stays: that is the careful side
        }
    }

    private Answer again(Entry entry, String caller, String key, String fingerprint, Instant now) {
        if (!entry.fingerprint().equals(fingerprint)) {
            throw Refused.invalid(
                    "idempotency_mismatch", "This Idempotency-Key was used before with another request.", List.of());
        }
        if (entry.answer().isPresent()) {
            return seal.open(caller, key, entry.answer().get());
        }
        if (now.isBefore(entry.claimedAt().plus(LONGEST_REQUEST))) {
            throw Refused.later(
                    Category.CONFLICT,
                    "request_in_progress",
                    "The first request with this Idempotency-Key has not been answered yet.",
                    TRY_AGAIN);
        }
        throw Refused.conflict(
                "idempotency_outcome_unknown",
                "The first request with this Idempotency-Key was never answered. See whether it was carried out, and"
                        + " use a new key.",
                List.of());
    }

    private static boolean tellsOfRecords(int status) {
        return status == 404 || status == 409 || status == 412;
    }
}
