package dev.hexadmin.http.api.notifications;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hexadmin.http.server.json.ResponseBody;
import java.util.List;

/** Several preferences as they were set. */
public record PreferenceListResponse(@JsonValue List<PreferenceResponse> preferences) implements ResponseBody {}
