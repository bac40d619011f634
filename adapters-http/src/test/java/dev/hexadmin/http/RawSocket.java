package dev.hexadmin.http;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A WebSocket client that sends any frames, valid or not. */
final class RawSocket implements AutoCloseable {
    static final int TEXT = 0x81;
    static final int BINARY = 0x82;
    static final int CLOSE = 0x88;
    static final int PING = 0x89;
    static final int PONG = 0x8A;

    final Socket socket;
    private final DataInputStream in;

    /** What came. */
    record Frame(int head, byte[] payload) {
        String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        int code() {
            return payload.length < 2 ? 0 : ByteBuffer.wrap(payload).getShort() & 0xFFFF;
        }
    }

    /** Connects, without a word. */
    RawSocket(LiveServer server, int receiveBuffer) {
        try {
            socket = new Socket();
            socket.setReceiveBufferSize(receiveBuffer);
            socket.connect(new InetSocketAddress("127.0.0.1", server.server.port()));
            socket.setSoTimeout(30_000);
            socket.setTcpNoDelay(true);
            in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream(), 512));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An open socket of this token's user, whose first frame has been read. */
    static RawSocket open(LiveServer server, String token) {
        RawSocket raw = upgraded(server, "?token=" + token, 65_536);
        if (raw.read().head() != TEXT) {
            throw new AssertionError("it is not ready");
        }
        return raw;
    }

    static RawSocket upgraded(LiveServer server, String query, int receiveBuffer) {
        RawSocket raw = new RawSocket(server, receiveBuffer);
        raw.write(request("/ws" + query, ""));
        String answer = raw.head();
        if (!answer.startsWith("HTTP/1.1 101 ")) {
            throw new AssertionError(answer);
        }
        return raw;
    }

    static String request(String path, String headers) {
        return "GET " + LiveServer.PREFIX + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\n"
                + "Upgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + headers + "\r\n";
    }

    void write(String text) {
        write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void write(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a masked frame. */
    void send(int head, byte[] payload) {
        write(masked(head, payload));
    }

    void send(int head, String payload) {
        send(head, payload.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] masked(int head, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 14).put((byte) head);
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else if (payload.length < 65_536) {
            frame.put((byte) (0x80 | 126)).putShort((short) payload.length);
        } else {
            frame.put((byte) (0x80 | 127)).putLong(payload.length);
        }
        byte[] mask = {0x12, (byte) 0xA4, 0x00, (byte) 0xFF};
        frame.put(mask);
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (payload[i] ^ mask[i & 3]));
        }
        byte[] bytes = new byte[frame.position()];
        frame.flip().get(bytes);
        return bytes;
    }

    /** The head of an HTTP answer. */
    String head() {
        StringBuilder head = new StringBuilder();
        try {
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.readUnsignedByte());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("after '" + head + "'", e);
        }
        return head.toString();
    }

    /** The next frame, which must not be masked. */
    Frame read() {
        return tryRead().orElseThrow(() -> new AssertionError("the connection has ended"));
    }

    /** The next frame; empty at the end of the connection. */
    Optional<Frame> tryRead() {
        try {
            int head = in.read();
            if (head < 0) {
                return Optional.empty();
            }
            int length = in.readUnsignedByte();
            long size = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
            if ((length & 0x80) != 0) {
                throw new AssertionError("a frame of the server is masked");
            }
            byte[] payload = new byte[(int) size];
            in.readFully(payload);
            return Optional.of(new Frame(head, payload));
        } catch (java.net.SocketException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The code of the expected close frame; other frames before it are skipped. Then the connection must end. */
    int closeCode() {
        while (true) {
            Frame frame = read();
            if (frame.head() == CLOSE) {
                if (tryRead().isPresent()) {
                    throw new AssertionError("there is more after the end");
                }
                return frame.code();
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
