package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.identity.ManagingPasskeys.Registration;
import dev.hexadmin.domain.identity.RelyingParty;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;

/** What a client needs to create a passkey. */
public record PasskeyCreationResponse(
        PasskeyCreationOptions publicKey,

        @Schema(description = "Sent with the response of the authenticator. Valid once.")
        String ticket,

        @Schema(description = "Seconds.") long expiresIn)
        implements ResponseBody {
    /** The response for a registration. */
    public static PasskeyCreationResponse of(Registration registration, RelyingParty party) {
        return new PasskeyCreationResponse(
                PasskeyCreationOptions.of(registration, party),
                registration.ticket(),
                registration.lifetime().toSeconds());
    }
}
