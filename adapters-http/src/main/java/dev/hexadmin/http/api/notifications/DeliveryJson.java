package dev.hexadmin.http.api.notifications;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.hexadmin.application.notifications.SendingNotifications.Attempted;
import dev.hexadmin.application.notifications.SendingNotifications.Batch;
import dev.hexadmin.application.notifications.SendingNotifications.DeadLetter;
import dev.hexadmin.application.notifications.SendingNotifications.DeadLetters;
import dev.hexadmin.application.notifications.SendingNotifications.Delivery;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Writes deliveries: as the answer to who sends them, and as what has become of them. */
final class DeliveryJson {
    private DeliveryJson() {}

    /** What a caller who sends is told. */
    static void sent(JsonGenerator out, SentId userId, Delivery delivery) throws IOException {
        out.writeStartObject();
        out.writeFieldName("user_id");
        userId.writeTo(out);
        notificationId(out, delivery);
        out.writeArrayFieldStart("channels");
        for (Attempted channel : delivery.channels()) {
            out.writeStartObject();
            attempted(out, channel);
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    /** What a caller who sends a batch is told. */
    static void sent(JsonGenerator out, List<SentId> userIds, Batch batch) throws IOException {
        out.writeStartObject();
        out.writeStringField("batch_id", batch.id().toString());
        out.writeArrayFieldStart("results");
        for (int i = 0; i < userIds.size(); i++) {
            sent(out, userIds.get(i), batch.deliveries().get(i));
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    /** What has become of a delivery. */
    static void state(JsonGenerator out, Delivery delivery) throws IOException {
        Map<DeliveryStatus, Long> counts = new EnumMap<>(DeliveryStatus.class);
        delivery.channels().forEach(each -> counts.merge(each.status(), 1L, Long::sum));
        out.writeStartObject();
        out.writeStringField("id", delivery.id().toString());
        text(out, "batch_id", delivery.batchId().map(UUID::toString));
        out.writeStringField("created_at", FieldText.write(delivery.createdAt()));
        counts(out, counts);
        became(out, delivery);
        out.writeEndObject();
    }

    /** What has become of a batch. */
    static void state(JsonGenerator out, Batch batch) throws IOException {
        out.writeStartObject();
        out.writeStringField("batch_id", batch.id().toString());
        out.writeStringField("created_at", FieldText.write(batch.createdAt()));
        counts(out, batch.counts());
        out.writeArrayFieldStart("results");
        for (Delivery delivery : batch.deliveries()) {
            out.writeStartObject();
            out.writeStringField("id", delivery.id().toString());
            became(out, delivery);
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    /** A page of what was given up. */
    static void deadLetters(JsonGenerator out, DeadLetters page) throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("items");
        for (DeadLetter letter : page.items()) {
            out.writeStartObject();
            out.writeNumberField("id", letter.id());
            out.writeStringField("delivery_id", letter.deliveryId().toString());
            out.writeStringField("user_id", letter.user().id());
            out.writeStringField("channel", letter.channel().word());
            out.writeStringField("recipient", letter.recipient());
            text(out, "provider", letter.provider());
            out.writeNumberField("attempts", letter.attempts());
            text(out, "error", letter.error());
            out.writeStringField("created_at", FieldText.write(letter.createdAt()));
            out.writeStringField("failed_at", FieldText.write(letter.failedAt()));
            out.writeEndObject();
        }
        out.writeEndArray();
        text(out, "next_cursor", page.nextCursor());
        out.writeEndObject();
    }

    /** Whether anything will still be tried, and how many channels have each status. */
    private static void counts(JsonGenerator out, Map<DeliveryStatus, Long> counts) throws IOException {
        boolean open = counts.containsKey(DeliveryStatus.PENDING) || counts.containsKey(DeliveryStatus.RETRYING);
        out.writeStringField("state", open ? "in_progress" : "done");
        out.writeObjectFieldStart("counts");
        for (DeliveryStatus status : DeliveryStatus.values()) {
            out.writeNumberField(status.word(), counts.getOrDefault(status, 0L));
        }
        out.writeEndObject();
    }

    private static void became(JsonGenerator out, Delivery delivery) throws IOException {
        out.writeStringField("user_id", delivery.user().id());
        notificationId(out, delivery);
        out.writeArrayFieldStart("channels");
        for (Attempted channel : delivery.channels()) {
            out.writeStartObject();
            out.writeNumberField("id", channel.id());
            attempted(out, channel);
            out.writeNumberField("attempts", channel.attempts());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void attempted(JsonGenerator out, Attempted channel) throws IOException {
        out.writeStringField("channel", channel.channel().word());
        text(out, "provider", channel.provider());
        out.writeStringField("status", channel.status().word());
        out.writeBooleanField("success", channel.success());
        text(out, "message_id", channel.messageId());
        text(out, "error", channel.error());
        text(out, "fallback_of", channel.fallbackOf().map(Channel::word));
    }

    private static void notificationId(JsonGenerator out, Delivery delivery) throws IOException {
        if (delivery.notificationId().isPresent()) {
            out.writeNumberField("notification_id", delivery.notificationId().getAsLong());
        } else {
            out.writeNullField("notification_id");
        }
    }

    private static void text(JsonGenerator out, String name, Optional<String> value) throws IOException {
        if (value.isPresent()) {
            out.writeStringField(name, value.get());
        } else {
            out.writeNullField(name);
        }
    }
}
