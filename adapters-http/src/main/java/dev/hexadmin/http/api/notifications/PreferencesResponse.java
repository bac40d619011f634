package dev.hexadmin.http.api.notifications;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hexadmin.http.server.json.ResponseBody;
import java.util.Map;

/** Whether the user wants each channel, by its name. */
public record PreferencesResponse(@JsonValue Map<String, Boolean> channels) implements ResponseBody {}
