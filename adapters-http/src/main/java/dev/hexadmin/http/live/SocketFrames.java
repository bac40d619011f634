package dev.hexadmin.http.live;

import io.helidon.common.buffers.DataReader;
import io.helidon.websocket.WsCloseCodes;
import io.helidon.websocket.WsCloseException;
import io.helidon.websocket.WsOpCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Frames of the WebSocket protocol (RFC 6455, 5.2), as bytes. Helidon's own reader of frames lets control frames of any
 * length through, throws an {@link IllegalArgumentException} for an unknown opcode, and would write tokens into its log.
 */
final class SocketFrames {
    private static final int FINAL = 0b1000_0000;
    private static final int RESERVED = 0b0111_0000;
    private static final int MASKED = 0b1000_0000;
    private static final int LONGEST_CONTROL = 125;
    private static final byte[] NOTHING = {};
    private static final byte[] PING = encode(WsOpCode.PING, NOTHING);

    private SocketFrames() {}

    /**
     * What a client sent.
     *
     * @param last whether its message is complete
     * @param payload unmasked
     */
    record Received(WsOpCode code, boolean last, byte[] payload) {}

    static byte[] text(byte[] utf8) {
        return encode(WsOpCode.TEXT, utf8);
    }

    /** Not to be changed. */
    static byte[] ping() {
        return PING;
    }

    static byte[] pong(byte[] payload) {
        return encode(WsOpCode.PONG, payload);
    }

    static byte[] close(CloseReason closing) {
        byte[] reason = closing.reason().getBytes(StandardCharsets.US_ASCII);
        return encode(
                WsOpCode.CLOSE,
                ByteBuffer.allocate(2 + reason.length)
                        .putShort((short) closing.code())
                        .put(reason)
                        .array());
    }

    /**
     * The answer to a client's close frame.
     *
     * @param code two bytes, or none
     */
    static byte[] close(byte[] code) {
        return encode(WsOpCode.CLOSE, code);
    }

    private static byte[] encode(WsOpCode code, byte[] payload) {
        int length = payload.length;
        int head = length <= LONGEST_CONTROL ? 2 : length < 1 << 16 ? 4 : 10;
        ByteBuffer frame = ByteBuffer.allocate(head + length).put((byte) (FINAL | code.code()));
        switch (head) {
            case 2 -> frame.put((byte) length);
            case 4 -> frame.put((byte) 126).putShort((short) length);
            default -> frame.put((byte) 127).putLong(length);
        }
        return frame.put(payload).array();
    }

    /**
     * Reads a frame; waits for it.
     *
     * @param most bytes of a payload
     * @throws WsCloseException when it breaks the protocol, with the code to close with
     */
    static Received read(DataReader in, int most) {
        int first = in.read() & 0xFF;
        if ((first & RESERVED) != 0) {
            throw broken("a reserved bit is set");
        }
        WsOpCode code = code(first & 0x0F);
        boolean last = (first & FINAL) != 0;
        int second = in.read() & 0xFF;
        if ((second & MASKED) == 0) {
            throw broken("a frame is not masked");
        }
        long length = length(in, second & 0x7F);
        boolean control = code.code() >= WsOpCode.CLOSE.code();
        if (control && (!last || length > LONGEST_CONTROL)) {
            throw broken("a control frame is too long or in pieces");
        }
        if (length > most) {
            throw tooLong();
        }
        byte[] mask = {in.read(), in.read(), in.read(), in.read()};
        byte[] payload = length == 0 ? NOTHING : in.readBuffer((int) length).readBytes();
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i & 3];
        }
        return new Received(code, last, payload);
    }

    private static WsOpCode code(int code) {
        for (WsOpCode known : CODES) {
            if (known.code() == code) {
                return known;
            }
        }
        throw broken("an opcode is unknown");
    }

    private static final WsOpCode[] CODES = WsOpCode.values();

    private static long length(DataReader in, int announced) {
        int bytes = announced == 126 ? 2 : announced == 127 ? 8 : 0;
        if (bytes == 0) {
            return announced;
        }
        long length = 0;
        for (int i = 0; i < bytes; i++) {
            length = length << 8 | (in.read() & 0xFF);
        }
        if (length < (bytes == 2 ? 126 : 1 << 16)) { // the highest bit must not be set either
            throw broken("a length is not written in its shortest form");
        }
        return length;
    }

    /**
     * The text of a message.
     *
     * @throws WsCloseException when it is not UTF-8
     */
    static String text(byte[] payload, int from) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(payload, from, payload.length - from))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new WsCloseException("a text is not UTF-8", WsCloseCodes.NOT_CONSISTENT);
        }
    }

    /**
     * Checks the payload of a close frame, and returns its code; {@value WsCloseCodes#NO_STATUS_CODE} without one.
     *
     * @throws WsCloseException when the payload is not valid
     */
    static int closeCode(byte[] payload) {
        if (payload.length == 0) {
            return WsCloseCodes.NO_STATUS_CODE;
        }
        int code = payload.length == 1 ? 0 : (payload[0] & 0xFF) << 8 | (payload[1] & 0xFF);
        boolean allowed = switch (code) {
            case 1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014 -> true;
            default -> code >= 3_000 && code < 5_000;
        };
        if (!allowed) {
            throw broken("a close code may not be sent");
        }
        text(payload, 2);
        return code;
    }

    static WsCloseException broken(String why) {
        return new WsCloseException(why, WsCloseCodes.PROTOCOL_ERROR);
    }

    static WsCloseException tooLong() {
        return new WsCloseException("a message is too long", WsCloseCodes.TOO_BIG);
    }
}
