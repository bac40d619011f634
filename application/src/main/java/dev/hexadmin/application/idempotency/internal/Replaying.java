package dev.hexadmin.application.idempotency.internal;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.idempotency.ReplayingRequests;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.application.idempotency.port.IdempotencyStore;
import dev.hexadmin.application.idempotency.port.IdempotencyStore.StoredResponse;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Violation;
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
 * Executes a request and stores its response, in one unit of work.
 *
 * <p>Keys in use are tracked by a set in this process, and by a lock that the database releases with the transaction or
 * the connection. So a key is free again as soon as its request has failed or its server has died, and has a response
 * as soon as its change is committed; no intermediate state is stored.
 *
 * <p>The response to a change that was committed is stored. The response to a change that conflicts with stored records
 * or their versions is stored, too, in a separate unit of work. Other rejections are not stored, so that the client can
 * correct the request.
 *
 * <p>An anonymous caller signs in, with a password, a code or a refresh token in the request, and gets tokens. For
 * these requests the key includes the whole request: only a caller who sends the same secrets again gets the response.
 * Neither the request nor a digest of it is stored, only a MAC over it and the key; and only success is stored, for
 * {@link #TOKEN_RETENTION}, since a one-time code must not be usable for a day.
 */
public final class Replaying implements ReplayingRequests {
    private static final Logger LOG = System.getLogger(Replaying.class.getName());
    private static final String ANONYMOUS = "anonymous";
    private static final Duration RETENTION = Duration.ofHours(24);
    static final Duration TOKEN_RETENTION = Duration.ofMinutes(10);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(1);
    /** The maximum number of stored responses of a caller. */
    private static final int MAX_RESPONSES = 100_000;
    /** Old responses are deleted after each such number of stored ones. */
    static final int CLEANUP_INTERVAL = 64;

    private final UnitOfWork work;
    private final IdempotencyStore responses;
    private final SealedResponses seal;
    private final InstantSource clock;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicInteger stores = new AtomicInteger();

    public Replaying(UnitOfWork work, IdempotencyStore responses, SealedResponses seal, InstantSource clock) {
        this.work = work;
        this.responses = responses;
        this.seal = seal;
        this.clock = clock;
    }

    /**
     * A key of a caller.
     *
     * @param names the stored forms of the key, unique to the caller: the one of new responses, and those of previous secrets
     * @param fingerprint that a repeated request must have
     * @param lasting the retention of its response
     */
    private record Key(String caller, String text, List<String> names, String fingerprint, Duration lasting) {
        String name() {
            return names.getFirst();
        }

        boolean anonymous() {
            return caller.equals(ANONYMOUS);
        }
    }

    /** Another server holds the key, or has stored a response. */
    private static final class HeldElsewhereException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        HeldElsewhereException() {
            super(null, null, false, false);
        }
    }

    @Override
    public <R> Outcome<R> run(Actor actor, String key, String fingerprint, Request<R> request) {
        return switch (actor) {
            // an API key never gets a response that was made for its owner, who may hold more rights
            case Actor.SignedIn signedIn ->
                run(
                        key(
                                "user:" + signedIn.id()
                                        + signedIn.key()
                                                .map(by -> " " + by.prefix())
                                                .orElse(""),
                                key,
                                fingerprint,
                                RETENTION),
                        request);
            case Actor.Operator(String name) -> run(key("operator:" + name, key, fingerprint, RETENTION), request);
            // visible ASCII has no line break
            case Actor.Anonymous anonymous ->
                run(key(ANONYMOUS, key + '\n' + fingerprint, "", TOKEN_RETENTION), request);
        };
    }

    private Key key(String caller, String text, String fingerprint, Duration lasting) {
        return new Key(caller, text, seal.names(caller, text), fingerprint, lasting);
    }

    private <R> Outcome<R> run(Key key, Request<R> request) {
        if (!underWay.add(key.name())) {
            throw inProgress();
        }
        try {
            Optional<Outcome<R>> earlier = earlier(key, request);
            if (earlier.isPresent()) {
                return earlier.get();
            }
            Prepared<RequestOutcome<R>> prepared = request.prepare();
            return request.dryRun()
                    ? new Outcome<>(prepared.carryOut().answer(), false)
                    : first(key, request, prepared);
        } finally {
            underWay.remove(key.name());
        }
    }

    private <R> Optional<Outcome<R>> earlier(Key key, Request<R> request) {
        Instant oldest = clock.instant().minus(key.lasting());
        Optional<StoredResponse> stored = key.names().stream()
                .flatMap(name -> responses.find(key.caller(), name, oldest).stream())
                .findFirst();
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        if (!stored.get().fingerprint().equals(key.fingerprint())) {
            throw RequestRejectedException.invalid(
                    "idempotency_mismatch",
                    "This Idempotency-Key was used before with another request.",
                    List.of(new Violation(
                            "", "idempotency_mismatch", "This Idempotency-Key was used before with another request.")));
        }
        byte[] response = seal.open(key.caller(), key.text(), stored.get().sealed());
        return Optional.of(new Outcome<>(request.deserialize(response), true));
    }

    private <R> Outcome<R> first(Key key, Request<R> request, Prepared<RequestOutcome<R>> prepared) {
        RequestOutcome<R> done;
        try {
            done = work.write(scope -> {
                if (!responses.hold(key.caller(), key.name())) {
                    throw new HeldElsewhereException();
                }
                RequestOutcome<R> made = prepared.carryOut();
                switch (made) {
                    case RequestOutcome.Committed<R>(R response) -> store(scope, key, request.serialize(response));
                    case RequestOutcome.Accepted<R> accepted ->
                        store(scope, key, request.serialize(accepted.accepted().get()));
                    case RequestOutcome.Unchanged<R> unchanged -> {}
                    case RequestOutcome.Failed<R> failed -> {}
                }
                return made;
            });
        } catch (HeldElsewhereException e) {
            return earlier(key, request).orElseThrow(Replaying::inProgress);
        } catch (RequestRejectedException rejection) {
            return rejected(key, request, rejection);
        }
        R response = done.answer();
        if (done instanceof RequestOutcome.Accepted<R>) {
            replace(key, request.serialize(response));
        }
        return new Outcome<>(response, false);
    }

    private void store(UnitOfWork.Scope scope, Key key, byte[] response) {
        Instant now = clock.instant();
        StoredResponse stored =
                new StoredResponse(key.fingerprint(), now, seal.seal(key.caller(), key.text(), response));
        if (!responses.store(key.caller(), key.name(), stored, now.minus(key.lasting()))) {
            throw new HeldElsewhereException();
        }
        if (stores.incrementAndGet() % CLEANUP_INTERVAL == 0) {
            scope.afterCommit(() -> responses.sweep(key.caller(), now.minus(RETENTION), MAX_RESPONSES));
        }
    }

    private <R> Outcome<R> rejected(Key key, Request<R> request, RequestRejectedException rejection) {
        // another server may have executed the request, and this one conflicts with its change
        Optional<Outcome<R>> earlier = earlier(key, request);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        boolean ofRecords =
                rejection.category() == Category.CONFLICT || rejection.category() == Category.PRECONDITION_FAILED;
        if (key.anonymous() || !ofRecords) {
            throw rejection;
        }
        R response = request.rejected(rejection).orElseThrow(() -> rejection);
        try {
            work.write(scope -> {
                store(scope, key, request.serialize(response));
                return response;
            });
        } catch (HeldElsewhereException e) {
            return earlier(key, request).orElseThrow(Replaying::inProgress);
        } catch (ServiceUnavailableException e) {
            LOG.log(Level.DEBUG, "A rejection was not stored: the request can be made again", e);
        }
        return new Outcome<>(response, false);
    }

    private void replace(Key key, byte[] response) {
        try {
            responses.replace(key.caller(), key.name(), seal.seal(key.caller(), key.text(), response));
        } catch (ServiceUnavailableException e) {
            LOG.log(
                    Level.DEBUG,
                    "The outcome of an accepted request was not stored: the response of its acceptance stays",
                    e);
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
