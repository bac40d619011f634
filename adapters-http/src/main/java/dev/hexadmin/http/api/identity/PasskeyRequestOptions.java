package dev.hexadmin.http.api.identity;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hexadmin.application.identity.SigningInWithPasskey.Challenge;
import dev.hexadmin.domain.identity.RelyingParty;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/**
 * {@code PublicKeyCredentialRequestOptionsJSON} of Web Authentication Level 3, whose members have other names than those of
 * this API.
 */
@Schema(
        description = "For `PublicKeyCredential.parseRequestOptionsFromJSON` and `navigator.credentials.get`"
                + " (Web Authentication Level 3).")
public record PasskeyRequestOptions(
        String challenge,
        @Schema(description = "Milliseconds.") long timeout,
        @JsonProperty("rpId") String party,

        @JsonProperty("allowCredentials") List<PasskeyDescriptor> allowed,

        @JsonProperty("userVerification") @Schema(oneOf = {"required", "preferred"})
        String userVerification) {

    /** The options of a sign-in. */
    static PasskeyRequestOptions of(Challenge challenge, RelyingParty party) {
        return new PasskeyRequestOptions(
                challenge.challenge(),
                challenge.lifetime().toMillis(),
                party.id(),
                challenge.allowed().stream().map(PasskeyDescriptor::of).toList(),
                challenge.userVerification() ? "required" : "preferred");
    }
}
