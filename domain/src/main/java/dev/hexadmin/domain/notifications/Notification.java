package dev.hexadmin.domain.notifications;

import dev.hexadmin.domain.models.JsonText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A notification in a user's inbox.
 *
 * @param id increases with time
 * @param title may be empty
 * @param body the text
 * @param channels all requested channels, {@code in_app} among them
 * @param data the sender's data for programs
 */
public record Notification(
        long id, String title, String body, List<Channel> channels, Optional<JsonText> data, Instant createdAt) {
    public Notification {
        channels = List.copyOf(channels);
    }
}
