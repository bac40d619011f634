package dev.hexadmin.http.api.notifications;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;

/** Notifications are marked as read. */
public record MarkedResponse(
        @Schema(description = "Always true.") boolean success,
        @Schema(notNegative = true) long unread) implements ResponseBody {}
