package dev.hexadmin.http.server.idempotency;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.idempotency.ReplayingRequests;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.DryRun;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Handler;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** A handler that answers a repeated request with its first answer; without the header it is the handler itself. */
    public Handler wrap(PostHandler handler) {
        return request -> {
            Optional<String> key = request.header("Idempotency-Key");
            return key.isEmpty()
                    ? handler.prepare(request).carryOut().answer()
                    : run(request, request.actor(), key.get(), "", () -> handler.prepare(request));
        };
    }

    /**
     * The same for a step of a route whose callers are not known yet, such as signing in. What the step refuses comes out
     * as it is, for limits that count failures, and is never kept. The request's credentials belong to the key.
     */
    public Response once(RequestContext request, Supplier<Prepared<RequestOutcome<Response>>> step) {
        Optional<String> key = request.header("Idempotency-Key");
        return key.isEmpty()
                ? step.get().carryOut().answer()
                : run(
                        request,
                        new Actor.Anonymous(request.origin()),
                        key.get(),
                        request.header("Authorization").orElse(""),
                        step);
    }

    private Response run(
            RequestContext request,
            Actor actor,
            String key,
            String credentials,
            Supplier<Prepared<RequestOutcome<Response>>> step) {
        check(key);
        boolean dryRun = DryRun.asked(request);
        ReplayingRequests.Request keyed = new ReplayingRequests.Request() {
            @Override
            public Prepared<RequestOutcome<ReplayingRequests.Answer>> prepare() {
                Prepared<RequestOutcome<Response>> prepared = step.get();
                return () -> prepared.carryOut().map(IdempotentPosts::kept);
            }

            @Override
            public boolean dryRun() {
                return dryRun;
            }

            @Override
            public ReplayingRequests.Answer refused(RequestRejectedException refusal) {
                return kept(Problems.answer(refusal, request.path()));
            }
        };
        return answer(replaying.run(actor, key, fingerprint(request, credentials), keyed));
    }

    private static void check(String key) {
        if (key.isEmpty() || key.length() > LONGEST || key.chars().anyMatch(c -> c < 0x21 || c > 0x7E)) {
            throw new RequestRejectedException(
                    Category.MALFORMED,
                    "invalid_idempotency_key",
                    "Idempotency-Key takes 1 to " + LONGEST + " visible ASCII characters.");
        }
    }

    private static ReplayingRequests.Answer kept(Response response) {
        Map<String, String> headers = new LinkedHashMap<>();
        response.headers().forEach(header -> headers.put(header.name(), header.value()));
        return new ReplayingRequests.Answer(response.status(), headers, response.body());
    }

    private static Response answer(ReplayingRequests.Outcome outcome) {
        ReplayingRequests.Answer kept = outcome.answer();
        List<Response.Header> headers = new ArrayList<>(kept.headers().size());
        kept.headers().forEach((name, value) -> headers.add(new Response.Header(name, value)));
        Response response = new Response(kept.status(), headers, kept.body());
        return outcome.replayed() ? response.with("Idempotent-Replayed", "true") : response;
    }

    /** What makes two requests the same: method, path without its trailing slash, query, {@code Prefer}, body. */
    private static String fingerprint(RequestContext request, String credentials) {
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
        digest.update(request.body());
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
