package dev.hexadmin.application.idempotency.internal;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.idempotency.ReplayingRequests;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.idempotency.port.IdempotencyStore;
import dev.hexadmin.application.idempotency.port.IdempotencyStore.Entry;
import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Carries a request out and keeps its answer, in one unit of work.
 *
 * <p>Which keys are in use is known without anything that outlives a server: by a set in this process, and by a lock that
 * the database drops with the transaction or the connection. So a key is free again as soon as its request has failed or
 * its server has died, and answered as soon as its change is committed; there is nothing between the two.
 *
 * <p>Kept is the answer of a change that was committed. What the records said to a change that was rolled back (409, 412)
 * is kept too, in a unit of work of its own; every other refusal keeps nothing, so that the request can be corrected.
 *
 * <p>An anonymous caller signs in, with a password, a code or a refresh token in the request, and gets tokens. There the
 * whole request belongs to the key: only a caller who sends those secrets again finds the answer, and a guessed key finds
 * nothing. Neither the request nor a digest of it is stored, only a MAC over it and the key; and only success is kept,
 * for {@link #TOKENS_KEPT}, as a one-time code should not be good for a day.
 */
public final class Replaying implements ReplayingRequests {
    private static final Logger LOG = System.getLogger(Replaying.class.getName());
    private static final String NOBODY = "nobody";
    private static final Duration KEPT = Duration.ofHours(24);
    static final Duration TOKENS_KEPT = Duration.ofMinutes(10);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(1);
    /** Answers of one caller at most. */
    private static final int MOST = 100_000;
    /** One in so many kept answers is followed by a sweep. */
    static final int SWEEP_EVERY = 64;

    private final UnitOfWork work;
    private final IdempotencyStore answers;
    private final SealedResponses seal;
    private final InstantSource clock;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicInteger kept = new AtomicInteger();

    public Replaying(UnitOfWork work, IdempotencyStore answers, SealedResponses seal, InstantSource clock) {
        this.work = work;
        this.answers = answers;
        this.seal = seal;
        this.clock = clock;
    }

    /**
     * A key of a caller.
     *
     * @param name what the key is stored as, which no other caller's key is
     * @param fingerprint what a repeated request must have
     * @param lasting how long its answer is given again
     */
    private record Key(String caller, String text, String name, String fingerprint, Duration lasting) {
        boolean anonymous() {
            return caller.equals(NOBODY);
        }
    }

    /** Another server works with the key, or was faster. */
    private static final class HeldElsewhereException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        HeldElsewhereException() {
            super(null, null, false, false);
        }
    }

    @Override
    public Outcome run(Actor actor, String key, String fingerprint, Request request) {
        return switch (actor) {
            // a key is given no answer that its owner, who may do more, was given
            case Actor.SignedIn signedIn ->
                run(
                        key(
                                "user:" + signedIn.id()
                                        + signedIn.key()
                                                .map(by -> " " + by.prefix())
                                                .orElse(""),
                                key,
                                fingerprint,
                                KEPT),
                        request);
            case Actor.Operator(String name) -> run(key("operator:" + name, key, fingerprint, KEPT), request);
            // visible ASCII has no line break
            case Actor.Anonymous nobody -> run(key(NOBODY, key + '\n' + fingerprint, "", TOKENS_KEPT), request);
        };
    }

    private Key key(String caller, String text, String fingerprint, Duration lasting) {
        return new Key(caller, text, seal.name(caller, text), fingerprint, lasting);
    }

    private Outcome run(Key key, Request request) {
        if (!underWay.add(key.name())) {
            throw inProgress();
        }
        try {
            Optional<Outcome> earlier = earlier(key);
            if (earlier.isPresent()) {
                return earlier.get();
            }
            Prepared<RequestOutcome<Answer>> prepared = request.prepare();
            return request.dryRun() ? new Outcome(prepared.carryOut().answer(), false) : first(key, request, prepared);
        } finally {
            underWay.remove(key.name());
        }
    }

    private Optional<Outcome> earlier(Key key) {
        Optional<Entry> entry =
                answers.find(key.caller(), key.name(), clock.instant().minus(key.lasting()));
        if (entry.isEmpty()) {
            return Optional.empty();
        }
        if (!entry.get().fingerprint().equals(key.fingerprint())) {
            throw RequestRejectedException.invalid(
                    "idempotency_mismatch", "This Idempotency-Key was used before with another request.", List.of());
        }
        return Optional.of(
                new Outcome(seal.open(key.caller(), key.text(), entry.get().answer()), true));
    }

    private Outcome first(Key key, Request request, Prepared<RequestOutcome<Answer>> prepared) {
        RequestOutcome<Answer> done;
        try {
            done = work.write(scope -> {
                if (!answers.hold(key.caller(), key.name())) {
                    throw new HeldElsewhereException();
                }
                RequestOutcome<Answer> made = prepared.carryOut();
                switch (made) {
                    case RequestOutcome.Committed<Answer>(Answer answer) -> keep(scope, key, answer);
                    case RequestOutcome.Accepted<Answer> accepted ->
                        keep(scope, key, accepted.accepted().get());
                    case RequestOutcome.Unchanged<Answer> unchanged -> {}
                    case RequestOutcome.Failed<Answer> failed -> {}
                }
                return made;
            });
        } catch (HeldElsewhereException e) {
            return earlier(key).orElseThrow(Replaying::inProgress);
        } catch (RequestRejectedException refused) {
            return refused(key, request, refused);
        }
        Answer answer = done.answer();
        if (done instanceof RequestOutcome.Accepted<Answer>) {
            replace(key, answer);
        }
        return new Outcome(answer, false);
    }

    private void keep(UnitOfWork.Scope scope, Key key, Answer answer) {
        Instant now = clock.instant();
        Entry entry = new Entry(key.fingerprint(), now, seal.close(key.caller(), key.text(), answer));
        if (!answers.keep(key.caller(), key.name(), entry, now.minus(key.lasting()))) {
            throw new HeldElsewhereException();
        }
        if (kept.incrementAndGet() % SWEEP_EVERY == 0) {
            scope.afterCommit(() -> answers.sweep(key.caller(), now.minus(KEPT), MOST));
        }
    }

    private Outcome refused(Key key, Request request, RequestRejectedException refused) {
        // a server that was faster may have done what now stands against it
        Optional<Outcome> earlier = earlier(key);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        boolean ofRecords =
                refused.category() == Category.CONFLICT || refused.category() == Category.PRECONDITION_FAILED;
        if (key.anonymous() || !ofRecords) {
            throw refused;
        }
        Answer answer = request.refused(refused);
        try {
            work.write(scope -> {
                keep(scope, key, answer);
                return answer;
            });
        } catch (HeldElsewhereException e) {
            return earlier(key).orElseThrow(Replaying::inProgress);
        } catch (ServiceUnavailableException e) {
            LOG.log(Level.DEBUG, "A refusal was not kept: the request can be made again", e);
        }
        return new Outcome(answer, false);
    }

    private void replace(Key key, Answer answer) {
        try {
            answers.replace(key.caller(), key.name(), seal.close(key.caller(), key.text(), answer));
        } catch (ServiceUnavailableException e) {
            LOG.log(Level.DEBUG, "What became of an accepted request was not kept: its first answer stays", e);
        }
    }

    private static RequestRejectedException inProgress() {
        return RequestRejectedException.later(
                Category.CONFLICT,
                "request_in_progress",
                "The first request with this Idempotency-Key has not been answered yet.",
                TRY_AGAIN);
    }
}
