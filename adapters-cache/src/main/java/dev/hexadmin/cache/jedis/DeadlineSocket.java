package dev.hexadmin.cache.jedis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketImpl;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A socket over TCP or over a file whose connecting, reading and writing end at one moment. A plain socket bounds each
 * read, never a write, and cannot go over a file.
 *
 * <p>One thread reads, one writes; any may close, which ends both at once. A virtual thread that waits holds no carrier.
 */
final class DeadlineSocket extends Socket {
    private final SocketChannel channel;
    private final Selector readable;
    private volatile long deadline;
    private volatile @Nullable Doubt doubt;

    /**
     * A callback that runs once when no reply has arrived yet.
     *
     * @param at as {@link System#nanoTime} counts
     */
    private record Doubt(long at, Runnable raised) {}

    private DeadlineSocket(SocketChannel channel, Selector readable, long deadline) throws IOException {
        super((@Nullable SocketImpl) null);
        this.channel = channel;
        this.readable = readable;
        this.deadline = deadline;
    }

    /** @param deadline as {@link System#nanoTime} counts */
    static DeadlineSocket open(SocketAddress address, long deadline) throws IOException {
        SocketChannel channel = address instanceof UnixDomainSocketAddress
                ? SocketChannel.open(StandardProtocolFamily.UNIX)
                : SocketChannel.open();
        try {
            Selector selector = Selector.open();
            try {
                return connected(new DeadlineSocket(channel, selector, deadline), address);
            } catch (IOException | RuntimeException e) {
                selector.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Over a connection that is made already, which from now on is this one's to close.
     *
     * @param deadline as {@link System#nanoTime} counts
     */
    static DeadlineSocket over(SocketChannel channel, long deadline) throws IOException {
        try {
            if (!channel.isConnected()) {
                throw new IOException("the channel is not connected");
            }
            Selector selector = channel.provider().openSelector();
            try {
                channel.configureBlocking(false);
                if (channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
                    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                }
                channel.register(selector, SelectionKey.OP_READ);
                return new DeadlineSocket(channel, selector, deadline);
            } catch (IOException | RuntimeException e) {
                selector.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static DeadlineSocket connected(DeadlineSocket wire, SocketAddress address) throws IOException {
        SocketChannel channel = wire.channel;
        channel.configureBlocking(false);
        if (!(address instanceof UnixDomainSocketAddress)) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        }
        SelectionKey key = channel.register(wire.readable, SelectionKey.OP_CONNECT);
        channel.connect(address);
        for (boolean late = wire.late(); !channel.finishConnect(); late = wire.late()) {
            if (late) {
                throw new SocketTimeoutException("no connection in time");
            }
            wire.await(wire.readable);
        }
        key.interestOps(SelectionKey.OP_READ);
        return wire;
    }

    /** From now on, reading and writing end at {@code deadline}, as {@link System#nanoTime} counts. */
    void until(long deadline) {
        this.deadline = deadline;
        this.doubt = null;
    }

    /** The same; a thread that still waits for a reply at {@code doubtful} runs {@code raised} before it waits further. */
    void until(long deadline, long doubtful, Runnable raised) {
        this.deadline = deadline;
        this.doubt = new Doubt(doubtful, raised);
    }

    private void await(Selector selector) throws IOException {
        long now = System.nanoTime();
        Doubt due = doubt;
        if (due != null && due.at() - now <= 0) {
            doubt = null;
            due.raised().run();
            due = null;
        }
        long left = (due == null ? deadline : due.at()) - now;
        if (left > 0) {
            try {
                selector.select((left + 999_999) / 1_000_000);
                selector.selectedKeys().clear();
            } catch (ClosedSelectorException e) {
                throw new IOException("closed", e);
            }
        }
    }

    /** Asked before the last attempt: what came while this thread was not scheduled is not late. */
    private boolean late() {
        return deadline - System.nanoTime() <= 0;
    }

    private int read(ByteBuffer buffer) throws IOException {
        while (true) {
            boolean late = late();
            int count = channel.read(buffer);
            if (count != 0) {
                return count;
            }
            if (late) {
                throw new SocketTimeoutException("no answer in time");
            }
            await(readable);
        }
    }

    private void write(ByteBuffer buffer) throws IOException {
        channel.write(buffer);
        if (buffer.hasRemaining()) {
            try (Selector writable = channel.provider().openSelector()) {
                channel.register(writable, SelectionKey.OP_WRITE);
                while (buffer.hasRemaining()) {
                    boolean late = late();
                    if (channel.write(buffer) == 0) {
                        if (late) {
                            throw new SocketTimeoutException("nothing was taken in time");
                        }
                        await(writable);
                    }
                }
            }
        }
    }

    @Override
    public InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return DeadlineSocket.this.read(ByteBuffer.wrap(one)) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                return length == 0 ? 0 : DeadlineSocket.this.read(ByteBuffer.wrap(bytes, from, length));
            }
        };
    }

    @Override
    public OutputStream getOutputStream() {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                DeadlineSocket.this.write(ByteBuffer.wrap(new byte[] {(byte) one}));
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                DeadlineSocket.this.write(ByteBuffer.wrap(bytes, from, length));
            }
        };
    }

    /** Ends what waits, at once. */
    @Override
    public void close() throws IOException {
        try (channel) {
            readable.close();
        }
    }

    @Override
    public boolean isClosed() {
        return !channel.isOpen();
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public boolean isBound() {
        return true;
    }

    @Override
    public boolean isInputShutdown() {
        return false;
    }

    @Override
    public boolean isOutputShutdown() {
        return false;
    }

    /** Nothing: {@link #until} bounds it. */
    @Override
    public void setSoTimeout(int millis) {}

    @Override
    public int getSoTimeout() {
        return 0;
    }

    @Override
    public int getSoLinger() {
        return -1;
    }
}
