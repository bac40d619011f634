package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.List;

/** A new passkey. */
@Schema(name = "CreatedPasskey") // oapi-codegen and openapi-generator for Go name constructors `New…`
public record NewPasskeyResponse(
        PasskeyResponse passkey,

        @Schema(
                description =
                        "Each is valid once in place of the passkey. They are shown only once; empty when the user"
                                + " has backup codes.")
        List<String> backupCodes)
        implements ResponseBody {
    @Override
    public String toString() {
        return "NewPasskeyResponse[" + passkey + "]";
    }
}
