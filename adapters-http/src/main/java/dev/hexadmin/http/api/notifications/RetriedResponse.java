package dev.hexadmin.http.api.notifications;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;

/** How many failed messages are tried again. */
public record RetriedResponse(@Schema(notNegative = true) int retried) implements ResponseBody {}
