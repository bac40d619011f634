package dev.hexadmin.http.api.identity;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hexadmin.http.server.json.Schema;

/** The password was right, and a second factor is switched on. */
public record SecondFactorNeededResponse(
        @JsonProperty("requires_2fa") @Schema(constant = "true")
        boolean requiresSecondFactor,

        String tempToken,
        @Schema(description = "Seconds.") long expiresIn)
        implements SignInResponse {}
