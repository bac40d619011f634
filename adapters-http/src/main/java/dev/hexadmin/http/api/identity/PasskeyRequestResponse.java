package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.identity.SigningInWithPasskey.Challenge;
import dev.hexadmin.domain.identity.RelyingParty;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;

/** What a client needs to use a passkey. */
public record PasskeyRequestResponse(
        PasskeyRequestOptions publicKey,

        @Schema(description = "Sent with the response of the authenticator. Valid once.")
        String ticket,

        @Schema(description = "Seconds.") long expiresIn)
        implements ResponseBody {
    /** The response for a sign-in. */
    public static PasskeyRequestResponse of(Challenge challenge, RelyingParty party) {
        return new PasskeyRequestResponse(
                PasskeyRequestOptions.of(challenge, party),
                challenge.ticket(),
                challenge.lifetime().toSeconds());
    }
}
