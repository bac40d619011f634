package dev.hexadmin.http.live;

import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.domain.notifications.Notification;
import dev.hexadmin.http.server.json.JsonResponse;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An event as JSON and as it is sent. Immutable; the two forms are made when first needed and must not be changed.
 */
final class EventFrame {
    private static final LiveEventMapper MAPPER = new GeneratedLiveEventMapper();

    private final String type;
    private final OptionalLong id;
    private final byte[] json;
    // two threads may both make one: the bytes are the same
    private volatile byte @Nullable [] text;
    private volatile byte @Nullable [] streamed;

    /**
     * @param id the position in the feed of a subscriber that has received this
     */
    private EventFrame(OptionalLong id, LiveEvent event) {
        this.type = event.type();
        this.id = id;
        this.json = JsonResponse.bytes(event);
    }

    /**
     * The first event.
     *
     * @param at the subscriber's position until it has received what it missed
     */
    static EventFrame ready(long seq, long unread, long at) {
        return new EventFrame(OptionalLong.of(at), new LiveEvent.Ready("ready", seq, unread));
    }

    /**
     * @param seq the subscriber's position after reading its list again; empty when that is not known
     */
    static EventFrame reset(OptionalLong seq) {
        return new EventFrame(seq, new LiveEvent.Reset("reset"));
    }

    static EventFrame of(FeedEvent event) {
        return new EventFrame(OptionalLong.of(event.seq()), event(event));
    }

    private static LiveEvent event(FeedEvent event) {
        return switch (event) {
            case FeedEvent.Notified(long seq, long unread, Notification notification) ->
                new LiveEvent.NewNotification("notification", seq, unread, MAPPER.notification(notification));
            case FeedEvent.Read(long seq, long unread, long notificationId) ->
                new LiveEvent.Read("read", seq, notificationId, unread);
            case FeedEvent.Unread(long seq, long unread, long notificationId) ->
                new LiveEvent.Unread("unread", seq, notificationId, unread);
            case FeedEvent.AllRead(long seq, long unread) -> new LiveEvent.AllRead("read_all", seq, unread);
        };
    }

    /** A text frame of the WebSocket protocol. */
    byte[] text() {
        byte[] made = text;
        if (made == null) {
            made = SocketFrames.text(json);
            text = made;
        }
        return made;
    }

    /** An event of an event stream. */
    byte[] streamed() {
        byte[] made = streamed;
        if (made == null) {
            StringBuilder event = new StringBuilder(json.length + 64);
            id.ifPresent(seq -> event.append("id: ").append(seq).append('\n'));
            event.append("event: ").append(type).append("\ndata: ");
            // between its tokens a sender's own JSON may hold line breaks, which would end the field
            event.append(
                    new String(json, StandardCharsets.UTF_8).replace('\r', ' ').replace('\n', ' '));
            made = event.append("\n\n").toString().getBytes(StandardCharsets.UTF_8);
            streamed = made;
        }
        return made;
    }
}
