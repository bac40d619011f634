package dev.hexadmin.http.api.notifications;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hexadmin.http.server.json.ResponseBody;
import java.util.Map;

/** Where channels reach the user, by the name of the channel; those without an address are left out. */
public record AddressesResponse(@JsonValue Map<String, String> addresses) implements ResponseBody {}
