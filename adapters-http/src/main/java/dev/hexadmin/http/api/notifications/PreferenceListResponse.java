package dev.hexadmin.http.api.notifications;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/** Several preferences as they were set. Its schema in the OpenAPI document is also that of a single one. */
@Schema(name = "StoredPreferenceOrList")
public record PreferenceListResponse(@JsonValue List<PreferenceResponse> preferences) implements ResponseBody {}
