package dev.hexadmin.application.files.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.application.files.port.FileFormats;
import dev.hexadmin.application.files.port.FileFormats.Rendered;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FileReference.Dimensions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Limits the number of images that are decoded at the same time, since each takes a core and hundreds of megabytes, and
 * queues further ones in order. Thread-safe.
 *
 * <p>The images of one caller are decoded one after the other, so that the images of all callers take turns. A caller has
 * {@value #MOST_OF_CALLER} at most, and an image does not wait longer than the queue's patience. The content is read before
 * the image has its turn, so that a slow store does not delay other callers.
 */
public final class ImageQueue {
    static final int MOST_OF_CALLER = 16;

    private static final Duration TRY_AGAIN = Duration.ofSeconds(5);

    private final FileFormats formats;
    private final Semaphore turns;
    private final Duration patience;
    private final Map<String, Line> lines = new ConcurrentHashMap<>();

    /** The images of one caller. */
    private static final class Line {
        final Semaphore first = new Semaphore(1, true);

        /** Changed while the map holds the place of the caller. */
        int size;
    }

    public ImageQueue(FileFormats formats, int atOnce, Duration patience) {
        this.formats = formats;
        this.turns = new Semaphore(atOnce, true);
        this.patience = patience;
    }

    /**
     * Decodes an image and encodes it again, as {@link FileFormats#render} does.
     *
     * @param content opens the image
     * @throws RequestRejectedException {@code TOO_MANY rate_limited} when the caller has too many images in the queue, {@code
     *     UNAVAILABLE busy} when the image would wait for too long
     */
    Rendered render(Actor actor, Supplier<InputStream> content, Map<String, Dimensions> boxes) {
        String caller = caller(actor);
        Line line = enter(caller);
        try {
            return after(line.first, () -> {
                byte[] image = read(content);
                return after(turns, () -> formats.render(image, boxes));
            });
        } finally {
            leave(caller);
        }
    }

    private static String caller(Actor actor) {
        return switch (actor) {
            case Actor.SignedIn user -> "user " + user.id();
            case Actor.Operator operator -> "operator " + operator.name();
            case Actor.Anonymous anonymous ->
                "address " + LimitingRequests.key(anonymous.origin().address());
        };
    }

    private Line enter(String caller) {
        return lines.compute(caller, (same, known) -> {
            Line line = known == null ? new Line() : known;
            if (line.size == MOST_OF_CALLER) {
                throw RequestRejectedException.later(
                        Category.TOO_MANY,
                        "rate_limited",
                        "Too many of your images are being processed. Wait for one of them.",
                        TRY_AGAIN);
            }
            line.size++;
            return line;
        });
    }

    private void leave(String caller) {
        lines.computeIfPresent(caller, (same, line) -> --line.size == 0 ? null : line);
    }

    private <T> T after(Semaphore turn, Supplier<T> work) {
        try {
            if (!turn.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw busy();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw busy();
        }
        try {
            return work.get();
        } finally {
            turn.release();
        }
    }

    private static byte[] read(Supplier<InputStream> content) {
        try (InputStream in = content.get()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RequestRejectedException busy() {
        return RequestRejectedException.later(
                Category.UNAVAILABLE, "busy", "Too many images are being processed at the moment.", TRY_AGAIN);
    }
}
