package dev.hexadmin.http.live;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.FeedEvent;
import dev.hexadmin.domain.notifications.Notification;
import dev.hexadmin.http.server.json.JsonDocument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What followers are told, as JSON and as it travels. Immutable; the two forms are made when first needed and must not be
 * changed.
 */
final class EventFrame {
    private final String type;
    private final OptionalLong id;
    private final byte[] json;
    // two threads may both make one: the bytes are the same
    private volatile byte @Nullable [] text;
    private volatile byte @Nullable [] streamed;

    /**
     * @param id where whoever has got this is in the feed
     */
    private EventFrame(String type, OptionalLong id, JsonDocument.Content members) {
        this.type = type;
        this.id = id;
        this.json = JsonDocument.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("type", type);
            members.writeTo(out);
            out.writeEndObject();
        });
    }

    /**
     * The first of all.
     *
     * @param at where the follower is until it has been told what it missed
     */
    static EventFrame ready(long seq, long unread, long at) {
        return new EventFrame("ready", OptionalLong.of(at), out -> position(out, seq, unread));
    }

    /**
     * @param seq where the follower is after reading its list anew; empty when that is not known
     */
    static EventFrame reset(OptionalLong seq) {
        return new EventFrame("reset", seq, out -> {});
    }

    static EventFrame of(FeedEvent event) {
        String type = switch (event) {
            case FeedEvent.Notified notified -> "notification";
            case FeedEvent.Read read -> "read";
            case FeedEvent.AllRead allRead -> "read_all";
        };
        return new EventFrame(type, OptionalLong.of(event.seq()), out -> {
            switch (event) {
                case FeedEvent.Notified(long seq, long unread, Notification notification) -> {
                    position(out, seq, unread);
                    write(out, notification);
                }
                case FeedEvent.Read(long seq, long unread, long notificationId) -> {
                    out.writeNumberField("seq", seq);
                    out.writeNumberField("notification_id", notificationId);
                    out.writeNumberField("unread", unread);
                }
                case FeedEvent.AllRead(long seq, long unread) -> position(out, seq, unread);
            }
        });
    }

    private static void position(JsonGenerator out, long seq, long unread) throws IOException {
        out.writeNumberField("seq", seq);
        out.writeNumberField("unread", unread);
    }

    private static void write(JsonGenerator out, Notification notification) throws IOException {
        out.writeObjectFieldStart("notification");
        out.writeNumberField("id", notification.id());
        out.writeStringField("title", notification.title());
        out.writeStringField("body", notification.body());
        out.writeArrayFieldStart("channels");
        for (Channel channel : notification.channels()) {
            out.writeString(channel.word());
        }
        out.writeEndArray();
        out.writeFieldName("data");
        if (notification.data().isPresent()) {
            out.writeRawValue(notification.data().get().text());
        } else {
            out.writeNull();
        }
        out.writeStringField("created_at", FieldText.write(notification.createdAt()));
        out.writeEndObject();
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
