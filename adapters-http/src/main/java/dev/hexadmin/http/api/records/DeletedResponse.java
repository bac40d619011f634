package dev.hexadmin.http.api.records;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.Map;

/** The records that a deletion would delete. */
public record DeletedResponse(
        @Schema(description = "How many records, by model.") Map<String, Long> deleted) implements ResponseBody {}
