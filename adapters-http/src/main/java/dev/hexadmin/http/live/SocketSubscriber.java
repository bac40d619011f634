package dev.hexadmin.http.live;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.http.server.connection.ConnectionGuard;
import dev.hexadmin.http.server.json.JsonBody;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.security.LongLivedAuthentication.Admitted;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.websocket.WsCloseCodes;
import io.helidon.websocket.WsCloseException;
import io.helidon.websocket.WsOpCode;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber over a WebSocket (RFC 6455). The connection's thread reads. A virtual thread sends the frames and ends when
 * there are no more, so a client that does not read delays no other client, and an idle socket costs one thread and no
 * buffer.
 */
final class SocketSubscriber extends Subscriber implements ServerConnection {
    private static final System.Logger LOG = System.getLogger(SocketSubscriber.class.getName());
    private static final byte[] NOTHING = {};
    private static final long NEVER = 0;

    private final ConnectionContext context;
    private @Nullable Opening opening; // of the connection's thread, until it is known who it is

    /** The current timeout: for credentials at first, for the client's close frame in the end. */
    private volatile long deadline = NEVER;

    private volatile boolean heard;
    private volatile long nextPing;
    private int missed = -1; // before the first ping none can be missed; of the thread that ticks

    /**
     * The credentials of the opening request.
     *
     * @param token an access token, from the header or the query
     * @param session what the cookie of the panel holds, where the request comes from one of its pages
     * @param userId whom to follow
     * @param trusted whether {@code userId} needs no token
     */
    record Opening(
            Actor.Origin origin,
            Optional<String> token,
            Optional<String> session,
            Optional<String> userId,
            boolean trusted) {
        @Override
        public String toString() {
            return "Opening[" + origin + "]"; // without the token, which is secret
        }
    }

    SocketSubscriber(Subscriptions followers, ConnectionContext context, Opening opening, OptionalLong since) {
        super(followers, since);
        this.context = context;
        this.opening = opening;
        this.nextPing =
                System.nanoTime() + followers.settings().heartbeat().pingEvery().toNanos();
    }

    // ---- the connection's thread

