package dev.hexadmin.http.api.access;

import dev.hexadmin.http.server.json.Schema;
import java.util.Map;

/** What a deletion would delete. */
public record DeletedResponse(
        @Schema(description = "How many records, by model.") Map<String, Long> deleted) {}
