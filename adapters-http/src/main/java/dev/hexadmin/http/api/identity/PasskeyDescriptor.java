package dev.hexadmin.http.api.identity;

import dev.hexadmin.application.identity.ManagingPasskeys.Descriptor;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/** A passkey as browsers know it ({@code PublicKeyCredentialDescriptorJSON}). */
public record PasskeyDescriptor(
        @Schema(constant = "\"public-key\"") String type, String id, List<String> transports) {
    static PasskeyDescriptor of(Descriptor passkey) {
        return new PasskeyDescriptor("public-key", passkey.credentialId(), passkey.transports());
    }
}