    @Override
    public void handle(Limit limit) {
        followers.add(this);
        try {
            open();
            read();
            flush();
        } catch (WsCloseException e) {
            end(new CloseReason(e.closeCode(), String.valueOf(e.getMessage())));
            flush();
        } catch (DataReader.InsufficientDataAvailableException | ServerConnectionException | UncheckedIOException e) {
            // the client has closed the connection
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "A socket broke", e);
            end(CloseReason.BROKEN);
            flush();
        } finally {
            if (queue.end()) {
                followers.closed(this, WsCloseCodes.CLOSED_ABNORMALLY);
            }
            leave();
            followers.remove(this);
        }
    }

    private void open() {
        Opening with = opening;
        if (with == null) {
            return;
        }
        if (with.token().isPresent()) {
            signIn(with, with.token().get());
        } else if (with.session().isPresent()) {
            visit(with, with.session().get());
        } else if (with.userId().isPresent()) {
            opening = null;
            if (with.trusted() && Addressee.isValid(with.userId().get())) {
                follow(with, new Addressee(with.userId().get()), Optional.empty());
            } else {
                end(CloseReason.UNAUTHENTICATED);
            }
        } else {
            deadline = later(followers.settings().signInWithin());
        }
    }

    private void signIn(Opening with, String token) {
        opening = null;
        deadline = NEVER;
        try {
            enter(with, followers.authentication().admit(token, with.origin()));
        } catch (RequestRejectedException | Problem e) {
            end(CloseReason.NO_LONGER_WELCOME);
        } catch (ServiceUnavailableException e) {
            end(CloseReason.UNAVAILABLE);
        }
    }

    private void visit(Opening with, String session) {
        opening = null;
        try {
            Optional<Admitted> admitted = followers.authentication().admitSession(session, with.origin());
            if (admitted.isPresent()) {
                enter(with, admitted.get());
            } else {
                end(CloseReason.SESSION_OVER);
            }
        } catch (ServiceUnavailableException e) {
            end(CloseReason.UNAVAILABLE);
        }
    }

    private void enter(Opening with, Admitted admitted) {
        Addressee own = Addressee.of(admitted.actor().id());
        String wanted = with.userId().orElse(own.id());
        if (wanted.equals(own.id())) {
            follow(with, own, Optional.of(admitted));
        } else if (admitted.actor().rights().superuser() && Addressee.isValid(wanted)) {
            follow(with, new Addressee(wanted), Optional.of(admitted));
        } else {
            end(CloseReason.NOT_YOURS);
        }
    }

    private void follow(Opening with, Addressee user, Optional<Admitted> admitted) {
        try {
            if (follow(user, with.origin().address(), admitted)) {
                ConnectionGuard.settled(context);
            } else {
                end(CloseReason.TOO_MANY);
            }
        } catch (RequestRejectedException e) {
            end(CloseReason.NOT_YOURS);
        } catch (ServiceUnavailableException e) {
            end(CloseReason.UNAVAILABLE);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "A socket could not follow", e);
            end(CloseReason.BROKEN);
        }
    }

    /** Reads until the client sends a close frame. */
    private void read() {
        int most = followers.settings().mostMessageBytes();
        byte @Nullable [] begun = null; // of a message in pieces
        while (true) {
            SocketFrames.Received frame = SocketFrames.read(context.dataReader(), most);
            heard = true;
            switch (frame.code()) {
                case PING -> put(SocketFrames.pong(frame.payload()), false);
                case PONG -> {}
                case CLOSE -> {
                    goodBye(frame.payload());
                    return;
                }
                case BINARY -> throw new WsCloseException("only text is taken", WsCloseCodes.CANNOT_ACCEPT);
                case TEXT, CONTINUATION -> {
                    if ((begun == null) == (frame.code() == WsOpCode.CONTINUATION)) {
                        throw SocketFrames.broken("the pieces of a message do not fit together");
                    }
                    byte[] message = begun == null ? frame.payload() : joined(begun, frame.payload(), most);
                    begun = frame.last() ? null : message;
                    if (frame.last()) {
                        message(message);
                    }
                }
            }
        }
    }

    private static byte[] joined(byte[] begun, byte[] more, int most) {
        if (begun.length + more.length > most) {
            throw SocketFrames.tooLong();
        }
        byte[] joined = Arrays.copyOf(begun, begun.length + more.length);
        System.arraycopy(more, 0, joined, begun.length, more.length);
        return joined;
    }

    /** The first message authenticates, if the request did not. Later messages are ignored. */
    private void message(byte[] message) {
        SocketFrames.text(message, 0);
        Opening with = opening;
        if (with == null || queue.ended()) {
            return;
        }
        try {
            Map<String, @Nullable Object> members = JsonBody.object(message);
            if ("auth".equals(members.get("type")) && members.get("token") instanceof String token) {
                signIn(with, token);
                return;
            }
        } catch (RequestRejectedException e) {
            // said below
        }
        end(CloseReason.UNAUTHENTICATED);
    }

    private void goodBye(byte[] payload) {
        int code = SocketFrames.closeCode(payload);
        byte[] answer = code == WsCloseCodes.NO_STATUS_CODE
                ? SocketFrames.close(NOTHING)
                : SocketFrames.close(Arrays.copyOf(payload, 2));
        if (after(queue.putLast(answer))) {
            followers.closed(this, code);
        }
    }

    /** Lets the close frame go out before the connection ends. */
    private void flush() {
        try {
            if (!queue.awaitSent(followers.settings().closeWithin())) {
                cut();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cut();
        }
    }

    // ---- any thread

    @Override
    byte[] bytes(EventFrame frame) {
        return frame.text();
    }

    @Override
    void send() {
        Thread.startVirtualThread(this::write);
    }

    private void write() {
        try {
            for (byte[] bytes = queue.next(); bytes != null; bytes = queue.next()) {
                context.dataWriter().writeNow(BufferData.create(bytes));
            }
        } catch (RuntimeException e) {
            if (queue.end()) {
                followers.closed(this, WsCloseCodes.CLOSED_ABNORMALLY);
            }
            cut();
        }
    }

    @Override
    void end(CloseReason closing) {
        if (after(queue.putLast(SocketFrames.close(closing)))) {
            deadline = later(followers.settings().closeWithin());
            followers.closed(this, closing.code());
        }
    }

    @Override
    void tick(long now) {
        forgetLastFrame();
        long until = deadline;
        if (until != NEVER) {
            if (now - until >= 0) {
                if (queue.ended()) {
                    cut();
                } else {
                    end(CloseReason.UNAUTHENTICATED);
                }
            }
        } else if (now - nextPing >= 0) {
            nextPing = now + followers.settings().heartbeat().pingEvery().toNanos();
            missed = heard ? 0 : missed + 1;
            heard = false;
            if (missed >= followers.settings().heartbeat().mostMissed()) {
                end(CloseReason.HEARTBEAT_MISSED);
            } else {
                put(SocketFrames.ping(), false);
            }
        }
    }

    private static long later(Duration patience) {
        return System.nanoTime() + patience.toNanos() | 1; // never NEVER
    }

    /** Closes the connection without sending the rest; the thread that reads or writes gets an exception. */
    private void cut() {
        try {
            context.serverSocket().close();
        } catch (UncheckedIOException e) {
            // it is closed
        }
    }

    /** A socket is never idle: the heartbeat detects lost connections. */
    @Override
    public Duration idleTime() {
        return Duration.ZERO;
    }

    @Override
    public void close(boolean interrupt) {
        end(CloseReason.RESTARTING);
    }
}
