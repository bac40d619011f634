package dev.hexadmin.notify.webhook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.hexadmin.application.spi.OutgoingMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The body of a call: {@code type}, {@code timestamp} and {@code data}, as Standard Webhooks recommends. */
final class WebhookEvent {
    private static final JsonFactory JSON = new JsonFactory();

    private WebhookEvent() {}

    static byte[] json(OutgoingMessage message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = JSON.createGenerator(bytes)) {
            out.writeStartObject();
            out.writeStringField("type", "notification");
            out.writeStringField("timestamp", message.acceptedAt().toString());
            out.writeObjectFieldStart("data");
            out.writeStringField("user_id", message.user().id());
            out.writeStringField("title", message.content().title());
            out.writeStringField("body", message.content().body());
            out.writeFieldName("data");
            if (message.data().isPresent()) {
                out.writeRawValue(message.data().get().text());
            } else {
                out.writeNull();
            }
            out.writeEndObject();
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
