package dev.hexadmin.http.api.identity;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hexadmin.application.identity.ManagingPasskeys.Registration;
import dev.hexadmin.domain.identity.RelyingParty;
import dev.hexadmin.http.server.json.Schema;
import dev.hexadmin.http.webauthn.WebAuthn4jVerifier;
import java.util.List;

/**
 * {@code PublicKeyCredentialCreationOptionsJSON} of Web Authentication Level 3, whose members have other names than those of
 * this API.
 */
@Schema(
        description = "For `PublicKeyCredential.parseCreationOptionsFromJSON` and `navigator.credentials.create`"
                + " (Web Authentication Level 3).")
public record PasskeyCreationOptions(
        Site rp,
        Owner user,
        String challenge,
        @JsonProperty("pubKeyCredParams") List<Algorithm> algorithms,

        @Schema(description = "Milliseconds.") long timeout,

        @JsonProperty("excludeCredentials") List<PasskeyDescriptor> exclude,
        @JsonProperty("authenticatorSelection") Selection selection,

        @Schema(constant = "\"none\"") String attestation) {

    /** The relying party. */
    @Schema(name = "PasskeySite")
    public record Site(String id, String name) {}

    /** The user. */
    @Schema(name = "PasskeyOwner")
    public record Owner(
            @Schema(description = "The user handle, in base64url.")
            String id,

            String name,
            @JsonProperty("displayName") String displayName) {}

    /** An algorithm of the key. */
    @Schema(name = "PasskeyAlgorithm")
    public record Algorithm(
            @Schema(constant = "\"public-key\"") String type,

            @Schema(description = "Of the registry IANA COSE Algorithms.")
            long alg) {}

    /** What the authenticator must be able to do. */
    @Schema(name = "PasskeySelection")
    public record Selection(
            @JsonProperty("residentKey") @Schema(constant = "\"required\"")
            String residentKey,

            @JsonProperty("requireResidentKey") boolean requireResidentKey,

            @JsonProperty("userVerification") @Schema(constant = "\"required\"")
            String userVerification) {}

    /** The options of a registration. */
    static PasskeyCreationOptions of(Registration registration, RelyingParty party) {
        return new PasskeyCreationOptions(
                new Site(party.id(), registration.product()),
                new Owner(registration.userHandle(), registration.email(), registration.displayName()),
                registration.challenge(),
                WebAuthn4jVerifier.ALGORITHMS.stream()
                        .map(algorithm -> new Algorithm("public-key", algorithm))
                        .toList(),
                registration.lifetime().toMillis(),
                registration.existing().stream().map(PasskeyDescriptor::of).toList(),
                new Selection("required", true, "required"),
                "none");
    }
}
