package dev.hexadmin.http.openapi;

import static dev.hexadmin.http.openapi.RecordOperations.ref;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.http.api.access.RolePageResponse;
import dev.hexadmin.http.api.access.RoleResponse;
import dev.hexadmin.http.api.identity.MeResponse;
import dev.hexadmin.http.api.identity.NewUserResponse;
import dev.hexadmin.http.api.identity.SessionResponse;
import dev.hexadmin.http.api.identity.SignInResponse;
import dev.hexadmin.http.api.identity.TokensResponse;
import dev.hexadmin.http.api.observe.HealthResponse;
import dev.hexadmin.http.api.records.DeletedResponse;
import dev.hexadmin.http.api.search.ChoicesResponse;
import dev.hexadmin.http.api.search.SearchResponse;
import dev.hexadmin.http.api.search.SuggestionsResponse;
import dev.hexadmin.http.server.problem.ProblemTypeResponse;
import dev.hexadmin.http.settings.HttpSettings;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;

/** The routes that do not depend on the registered models. */
final class FixedOperations {
    static final String AUTH = "auth";
    static final String ROLES = "roles";
    static final String SEARCH = "search";
    static final String SCHEMA = "schema";
    static final String DOCUMENTS = "documents";
    static final String HEALTH = "health";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String JSON = "application/json";

    private final OpenApiDocument.Served served;
    private final ResponseSchemas responses;
    private final String admin;
    private final String api;

    FixedOperations(OpenApiDocument.Served served, ResponseSchemas responses) {
        this.served = served;
        this.responses = responses;
        this.admin = served.adminPath();
        this.api = served.adminPath() + "/api";
    }

