package dev.hexadmin.http.live;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event as a subscriber receives it: the text of a WebSocket message, the data of a server-sent event. */
public sealed interface LiveEvent extends ResponseBody {
    /** The name of the event. */
    String type();

    /** The first event. */
    @Schema(name = "ReadyEvent")
    record Ready(@Schema(constant = "\"ready\"") String type, long seq, long unread) implements LiveEvent {}

    /** Events were missed that are no longer stored: the subscriber reads its list again. */
    @Schema(name = "ResetEvent")
    record Reset(@Schema(constant = "\"reset\"") String type) implements LiveEvent {}

    /** A notification was sent to the user. */
    @Schema(name = "NotificationEvent")
    record NewNotification(
            @Schema(constant = "\"notification\"") String type, long seq, long unread, SentNotification notification)
            implements LiveEvent {}

    /** The user has read a notification. */
    @Schema(name = "ReadEvent")
    record Read(@Schema(constant = "\"read\"") String type, long seq, long notificationId, long unread)
            implements LiveEvent {}

    /** The user has marked a notification as unread. */
    @Schema(name = "UnreadEvent")
    record Unread(@Schema(constant = "\"unread\"") String type, long seq, long notificationId, long unread)
            implements LiveEvent {}

    /** The user has marked all notifications as read. */
    @Schema(name = "AllReadEvent")
    record AllRead(@Schema(constant = "\"read_all\"") String type, long seq, long unread) implements LiveEvent {}

    /** A notification without its state. */
    record SentNotification(
            long id,
            String title,
            String body,
            List<@Schema(ref = "Channel") String> channels,
            @JsonRawValue @Nullable String data,
            Instant createdAt) {}
}
