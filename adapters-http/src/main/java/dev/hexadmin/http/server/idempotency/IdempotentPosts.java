package dev.hexadmin.http.server.idempotency;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.idempotency.ReplayingRequests;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Gives POST handlers the {@code Idempotency-Key} header (IETF draft "The Idempotency-Key HTTP Header Field").
 * Thread-safe.
 */
public final class IdempotentPosts {
    private static final int LONGEST = 255;

    private final ReplayingRequests replaying;

    public IdempotentPosts(ReplayingRequests replaying) {
        this.replaying = replaying;
    }

    /** A handler that returns the first response to a repeated request; without the header it is the handler itself. */
    public Handler wrap(PostHandler handler) {
        return request -> {
            Optional<String> key = request.header("Idempotency-Key");
            return key.isEmpty()
                    ? handler.prepare(request).carryOut().answer()
                    : run(
                            request,
                            request.actor(),
                            key.get(),
                            fingerprint(request, "", request.body()),
                            () -> handler.prepare(request));
        };
    }

    /**
     * The same for a step of a route whose callers are not known yet, such as signing in. A rejection by the step is thrown
     * as it is, for limits that count failures, and is never stored. The request's credentials belong to the key.
     */
    public Response once(RequestContext request, Supplier<Prepared<RequestOutcome<Response>>> step) {
        Optional<String> key = request.header("Idempotency-Key");
        return key.isEmpty()
                ? step.get().carryOut().answer()
                : run(
                        request,
                        new Actor.Anonymous(request.origin()),
                        key.get(),
                        fingerprint(request, request.header("Authorization").orElse(""), request.body()),
                        step);
    }

    /**
     * The same for a request whose body is not in memory as a whole.
     *
     * @param content identifies what the request sends
     */
    public Response streamed(
            RequestContext request, String content, Supplier<Prepared<RequestOutcome<Response>>> step) {
        Optional<String> key = request.header("Idempotency-Key");
        return key.isEmpty()
                ? step.get().carryOut().answer()
                : run(
                        request,
                        request.actor(),
                        key.get(),
                        fingerprint(request, "", content.getBytes(StandardCharsets.UTF_8)),
                        step);
    }

    private Response run(
            RequestContext request,
            Actor actor,
            String key,
            String fingerprint,
            Supplier<Prepared<RequestOutcome<Response>>> step) {
        check(key);
        boolean dryRun = DryRun.asked(request);
        ReplayingRequests.Outcome<Response> outcome =
                replaying.run(actor, key, fingerprint, new KeyedRequest(request, dryRun, step));
        return outcome.replayed() ? outcome.response().with("Idempotent-Replayed", "true") : outcome.response();
    }

    /** A step of a route, under the key of its request. */
    private record KeyedRequest(
            RequestContext request, boolean dryRun, Supplier<Prepared<RequestOutcome<Response>>> step)
            implements ReplayingRequests.Request<Response> {
        @Override
        public Prepared<RequestOutcome<Response>> prepare() {
            return step.get();
        }

        @Override
        public Optional<Response> rejected(RequestRejectedException rejection) {
            return Optional.of(Problems.answer(rejection, request.path()));
        }

        @Override
        public byte[] serialize(Response response) {
            return StoredResponses.serialize(response);
        }

        @Override
        public Response deserialize(byte[] stored) {
            return StoredResponses.deserialize(stored);
        }
    }

    private static void check(String key) {
        if (key.isEmpty() || key.length() > LONGEST || key.chars().anyMatch(c -> c < 0x21 || c > 0x7E)) {
            throw new RequestRejectedException(
                    Category.MALFORMED,
                    "invalid_idempotency_key",
                    Message.of(
                                    "{limit, plural, one {Idempotency-Key takes 1 visible ASCII character.} other {Idempotency-Key takes 1 to # visible ASCII characters.}}")
                            .with("limit", LONGEST));
        }
    }

    /** What makes two requests the same: method, path without its trailing slash, query, {@code Prefer}, body. */
    private static String fingerprint(RequestContext request, String credentials, byte[] body) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        String path = request.path();
        add(digest, request.method().text());
        add(digest, path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
        add(digest, request.header("Prefer").orElse(""));
        new TreeMap<>(request.query()).forEach((name, value) -> {
            add(digest, name);
            add(digest, value);
        });
        add(digest, "");
        add(digest, credentials);
        digest.update(body);
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void add(MessageDigest digest, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update((byte) (bytes.length >> 16));
        digest.update((byte) (bytes.length >> 8));
        digest.update((byte) bytes.length);
        digest.update(bytes);
    }
}