    List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        all.add(signIn(api + "/auth/login", "auth_login"));
        session(all, api + "/auth", "auth");
        all.add(signIn("/api/auth/token", "api_auth_token").secured("", "basic"));
        session(all, "/api/auth", "api_auth");
        all.add(new Operation(
                        Method.POST, api + "/setup", api + "/setup", "auth_setup", AUTH, "Make the first superuser")
                .says("With the token of the link that the first start of an empty installation prints; good once.")
                .open()
                .takes("Idempotency-Key")
                .body(true, ref("SetUp"), JSON)
                .answers(
                        201,
                        "The superuser is there and can sign in.",
                        responses.ref(NewUserResponse.class),
                        "Idempotent-Replayed")
                .refuses(403, 409));
        String session = admin + "/profile/session";
        all.add(new Operation(Method.GET, session, session, "panel_session", AUTH, "The session of a browser")
                .says("For pages of the panel: with the session's cookie.")
                .answers(200, "The session, and the token for its forms.", responses.ref(SessionResponse.class))
                .refuses(401, 403));
        roles(all);
        search(all);
        choices(all);
        schemas(all);
        Operation document =
                new Operation(Method.GET, "/openapi.json", "/openapi.json", "openapi_get", DOCUMENTS, "This document");
        document.takes("If-None-Match")
                .answers(200, "OpenAPI 3.1.", NODES.objectNode().put("type", "object"), "ETag")
                .answers(304, "It has not changed.", "ETag");
        visible(all, document, served.openApi());
        problemType(all);
        health(all);
        Operation metrics = new Operation(
                Method.GET, "/observe/metrics", "/observe/metrics", "metrics", HEALTH, "Metrics for Prometheus");
        metrics.answers(
                200, "Prometheus text format.", "text/plain", NODES.objectNode().put("type", "string"));
        visible(all, metrics, served.metrics());
        return all;
    }

    private void problemType(List<Operation> all) {
        String path = "/problems/{code}";
        ObjectNode code = NODES.objectNode();
        code.put("name", "code");
        code.put("in", "path");
        code.put("required", true);
        code.putObject("schema").put("type", "string");
        all.add(new Operation(Method.GET, path, path, "problem_type", DOCUMENTS, "What a problem code means")
                .open()
                .takes(code)
                .takes("If-None-Match")
                .answers(200, "A page, or JSON.", responses.ref(ProblemTypeResponse.class), "ETag")
                .or(200, "text/html", NODES.objectNode().put("type", "string"))
                .answers(304, "It has not changed.", "ETag")
                .refuses(404));
    }

    private void health(List<Operation> all) {
        all.add(probe("/observe/health/live", "health_live", "Is the process alive?"));
        for (String path : List.of("/observe/health", "/observe/health/ready")) {
            String id = path.endsWith("ready") ? "health_ready" : "health";
            Operation ready = probe(path, id, "Can the server do its work?");
            ready.answers(
                            503,
                            "It cannot, or it is stopping.",
                            JSON,
                            responses.ref(HealthResponse.class),
                            "Retry-After")
                    .orProblem(503);
            all.add(ready);
        }
    }

    private static void visible(List<Operation> all, Operation operation, HttpSettings.Visibility visibility) {
        switch (visibility) {
            case PUBLIC -> all.add(operation.open());
            case SIGNED_IN -> all.add(operation.refuses(401));
            case OFF -> {}
        }
    }

    private Operation probe(String path, String id, String summary) {
        return new Operation(Method.GET, path, path, id, HEALTH, summary)
                .open()
                .answers(200, "Yes.", responses.ref(HealthResponse.class));
    }

    private Operation signIn(String path, String id) {
        return new Operation(Method.POST, path, path, id, AUTH, "Sign in")
                .says("With a second factor switched on and no code given, the answer is a temporary token for the"
                        + " second step. Failures look the same whatever was wrong.")
                .open()
                .takes("Idempotency-Key")
                .body(!id.equals("api_auth_token"), ref("Credentials"), JSON)
                .answers(
                        200,
                        "Signed in, or a second factor is needed.",
                        responses.ref(SignInResponse.class),
                        "Idempotent-Replayed")
                .refuses(401, 409, 429);
    }

    private void session(List<Operation> all, String base, String id) {
        String second = base + "/2fa/verify";
        all.add(new Operation(Method.POST, second, second, id + "_2fa_verify", AUTH, "Second step of a sign-in")
                .open()
                .takes("Idempotency-Key")
                .body(true, ref("SecondFactor"), JSON)
                .answers(200, "Signed in.", responses.ref(TokensResponse.class), "Idempotent-Replayed")
                .refuses(401, 409, 429));
        all.add(new Operation(
                        Method.POST, base + "/refresh", base + "/refresh", id + "_refresh", AUTH, "Renew a session")
                .says("The refresh token is exchanged for a new one. Used again within ten seconds it gives the same"
                        + " successor; later, the session is ended.")
                .open()
                .takes("Idempotency-Key")
                .body(true, ref("RefreshToken"), JSON)
                .answers(200, "The new tokens.", responses.ref(TokensResponse.class), "Idempotent-Replayed")
                .refuses(401, 409)
                .counted());
        all.add(new Operation(Method.POST, base + "/logout", base + "/logout", id + "_logout", AUTH, "Sign out")
                .says("An unknown refresh token is no error. `all` ends every session of the user and needs a bearer"
                        + " token, not an API key.")
                .secured("", "bearer")
                .takes("Idempotency-Key")
                .body(true, ref("SignOut"), JSON)
                .answers(204, "Signed out.", "Idempotent-Replayed")
                .refuses(401, 403, 409)
                .counted());
        String password = base + "/password";
        all.add(new Operation(Method.PUT, password, password, id + "_password", AUTH, "Change your own password")
                .says("Ends every session of the user, the caller's too. Not with an API key.")
                .body(true, ref("OwnPassword"), JSON)
                .answers(204, "Changed.")
                .refuses(401, 403, 429));
        all.add(new Operation(Method.GET, base + "/me", base + "/me", id + "_me", AUTH, "Who am I?")
                .answers(200, "The signed-in user.", responses.ref(MeResponse.class))
                .refuses(401));
    }

    private void roles(List<Operation> all) {
        String path = api + "/roles";
        ObjectNode ordering = query("ordering", "The field to sort by; `-` for descending.");
        ordering.putObject("schema")
                .put("type", "string")
                .put("default", "name")
                .putArray("enum")
                .add("name")
                .add("-name")
                .add("created_at")
                .add("-created_at")
                .add("id")
                .add("-id");
        all.add(new Operation(Method.GET, path + "/", path, "roles_list", ROLES, "List roles")
                .takes("page", "per_page", "q")
                .takes(ordering)
                .answers(200, "One page.", responses.ref(RolePageResponse.class), "Link")
                .refuses(401, 403));
        all.add(new Operation(Method.POST, path + "/", path, "roles_create", ROLES, "Create a role")
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref("RoleBody"), JSON)
                .answers(
                        201,
                        "The new role.",
                        responses.ref(RoleResponse.class),
                        "Location",
                        "ETag",
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 409));
        all.add(role(Method.GET, "roles_get", "Read a role")
                .takes("If-None-Match")
                .answers(200, "The role.", responses.ref(RoleResponse.class), "ETag")
                .answers(304, "It has not changed since the version that the client has.", "ETag"));
        all.add(role(Method.PUT, "roles_replace", "Replace a role")
                .takes("If-Match", "Prefer", "dry_run")
                .body(true, ref("RoleBody"), JSON)
                .answers(200, "The role as it is now.", responses.ref(RoleResponse.class), "ETag", "Preference-Applied")
                .refuses(409, 412));
        all.add(role(Method.PATCH, "roles_patch", "Change a role")
                .takes("If-Match", "Prefer", "dry_run")
                .body(true, ref("RolePatch"), JSON, "application/merge-patch+json")
                .answers(200, "The role as it is now.", responses.ref(RoleResponse.class), "ETag", "Preference-Applied")
                .refuses(409, 412));
        all.add(role(Method.DELETE, "roles_delete", "Delete a role")
                .takes("If-Match", "Prefer", "dry_run")
                .answers(200, "A dry run: what would go.", responses.ref(DeletedResponse.class), "Preference-Applied")
                .answers(204, "It is gone.")
                .refuses(409, 412));
    }

    private Operation role(Method method, String id, String summary) {
        String path = api + "/roles/{id}";
        ObjectNode parameter = NODES.objectNode();
        parameter.put("name", "id");
        parameter.put("in", "path");
        parameter.put("required", true);
        parameter.putObject("schema").put("type", "integer").put("format", "int64");
        return new Operation(method, path, path, id, ROLES, summary)
                .takes(parameter)
                .refuses(401, 403, 404);
    }

    private void search(List<Operation> all) {
        ObjectNode models = query("models", "Names of the models to look in, separated by commas. Default: all.");
        models.put("style", "form");
        models.put("explode", false);
        models.putObject("schema").put("type", "array").putObject("items").put("type", "string");
        ObjectNode limit = query("limit", "Hits at most.");
        limit.putObject("schema")
                .put("type", "integer")
                .put("minimum", 1)
                .put("maximum", 100)
                .put("default", 20);
        ObjectNode q = query("q", "What to look for: every word must be found.");
        q.put("required", true);
        q.putObject("schema").put("type", "string").put("minLength", 1).put("maxLength", 200);
        all.add(new Operation(
                        Method.GET, api + "/search", api + "/search", "search_records", SEARCH, "Search in all models")
                .says("Records of every model that the caller may view, best first.")
                .takes(q)
                .takes(models)
                .takes(limit)
                .answers(200, "What was found.", responses.ref(SearchResponse.class))
                .refuses(401, 403, 422));
        ObjectNode start = query("q", "What has been typed so far.");
        start.putObject("schema").put("type", "string").put("maxLength", 200);
        all.add(new Operation(
                        Method.GET,
                        admin + "/search/suggestions",
                        admin + "/search/suggestions",
                        "search_suggestions",
                        SEARCH,
                        "Suggestions while typing")
                .takes(start)
                .answers(200, "At most 15 models, fields and records.", responses.ref(SuggestionsResponse.class))
                .refuses(401, 422));
    }

    private void choices(List<Operation> all) {
        String path = admin + "/{model}/choices/{field}";
        Operation choices = new Operation(
                Method.GET, path, path, "search_choices", SEARCH, "Records that a reference can be set to");
        for (String name : List.of("model", "field")) {
            ObjectNode parameter = NODES.objectNode();
            parameter.put("name", name);
            parameter.put("in", "path");
            parameter.put("required", true);
            parameter.putObject("schema").put("type", "string");
            choices.takes(parameter);
        }
        ObjectNode start = query("q", "What has been typed so far.");
        start.putObject("schema").put("type", "string");
        all.add(choices.takes(start)
                .answers(200, "The best records.", responses.ref(ChoicesResponse.class))
                .refuses(401, 403, 404));
    }

    private void schemas(List<Operation> all) {
        all.add(new Operation(
                        Method.GET,
                        api + "/schema/",
                        api + "/schema",
                        "schema_list",
                        SCHEMA,
                        "Models the caller may view")
                .answers(200, "The models.", responses.ref(SchemaIndexResponse.class))
                .refuses(401));
        ObjectNode model = NODES.objectNode();
        model.put("name", "model");
        model.put("in", "path");
        model.put("required", true);
        model.putObject("schema").put("type", "string");
        all.add(new Operation(
                        Method.GET,
                        api + "/schema/{model}/",
                        api + "/schema/{model}",
                        "schema_get",
                        SCHEMA,
                        "The JSON Schema of a model")
                .says("Draft 2020-12, of what the caller may see; `$defs` has `create`, `update` and `patch`.")
                .takes(model)
                .answers(200, "The schema.", responses.ref(ModelSchemaResponse.class))
                .refuses(401, 403, 404));
    }

    private static ObjectNode query(String name, String description) {
        ObjectNode parameter = NODES.objectNode();
        parameter.put("name", name);
        parameter.put("in", "query");
        parameter.put("description", description);
        return parameter;
    }
}
