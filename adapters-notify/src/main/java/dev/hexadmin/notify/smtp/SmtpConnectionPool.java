package dev.hexadmin.notify.smtp;

import jakarta.mail.Address;
import jakarta.mail.MessagingException;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Connections to a mail server, each for one message at a time and kept for the next: opening one takes a handshake, a
 * certificate check and a sign-in. Thread-safe.
 *
 * <p>Simple Java Mail's batch module does not run on the module path: see {@code docs/choices.md}.
 */
final class SmtpConnectionPool implements AutoCloseable {
    /** A connection this quiet is asked whether it still is one. */
    private static final long QUIET = TimeUnit.SECONDS.toNanos(1);

    private final MailServer server;
    private final Limits limits;
    private final Semaphore free;
    private final ConcurrentLinkedDeque<Kept> idle = new ConcurrentLinkedDeque<>();
    private final AtomicBoolean clearing = new AtomicBoolean();
    private volatile boolean closed;

    /**
     * An open connection.
     *
     * @param messages it has carried
     * @param since nanoseconds of when it was last used
     */
    private record Kept(Transport transport, int messages, long since) {
        boolean isOlder(long nanoseconds) {
            return System.nanoTime() - since > nanoseconds;
        }
    }

    SmtpConnectionPool(MailServer server, Limits limits) {
        this.server = server;
        this.limits = limits;
        this.free = new Semaphore(limits.connections(), true);
    }

    /** Sends over a kept connection, or a new one. */
    void send(MimeMessage message, Address[] recipients) throws MessagingException, InterruptedException {
        free.acquire();
        try {
            Optional<Kept> kept = kept();
            if (kept.isPresent()) {
                try {
                    send(kept.get(), message, recipients);
                    return;
                } catch (MessagingException e) {
                    // it would not carry another message, and has not taken this one
                    if (SmtpReply.of(e).filter(reply -> reply.code() == 421).isEmpty()) {
                        throw e;
                    }
                }
            }
            send(new Kept(server.connect(), 0, System.nanoTime()), message, recipients);
        } finally {
            free.release();
        }
    }

    private void send(Kept kept, MimeMessage message, Address[] recipients) throws MessagingException {
        boolean sent = false;
        try {
            kept.transport().sendMessage(message, recipients);
            sent = true;
        } finally {
            // after a refusal the state of the exchange is the library's secret: a new connection is certain
            int messages = kept.messages() + 1;
            if (sent && messages < limits.messages() && !limits.kept().isZero() && !closed) {
                idle.addFirst(new Kept(kept.transport(), messages, System.nanoTime()));
                clearLater();
            } else {
                end(kept);
            }
        }
    }

    /** The one used last, so that those a busy hour needed come to rest. */
    private Optional<Kept> kept() {
        @Nullable Kept kept;
        while ((kept = idle.pollFirst()) != null) {
            if (!kept.isOlder(limits.kept().toNanos())
                    && (!kept.isOlder(QUIET) || kept.transport().isConnected())) {
                return Optional.of(kept);
            }
            end(kept);
        }
        return Optional.empty();
    }

    private static void end(Kept kept) {
        try {
            kept.transport().close();
        } catch (MessagingException e) {
            // it is gone, which was the purpose
        }
    }

    private void clearLater() {
        if (clearing.compareAndSet(false, true)) {
            CompletableFuture.delayedExecutor(
                            limits.kept().toMillis() + 1,
                            TimeUnit.MILLISECONDS,
                            task -> Thread.ofVirtual().name("smtp").start(task))
                    .execute(this::clear);
        }
    }

    private void clear() {
        clearing.set(false);
        @Nullable Kept oldest;
        while ((oldest = idle.pollLast()) != null) {
            if (!closed && !oldest.isOlder(limits.kept().toNanos())) {
                idle.addLast(oldest);
                clearLater();
                return;
            }
            end(oldest);
        }
    }

    /** Messages under way still go out. */
    @Override
    public void close() {
        closed = true;
        clear();
    }
}
