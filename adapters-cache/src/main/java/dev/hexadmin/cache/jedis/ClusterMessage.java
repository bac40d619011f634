package dev.hexadmin.cache.jedis;

import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.port.ClusterEvent.Signal;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.notifications.Addressee;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Events as they travel: a version, who sends it, its number, whether it is to be acknowledged, the events.
 *
 * @param sender a random number of a running server
 * @param number of the message among those of its sender
 * @param awaited whether the sender waits until it has been handled
 */
record ClusterMessage(long sender, long number, boolean awaited, List<ClusterEvent> events) {
    /** A message of another version is handled as {@link ClusterEvent.Missed}, such as during a rolling upgrade. */
    static final int VERSION = 1;

    /** More bytes are not made, and not read. */
    static final int LONGEST = 256 * 1024;

    private static final int USER_CHANGED = 1;
    private static final int RIGHTS_CHANGED = 2;
    private static final int SESSIONS_ENDED = 3;
    private static final int API_KEYS_CHANGED = 4;
    private static final int FEED_GROWN = 5;
    private static final int MISSED = 6;
    private static final int SIGN_IN_ENDED = 7;

    ClusterMessage {
        events = List.copyOf(events);
    }

    /** A message that is not in the format of this version. */
    static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1;

        MalformedException(String what) {
            super(what);
        }
    }

    byte[] encoded() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeLong(sender);
            out.writeLong(number);
            out.writeBoolean(awaited);
            for (ClusterEvent event : events) {
                write(event, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // no stream in memory does this
        }
        return bytes.toByteArray();
    }

    private static void write(ClusterEvent event, DataOutputStream out) throws IOException {
        switch (event) {
            case ClusterEvent.UserChanged(UserId user) -> {
                out.writeByte(USER_CHANGED);
                out.writeLong(user.value());
            }
            case ClusterEvent.RightsChanged all -> out.writeByte(RIGHTS_CHANGED);
            case ClusterEvent.SessionsEnded all -> out.writeByte(SESSIONS_ENDED);
            case ClusterEvent.SignInEnded(String family) -> {
                out.writeByte(SIGN_IN_ENDED);
                out.writeUTF(family);
            }
            case ClusterEvent.ApiKeysChanged all -> out.writeByte(API_KEYS_CHANGED);
            case ClusterEvent.FeedsGrown(List<Signal> signals) -> {
                for (Signal signal : signals) {
                    out.writeByte(FEED_GROWN);
                    out.writeUTF(signal.user().id());
                    out.writeLong(signal.seq());
                }
            }
            case ClusterEvent.Missed all -> out.writeByte(MISSED);
        }
    }

    /** @throws MalformedException when the bytes are not those of {@link #encoded} */
    static ClusterMessage decoded(byte[] bytes) throws MalformedException {
        if (bytes.length > LONGEST) {
            throw new MalformedException(bytes.length + " bytes");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new MalformedException("version " + version);
            }
            long sender = in.readLong();
            long number = in.readLong();
            boolean awaited = in.readBoolean();
            List<ClusterEvent> events = new ArrayList<>();
            List<Signal> grown = new ArrayList<>();
            while (in.available() > 0) {
                int kind = in.readUnsignedByte();
                switch (kind) {
                    case USER_CHANGED -> events.add(new ClusterEvent.UserChanged(new UserId(in.readLong())));
                    case RIGHTS_CHANGED -> events.add(new ClusterEvent.RightsChanged());
                    case SESSIONS_ENDED -> events.add(new ClusterEvent.SessionsEnded());
                    case SIGN_IN_ENDED -> events.add(new ClusterEvent.SignInEnded(in.readUTF()));
                    case API_KEYS_CHANGED -> events.add(new ClusterEvent.ApiKeysChanged());
                    case FEED_GROWN -> grown.add(new Signal(new Addressee(in.readUTF()), in.readLong()));
                    case MISSED -> events.add(new ClusterEvent.Missed());
                    default -> throw new MalformedException("an event of kind " + kind);
                }
            }
            if (!grown.isEmpty()) {
                events.add(new ClusterEvent.FeedsGrown(grown));
            }
            return new ClusterMessage(sender, number, awaited, events);
        } catch (IOException | IllegalArgumentException e) {
            throw new MalformedException(e.getClass().getSimpleName());
        }
    }
}
