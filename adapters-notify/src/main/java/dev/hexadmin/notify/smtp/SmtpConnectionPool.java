package dev.hexadmin.notify.smtp;

import jakarta.mail.Address;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A pool of connections to a mail server. Each connection sends one message at a time and is reused, because opening
 * one takes a handshake, a certificate check and a sign-in. Thread-safe.
 *
 * <p>Simple Java Mail's batch module does not run on the module path: see {@code docs/choices.md}.
 */
final class SmtpConnectionPool implements AutoCloseable {
    /** A connection that has been idle for longer is checked before it is used. */
    private static final long CHECK_AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final MailServer server;
    private final Limits limits;
    private final Semaphore free;
    private final ConcurrentLinkedDeque<IdleConnection> idle = new ConcurrentLinkedDeque<>();
    private final AtomicBoolean evictionScheduled = new AtomicBoolean();
    private volatile boolean closed;

    /**
     * An open, idle connection.
     *
     * @param messages number of messages sent over it
     * @param since {@link System#nanoTime()} of its last use
     */
    private record IdleConnection(MailConnection transport, int messages, long since) {
        boolean isOlder(long nanoseconds) {
            return System.nanoTime() - since > nanoseconds;
        }
    }

    SmtpConnectionPool(MailServer server, Limits limits) {
        this.server = server;
        this.limits = limits;
        this.free = new Semaphore(limits.connections(), true);
    }

    /** Sends over an idle connection, or over a new one. */
    void send(MimeMessage message, Address[] recipients) throws MessagingException, InterruptedException {
        free.acquire();
        try {
            Optional<IdleConnection> idleConnection = takeIdle();
            if (idleConnection.isPresent()) {
                try {
                    send(idleConnection.get(), message, recipients);
                    return;
                } catch (MessagingException e) {
                    if (!closedBefore(idleConnection.get(), e)) {
                        throw e;
                    }
                }
            }
            send(new IdleConnection(server.connect(), 0, System.nanoTime()), message, recipients);
        } finally {
            free.release();
        }
    }

    /** Whether the server closed the connection before it could accept the message. */
    private static boolean closedBefore(IdleConnection connection, MessagingException failure) {
        return SmtpReply.of(failure)
                        .map(reply -> reply.code() == 421)
                        .orElseGet(() -> !connection.transport().contentBegun())
                && !Thread.currentThread().isInterrupted();
    }

    private void send(IdleConnection connection, MimeMessage message, Address[] recipients) throws MessagingException {
        boolean sent = false;
        try {
            connection.transport().sendMessage(message, recipients);
            sent = true;
        } finally {
            // after a rejection the library does not say in which state the connection is: the next message uses a new
            // one
            int messages = connection.messages() + 1;
            if (sent && messages < limits.messages() && !limits.idleTimeout().isZero() && !closed) {
                idle.addFirst(new IdleConnection(connection.transport(), messages, System.nanoTime()));
                scheduleEviction();
            } else {
                end(connection);
            }
        }
    }

    /** Takes the connection that was used last, so that the others time out after a peak. */
    private Optional<IdleConnection> takeIdle() {
        @Nullable IdleConnection connection;
        while ((connection = idle.pollFirst()) != null) {
            if (!connection.isOlder(limits.idleTimeout().toNanos())
                    && (!connection.isOlder(CHECK_AFTER_NANOS)
                            || connection.transport().isConnected())) {
                return Optional.of(connection);
            }
            end(connection);
        }
        return Optional.empty();
    }

    private static void end(IdleConnection connection) {
        try {
            connection.transport().close();
        } catch (MessagingException e) {
            // the connection is closed already
        }
    }

    private void scheduleEviction() {
        if (evictionScheduled.compareAndSet(false, true)) {
            CompletableFuture.delayedExecutor(
                            limits.idleTimeout().toMillis() + 1,
                            TimeUnit.MILLISECONDS,
                            task -> Thread.ofVirtual().name("smtp").start(task))
                    .execute(this::evict);
        }
    }

    private void evict() {
        evictionScheduled.set(false);
        @Nullable IdleConnection oldest;
        while ((oldest = idle.pollLast()) != null) {
            if (!closed && !oldest.isOlder(limits.idleTimeout().toNanos())) {
                idle.addLast(oldest);
                scheduleEviction();
                return;
            }
            end(oldest);
        }
    }

    /** Messages in progress are still sent. */
    @Override
    public void close() {
        closed = true;
        evict();
    }
}
