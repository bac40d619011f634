package dev.hexadmin.http.replay;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.Refused;
import dev.hexadmin.application.Refused.Category;
import dev.hexadmin.application.replay.Done;
import dev.hexadmin.application.replay.ReplayingRequests;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.headers.DryRun;
import dev.hexadmin.http.problem.Problems;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Exchange;
import dev.hexadmin.http.routing.Handler;
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
        return exchange -> {
            Optional<String> key = exchange.header("Idempotency-Key");
            return key.isEmpty()
                    ? handler.prepare(exchange).carryOut().answer()
                    : run(exchange, exchange.actor(), key.get(), "", () -> handler.prepare(exchange));
        };
    }

    /**
     * The same for a step of a route whose callers are not known yet, such as signing in. What the step refuses comes out
     * as it is, for limits that count failures, and is never kept. The request's credentials belong to the key.
     */
    public Answer once(Exchange exchange, Supplier<Prepared<Done<Answer>>> step) {
        Optional<String> key = exchange.header("Idempotency-Key");
        return key.isEmpty()
                ? step.get().carryOut().answer()
                : run(
                        exchange,
                        new Actor.Anonymous(exchange.origin()),
                        key.get(),
                        exchange.header("Authorization").orElse(""),
                        step);
    }

    private Answer run(
            Exchange exchange, Actor actor, String key, String credentials, Supplier<Prepared<Done<Answer>>> step) {
        check(key);
        boolean dryRun = DryRun.asked(exchange);
        ReplayingRequests.Request request = new ReplayingRequests.Request() {
            @Override
            public Prepared<Done<ReplayingRequests.Answer>> prepare() {
                Prepared<Done<Answer>> prepared = step.get();
                return () -> prepared.carryOut().map(IdempotentPosts::kept);
            }

            @Override
            public boolean dryRun() {
                return dryRun;
            }

            @Override
            public ReplayingRequests.Answer refused(Refused refusal) {
                return kept(Problems.answer(refusal, exchange.path()));
            }
        };
        return answer(replaying.run(actor, key, fingerprint(exchange, credentials), request));
    }

    private static void check(String key) {
        if (key.isEmpty() || key.length() > LONGEST || key.chars().anyMatch(c -> c < 0x21 || c > 0x7E)) {
            throw new Refused(
                    Category.MALFORMED,
                    "invalid_idempotency_key",
                    "Idempotency-Key takes 1 to " + LONGEST + " visible ASCII characters.");
        }
    }

    private static ReplayingRequests.Answer kept(Answer answer) {
        Map<String, String> headers = new LinkedHashMap<>();
        answer.headers().forEach(header -> headers.put(header.name(), header.value()));
        return new ReplayingRequests.Answer(answer.status(), headers, answer.body());
    }

    private static Answer answer(ReplayingRequests.Outcome outcome) {
        ReplayingRequests.Answer kept = outcome.answer();
        List<Answer.Header> headers = new ArrayList<>(kept.headers().size());
        kept.headers().forEach((name, value) -> headers.add(new Answer.Header(name, value)));
        Answer answer = new Answer(kept.status(), headers, kept.body());
        return outcome.replayed() ? answer.with("Idempotent-Replayed", "true") : answer;
    }

    /** What makes two requests the same: method, path without its trailing slash, query, {@code Prefer}, body. */
    private static String fingerprint(Exchange exchange, String credentials) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        String path = exchange.path();
        add(digest, exchange.method().text());
        add(digest, path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
        add(digest, exchange.header("Prefer").orElse(""));
        new TreeMap<>(exchange.query()).forEach((name, value) -> {
            add(digest, name);
            add(digest, value);
        });
        add(digest, "");
        add(digest, credentials);
        digest.update(exchange.body());
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
