package dev.hexadmin.http.api.identity;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hexadmin.application.identity.SigningIn.Outcome.SecondFactorNeeded;
import dev.hexadmin.http.server.json.Schema;
import java.util.ArrayList;
import java.util.List;

/** The password was right, and a second factor is switched on. */
public record SecondFactorNeededResponse(
        @JsonProperty("requires_2fa") @Schema(description = "Always true.")
        boolean requiresSecondFactor,

        String tempToken,
        @Schema(description = "Seconds.") long expiresIn,

        @Schema(description = "How the user can pass the second step.")
        List<@Schema(oneOf = {"totp", "passkey", "backup_code"}) String> methods)
        implements SignInResponse {
    static SecondFactorNeededResponse of(SecondFactorNeeded needed) {
        List<String> methods = new ArrayList<>();
        if (needed.step().totp()) {
            methods.add("totp");
        }
        if (needed.step().passkey()) {
            methods.add("passkey");
        }
        if (needed.step().backupCode()) {
            methods.add("backup_code");
        }
        return new SecondFactorNeededResponse(
                true, needed.temporaryToken(), needed.lifetime().toSeconds(), methods);
    }
}
