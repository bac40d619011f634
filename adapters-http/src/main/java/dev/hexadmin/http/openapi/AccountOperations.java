package dev.hexadmin.http.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.http.api.identity.ApiKeyPageResponse;
import dev.hexadmin.http.api.identity.InvitationPageResponse;
import dev.hexadmin.http.api.identity.InvitationResponse;
import dev.hexadmin.http.api.identity.NewUserResponse;
import dev.hexadmin.http.api.identity.OpenSessionPageResponse;
import dev.hexadmin.http.api.records.DeletedResponse;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;

/** The routes about accounts: links from mails, invitations, and the access of all users. */
final class AccountOperations {
    static final String TAG = "users";

    private static final String JSON = "application/json";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final String users;
    private final ResponseSchemas responses;

    /** @param api the path of the JSON API, such as {@code /admin/api} */
    AccountOperations(String api, ResponseSchemas responses) {
        this.users = api + "/users";
        this.responses = responses;
    }

    /** The routes for links from mails, which are there twice. */
    static void mailedLinks(List<Operation> all, String base, String id, ResponseSchemas responses) {
        String auth = FixedOperations.AUTH;
        String forgotten = base + "/password/forgotten";
        all.add(new Operation(
                        Method.POST, forgotten, forgotten, id + "_password_forgotten", auth, "Request a new password")
                .says("Mails a link for a new password. The response is the same for every address, also when no user"
                        + " has it.")
                .open()
                .body(true, RecordOperations.ref("ForgottenPassword"), JSON)
                .answers(202, "Accepted.")
                .refuses(409)
                .counted());
        String reset = base + "/password/reset";
        all.add(new Operation(Method.POST, reset, reset, id + "_password_reset", auth, "Set a new password by a link")
                .says("Ends all sessions of the user. A second factor stays on.")
                .open()
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, RecordOperations.ref("PasswordReset"), JSON)
                .answers(204, "The password is set.", "Preference-Applied", "Idempotent-Replayed")
                .refuses(403, 409)
                .counted());
        String invitation = base + "/invitation";
        all.add(new Operation(Method.POST, invitation, invitation, id + "_invitation", auth, "Accept an invitation")
                .open()
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, RecordOperations.ref("InvitationAcceptance"), JSON)
                .answers(
                        201,
                        "The new user.",
                        responses.ref(NewUserResponse.class),
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(403, 409)
                .counted());
        String email = base + "/email";
        all.add(new Operation(Method.PUT, email, email, id + "_email", auth, "Change your own e-mail address")
                .says("Mails a link to the new address, which takes effect when the link is used. Without a provider of"
                        + " e-mail, the address is changed at once. Not with an API key.")
                .takes("Prefer", "dry_run")
                .body(true, RecordOperations.ref("NewEmail"), JSON)
                .answers(202, "A link was sent.", "Preference-Applied")
                .answers(204, "Changed.", "Preference-Applied")
                .refuses(401, 403, 409)
                .counted());
        String confirm = email + "/confirm";
        all.add(new Operation(
                        Method.POST, confirm, confirm, id + "_email_confirm", auth, "Confirm a new e-mail address")
                .open()
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, RecordOperations.ref("LinkToken"), JSON)
                .answers(204, "The address is changed.", "Preference-Applied", "Idempotent-Replayed")
                .refuses(403, 409)
                .counted());
    }

    List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        invitations(all);
        access(all);
        return all;
    }

    private void invitations(List<Operation> all) {
        String path = users + "/invitations";
        String one = path + "/{id}";
        all.add(new Operation(Method.GET, path + "/", path, "invitations_list", TAG, "List invitations")
                .takes("page", "per_page")
                .answers(200, "A page of results.", responses.ref(InvitationPageResponse.class), "Link")
                .refuses(401, 403));
        all.add(new Operation(Method.POST, path + "/", path, "invitations_create", TAG, "Invite a user by mail")
                .says("Requires the right `create` on `admin_users`, and all rights of the roles.")
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, RecordOperations.ref("InvitationBody"), JSON)
                .answers(
                        201,
                        "The invitation.",
                        responses.ref(InvitationResponse.class),
                        "Location",
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 409));
        all.add(new Operation(Method.GET, one, one, "invitations_get", TAG, "Get an invitation")
                .takes(id("integer"))
                .answers(200, "The invitation.", responses.ref(InvitationResponse.class))
                .refuses(401, 403, 404));
        all.add(new Operation(Method.DELETE, one, one, "invitations_withdraw", TAG, "Withdraw an invitation")
                .takes(id("integer"))
                .takes("Prefer", "dry_run")
                .answers(200, "The result of a dry run.", responses.ref(DeletedResponse.class), "Preference-Applied")
                .answers(204, "Withdrawn.")
                .refuses(401, 403, 404, 409));
        String send = one + "/send";
        all.add(new Operation(Method.POST, send, send, "invitations_send", TAG, "Send an invitation again")
                .says("With a new link; the one before is no longer valid.")
                .takes(id("integer"))
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .answers(
                        200,
                        "The invitation.",
                        responses.ref(InvitationResponse.class),
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 404, 409, 413, 415, 422));
    }

    private void access(List<Operation> all) {
        String right = "Requires the right `edit` on `admin_users`. Not with an API key.";
        String sessions = users + "/sessions";
        all.add(new Operation(Method.GET, sessions + "/", sessions, "sessions_list", TAG, "List all sessions")
                .says(right)
                .takes("page", "per_page")
                .takes(filter("user", "The id of a user.", "integer"))
                .takes(filter("q", "A part of the user's e-mail address.", "string"))
                .answers(200, "A page of results.", responses.ref(OpenSessionPageResponse.class), "Link")
                .refuses(401, 403));
        String session = sessions + "/{id}";
        all.add(new Operation(Method.DELETE, session, session, "sessions_end", TAG, "End a session")
                .says(right)
                .takes(id("string"))
                .takes("Prefer", "dry_run")
                .answers(200, "The result of a dry run.", responses.ref(DeletedResponse.class), "Preference-Applied")
                .answers(204, "Ended.")
                .refuses(401, 403, 404));
        String ofUser = users + "/{id}/sessions";
        all.add(new Operation(Method.DELETE, ofUser, ofUser, "users_end_sessions", TAG, "End all sessions of a user")
                .says(right)
                .takes(id("integer"))
                .takes("Prefer", "dry_run")
                .answers(200, "The result of a dry run.", responses.ref(DeletedResponse.class), "Preference-Applied")
                .answers(204, "Ended.")
                .refuses(401, 403, 404));
        String keys = users + "/api_keys";
        all.add(new Operation(Method.GET, keys + "/", keys, "api_keys_list", TAG, "List all API keys")
                .says(right)
                .takes("page", "per_page")
                .takes(filter("user", "The id of a user.", "integer"))
                .takes(filter("q", "A part of the user's e-mail address.", "string"))
                .answers(200, "A page of results.", responses.ref(ApiKeyPageResponse.class), "Link")
                .refuses(401, 403));
        String key = keys + "/{id}";
        all.add(new Operation(Method.DELETE, key, key, "api_keys_revoke", TAG, "Revoke an API key")
                .says(right)
                .takes(id("integer"))
                .takes("Prefer", "dry_run")
                .answers(200, "The result of a dry run.", responses.ref(DeletedResponse.class), "Preference-Applied")
                .answers(204, "Revoked.")
                .refuses(401, 403, 404));
    }

    private static ObjectNode id(String type) {
        ObjectNode id = NODES.objectNode();
        id.put("name", "id");
        id.put("in", "path");
        id.put("required", true);
        ObjectNode schema = id.putObject("schema").put("type", type);
        if (type.equals("integer")) {
            schema.put("format", "int64");
        }
        return id;
    }

    private static ObjectNode filter(String name, String description, String type) {
        ObjectNode filter = NODES.objectNode();
        filter.put("name", name);
        filter.put("in", "query");
        filter.put("description", description);
        filter.putObject("schema").put("type", type);
        return filter;
    }
}
