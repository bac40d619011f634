package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/** The passkeys of the caller, oldest first. */
public record PasskeysResponse(
        List<PasskeyResponse> items,
        @Schema(notNegative = true) int backupCodesLeft) implements ResponseBody {}
