package dev.hexadmin.http.openapi;

import static dev.hexadmin.http.openapi.RecordOperations.ref;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.http.api.identity.NewPasskeyResponse;
import dev.hexadmin.http.api.identity.PasskeyCreationResponse;
import dev.hexadmin.http.api.identity.PasskeyRequestResponse;
import dev.hexadmin.http.api.identity.PasskeyResponse;
import dev.hexadmin.http.api.identity.PasskeysResponse;
import dev.hexadmin.http.api.identity.TokensResponse;
import io.helidon.http.Method;
import java.util.List;

/** The routes of passkeys, which are there twice. */
final class PasskeyOperations {
    private static final String JSON = "application/json";
    private static final String PERSON = " Not with an API key.";

    private PasskeyOperations() {}

    static void add(List<Operation> all, String base, String id, ResponseSchemas responses) {
        String tag = FixedOperations.AUTH;
        String signIn = base + "/sign-in";
        all.add(new Operation(
                        Method.POST,
                        signIn + "/options",
                        signIn + "/options",
                        id + "_sign_in_options",
                        tag,
                        "Begin a sign-in with a passkey")
                .says(
                        "Without `temp_token` the passkey signs in alone, and the response is the same for all users. With it,"
                                + " the passkey is the second step after a password.")
                .open()
                .body(false, ref("PasskeySignInOptions"), JSON)
                .answers(200, "What the browser needs.", responses.ref(PasskeyRequestResponse.class))
                .refuses(401, 409, 429));
        all.add(new Operation(Method.POST, signIn, signIn, id + "_sign_in", tag, "Sign in with a passkey")
                .says("The response to a failure does not show its reason.")
                .open()
                .takes("Idempotency-Key")
                .body(true, ref("PasskeySignIn"), JSON)
                .answers(200, "Signed in.", responses.ref(TokensResponse.class), "Idempotent-Replayed")
                .refuses(401, 409, 429));
        all.add(new Operation(Method.GET, base, base, id, tag, "List your own passkeys")
                .says("Oldest first." + PERSON)
                .answers(200, "The passkeys.", responses.ref(PasskeysResponse.class))
                .refuses(401, 403));
        all.add(new Operation(
                        Method.POST,
                        base + "/options",
                        base + "/options",
                        id + "_options",
                        tag,
                        "Begin to add a passkey")
                .says("Requires the password." + PERSON)
                .body(true, ref("PasskeyOptions"), JSON)
                .answers(200, "What the browser needs.", responses.ref(PasskeyCreationResponse.class))
                .refuses(401, 403, 409, 429));
        all.add(new Operation(Method.POST, base, base, id + "_add", tag, "Add a passkey")
                .says("The user gets a mail." + PERSON)
                .takes("Idempotency-Key")
                .body(true, ref("NewPasskeyBody"), JSON)
                .answers(201, "The new passkey.", responses.ref(NewPasskeyResponse.class), "Idempotent-Replayed")
                .refuses(401, 403, 409));
        String one = base + "/{id}";
        all.add(new Operation(Method.PATCH, one, one, id + "_rename", tag, "Rename a passkey")
                .says("Your own." + PERSON)
                .takes(id())
                .takes("Prefer", "dry_run")
                .body(true, ref("PasskeyName"), JSON)
                .answers(200, "The passkey.", responses.ref(PasskeyResponse.class), "Preference-Applied")
                .refuses(401, 403, 404));
        all.add(new Operation(Method.POST, one + "/remove", one + "/remove", id + "_remove", tag, "Remove a passkey")
                .says("Your own. Requires the password; the user gets a mail." + PERSON)
                .takes(id())
                .takes("Prefer", "dry_run")
                .body(true, ref("PasskeyOptions"), JSON)
                .answers(204, "Removed.", "Preference-Applied")
                .refuses(401, 403, 404, 429));
    }

    private static ObjectNode id() {
        ObjectNode id = JsonNodeFactory.instance.objectNode();
        id.put("name", "id");
        id.put("in", "path");
        id.put("required", true);
        id.putObject("schema").put("type", "integer").put("format", "int64");
        return id;
    }
}
