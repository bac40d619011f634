package dev.hexadmin.http.api.notifications;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;

/** How many notifications are unread. */
public record UnreadCountResponse(
        @Schema(notNegative = true) long count) implements ResponseBody {}
