package dev.hexadmin.http.api.access;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A role with its rights, in the words that requests use. */
public record RoleResponse(
        long id,
        String name,
        String description,
        Map<String, @Schema(ref = "Actions") List<String>> permissions,
        Map<String, Map<String, @Schema(ref = "FieldActions") List<String>>> fieldPermissions,
        Map<String, String> rowPolicies,
        @Schema(notNegative = true) long userCount,
        Instant createdAt)
        implements ResponseBody {}
