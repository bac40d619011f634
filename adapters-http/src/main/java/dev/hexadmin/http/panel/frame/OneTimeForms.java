package dev.hexadmin.http.panel.frame;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.idempotency.ReplayingRequests;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.texts.Localization;
import dev.hexadmin.http.texts.Localized;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Carries out once what a form asks for: a browser whose answer was lost sends the same form again when its page is
 * reloaded, and so does a second click. Each page has another key, and with other content a form is another one.
 * Thread-safe.
 */
public final class OneTimeForms {
    /** The hidden field with the key. */
    public static final String KEY = "form.key";

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int PAUSES = 100;

    private final Panel panel;
    private final ReplayingRequests replaying;

    public OneTimeForms(Panel panel, ReplayingRequests replaying) {
        this.panel = panel;
        this.replaying = replaying;
    }

    /** The key of a page with a form. */
    public static String newKey() {
        return UUID.randomUUID().toString();
    }

    /**
     * What was done.
     *
     * @param to the address of the next page, or what the page of the form shows next
     */
    public record Done(String to, Flash flash) {}

    /**
     * The answer to a form that leads to the next page.
     *
     * @param content identifies the form together with its key
     * @throws RequestRejectedException as the step does; the form may be sent again then
     */
    public Response answer(RequestContext request, Form content, Supplier<Prepared<Done>> step) {
        Done done = done(request, content, step);
        return panel.redirect(request, done.to(), done.flash());
    }

    /** What the form did, now or when it arrived first. */
    public Done done(RequestContext request, Form content, Supplier<Prepared<Done>> asked) {
        Localization localization = Localized.current();
        Supplier<Prepared<Done>> step = () -> {
            Prepared<Done> prepared = asked.get();
            // the thread that writes is not that of the request
            return () -> Localized.where(() -> localization, prepared::carryOut);
        };
        return content.textOrEmpty(KEY).isEmpty()
                ? step.get().carryOut()
                : once(request, "form-" + digest(request.path(), content), step);
    }

    private Done once(RequestContext request, String key, Supplier<Prepared<Done>> step) {
        for (int pause = 0; ; pause++) {
            try {
                return replaying
                        .run(request.actor(), key, "", new FormRequest(step))
                        .response();
            } catch (RequestRejectedException rejection) {
                boolean running = rejection.code().equals("request_in_progress");
                if (!running || pause == PAUSES || !paused()) {
                    throw rejection;
                }
            }
        }
    }

    private static boolean paused() {
        try {
            Thread.sleep(PAUSE);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private record FormRequest(Supplier<Prepared<Done>> step) implements ReplayingRequests.Request<Done> {
        @Override
        public Prepared<RequestOutcome<Done>> prepare() {
            Prepared<Done> prepared = step.get();
            return () -> new RequestOutcome.Committed<>(prepared.carryOut());
        }

        @Override
        public boolean dryRun() {
            return false;
        }

        @Override
        public Optional<Done> rejected(RequestRejectedException rejection) {
            return Optional.empty();
        }

        @Override
        public byte[] serialize(Done done) {
            return done.to().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Done deserialize(byte[] stored) {
            return new Done(
                    new String(stored, StandardCharsets.UTF_8),
                    new Flash(
                            Flash.Kind.INFO,
                            text(
                                    "This form had arrived before. What it asks for was done then, and not a second time.")));
        }
    }

    private static String digest(String path, Form content) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        add(digest, path);
        for (String name : content.names()) {
            // it is another one after a new sign-in
            if (!name.equals(Form.TOKEN)) {
                List<String> values = content.all(name);
                add(digest, name);
                add(digest, Integer.toString(values.size()));
                values.forEach(value -> add(digest, value));
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }
}
